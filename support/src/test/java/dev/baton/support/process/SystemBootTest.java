package dev.baton.support.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SystemBootTest {
    @TempDir
    Path proc;

    @BeforeEach
    void mountProc() throws IOException {
        write("self/mountinfo", "1 1 0:1 / " + proc + " rw - proc proc rw\n");
    }

    @Test
    void readsIdAndUptime() throws IOException {
        write("sys/kernel/random/boot_id", "6f1d2c3b\n");
        write("uptime", "12.34 45.67\n");
        assertThat(boot()).contains(new SystemBoot("6f1d2c3b", Duration.ofMillis(12_340)));
    }

    @Test
    void isEmptyIfEitherPartCannotBeRead() throws IOException {
        write("uptime", "12.34 45.67\n");
        assertThat(boot()).isEmpty();
        write("sys/kernel/random/boot_id", "6f1d2c3b\n");
        write("uptime", "soon");
        assertThat(boot()).isEmpty();
        Files.delete(proc.resolve("uptime"));
        assertThat(boot()).isEmpty();
    }

    private Optional<SystemBoot> boot() {
        return new ProcFs(proc, 1).boot();
    }

    private void write(String file, String text) throws IOException {
        Path path = proc.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }
}
