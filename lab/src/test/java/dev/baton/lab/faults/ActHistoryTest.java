package dev.baton.lab.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ActHistoryTest {
    private final ActHistory history = new ActHistory();

    @Test // FENCE-1
    void tenuresOneAfterTheOtherAreNoViolation() {
        history.add("n1", 1, -50);
        history.add("n2", 2, 30);
        history.add("n1", 1, -40);
        history.add("n2", 2, 31);
        history.add("n1", 4, 32);
        assertThat(history.violations()).isEmpty();
        assertThat(history.tenures()).isEqualTo(3);
    }

    @Test // FENCE-1
    void actAfterFirstActOfLaterTenureIsAViolation() {
        history.add("n1", 1, 0);
        history.add("n2", 2, 1_000_000);
        history.add("n1", 1, 3_500_000);
        assertThat(history.violations())
                .singleElement()
                .asString()
                .contains("n1 acted with epoch 1", "2.5 ms after n2");
    }

    @Test // FENCE-1
    void twoProcessesWithOneEpochAreAViolation() {
        history.add("0-n1", 3, 0);
        history.add("5-n1", 3, 10);
        assertThat(history.violations()).singleElement().asString().contains("0-n1", "5-n1", "epoch 3");
    }

    @Test // FENCE-1
    void lineThatAKilledProcessDidNotFinishIsIgnored(@TempDir Path folder) throws IOException {
        history.read(Files.writeString(folder.resolve("n1"), "7 100\n7 200\n7 3"));
        history.read(Files.writeString(folder.resolve("n2"), ""));
        assertThat(history.size()).isEqualTo(2);
    }
}
