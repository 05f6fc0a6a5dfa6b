package dev.baton.support.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ControlGroupTest {
    @TempDir
    Path proc;

    @BeforeEach
    void createProc() throws IOException {
        Files.createDirectories(proc.resolve("self"));
        Files.createDirectories(proc.resolve("mount/system.slice/x.service"));
        write("mountinfo", "30 20 0:26 / " + proc + "/mount rw,relatime - cgroup2 cgroup2 rw\n");
    }

    @Test
    void findsTheFolderInTheUnifiedHierarchy() throws IOException {
        write("cgroup", "4:memory:/other\n0::/system.slice/x.service\n");
        assertThat(ControlGroup.of(proc)).contains(proc.resolve("mount/system.slice/x.service"));
    }

    @Test
    void isEmptyWithoutAUnifiedHierarchyOrAFolder() throws IOException {
        write("cgroup", "4:memory:/other\n");
        assertThat(ControlGroup.of(proc)).isEmpty();
        write("cgroup", "0::/nowhere\n");
        assertThat(ControlGroup.of(proc)).isEmpty();
        write("mountinfo", "30 20 0:26 / /sys rw - sysfs sysfs rw\n");
        assertThat(ControlGroup.of(proc)).isEmpty();
        assertThat(ControlGroup.of(proc.resolve("missing"))).isEmpty();
    }

    private void write(String name, String text) throws IOException {
        Files.writeString(proc.resolve("self").resolve(name), text);
    }
}
