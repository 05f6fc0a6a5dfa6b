package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.spi.StoreCheck;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DoctorChecksTest {

    @Test // PG-10
    void lastLineIsTheVerdict(@TempDir Path directory) {
        Cli doctor = Cli.run("doctor", "--on", "file:" + directory.resolve("store"));
        assertThat(doctor.code()).isZero();
        assertThat(doctor.out().lines().toList())
                .last()
                .asString()
                .startsWith("Verdict: ok. All ")
                .endsWith(" in the worst case.");
    }

    @Test // PG-10
    void durationsAreNotInMillisecondsFromASecondOn(@TempDir Path directory) {
        assertThat(Cli.run("doctor", "--on", "file:" + directory.resolve("store"))
                        .out())
                .doesNotContainPattern("\\d{4,} ms")
                .contains("the poll every 5s");
    }

    @Test // PG-10
    void failedChecksAreRedAndNamedInTheVerdict() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        CommandContext terminal = new CommandContext(
                new PrintStream(out, true, StandardCharsets.UTF_8), System.err, Map.of("COLUMNS", "80"), true);
        DoctorChecks checks = new DoctorChecks(
                List.of(new StoreCheck("write", true, "works"), new StoreCheck("owner", false, "another user")));
        checks.print(terminal, Optional.empty());
        checks.printVerdict(terminal, Optional.empty());
        assertThat(out.toString(StandardCharsets.UTF_8))
                .contains("\u001b[32m  ok\u001b[0m      write", "\u001b[31m  FAILED\u001b[0m  owner")
                .endsWith("\u001b[31mVerdict: not ok. 1 of 2 checks failed: owner.\u001b[0m\n");
    }
}
