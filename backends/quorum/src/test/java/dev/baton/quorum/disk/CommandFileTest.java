package dev.baton.quorum.disk;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommandFileTest {
    private static final int SLOT = 1024;
    private static final TenureCommand NIGHTLY = command("nightly", 4, 712);
    private static final TenureCommand ORDERS = command("orders", 9, 713);

    @TempDir
    Path folder;

    private Path path;

    @BeforeEach
    void path() {
        path = folder.resolve("commands");
    }

    private static TenureCommand command(String election, long epoch, long pid) {
        return new TenureCommand(election, epoch, 1, "a", "replica-1", "1 abc-def 4026531836 " + pid + " 90210");
    }

    private void write(TenureCommand... commands) throws IOException {
        try (CommandFile file = new CommandFile(DiskDirectory.open(folder))) {
            for (TenureCommand command : commands) {
                file.write(command);
            }
        }
    }

    private Map<String, TenureCommand> saved(int damaged) throws IOException {
        try (CommandFile file = new CommandFile(DiskDirectory.open(folder))) {
            assertThat(file.damaged()).isEqualTo(damaged);
            return file.saved();
        }
    }

    private void damage(int at) throws IOException {
        byte[] bytes = Files.readAllBytes(path);
        bytes[at] ^= 1;
        Files.write(path, bytes);
    }

    @Test // RUN-2
    void noFileIsCreatedWithoutARecord() throws IOException {
        assertThat(saved(0)).isEmpty();
        assertThat(path).doesNotExist();
    }

    @Test // RUN-2
    void keepsTheLastRecordOfEachElectionOverRestarts() throws IOException {
        write(NIGHTLY, ORDERS);
        write(command("nightly", 5, 800));
        assertThat(saved(0)).isEqualTo(Map.of("nightly", command("nightly", 5, 800), "orders", ORDERS));
    }

    @Test // RUN-2
    void recordsOfTheLongestNamesFit() throws IOException {
        String name = "n".repeat(128);
        TenureCommand longest = new TenureCommand(name, Long.MAX_VALUE, Long.MAX_VALUE, name, name, "c".repeat(120));
        write(longest);
        assertThat(saved(0)).containsValue(longest);
    }

    @Test // QUORUM-12
    void oneDamagedCopyLosesNothing() throws IOException {
        write(NIGHTLY, ORDERS);
        damage(SlotPair.HEAD + 3);
        assertThat(saved(0)).isEqualTo(Map.of("nightly", NIGHTLY, "orders", ORDERS));
    }

    @Test // QUORUM-12
    void damagedRecordIsCountedAndHidesNoOther() throws IOException {
        write(NIGHTLY, ORDERS);
        damage(SlotPair.HEAD + 3);
        damage(SLOT + SlotPair.HEAD + 3);
        assertThat(saved(1)).isEqualTo(Map.of("orders", ORDERS));
        write(NIGHTLY);
        assertThat(saved(1)).isEqualTo(Map.of("nightly", NIGHTLY, "orders", ORDERS));
    }
}
