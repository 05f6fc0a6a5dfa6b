package dev.baton.quorum.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.baton.support.process.SystemBoot;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The boot of processes whose monotonic clock is that of the machine, or a shifted one. */
class BootInfoTest {

    /** Prints the boot that it reads. */
    public static final class Printer {
        private Printer() {}

        public static void main(String[] args) {
            System.out.println(BootInfo.current().boot());
        }
    }

    @Test // QUORUM-7
    void bootOfAProcessWithAShiftedClockIsUnknown() throws Exception {
        assumeTrue("root".equals(System.getProperty("user.name")), "needs the right to create namespaces");
        String here = SystemBoot.current().orElseThrow().id();
        assertThat(bootIn(List.of())).isEqualTo(here);
        assertThat(bootIn(List.of("unshare", "--time", "--fork"))).isEqualTo(here);
        for (String clock : List.of("--monotonic", "--boottime")) {
            assertThat(bootIn(List.of("unshare", "--time", "--fork", clock, "1000")))
                    .as(clock)
                    .matches("[0-9a-f-]{36}")
                    .isNotEqualTo(here);
        }
    }

    private static String bootIn(List<String> environment) throws IOException {
        List<String> command = new ArrayList<>(environment);
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                Printer.class.getName()));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).trim();
    }
}
