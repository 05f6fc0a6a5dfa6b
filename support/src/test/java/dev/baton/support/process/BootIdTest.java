package dev.baton.support.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A boot id counts only if it is that of the running kernel. */
class BootIdTest {
    @TempDir
    Path proc;

    @BeforeEach
    void writeBootId() throws IOException {
        Files.createDirectories(proc.resolve("self"));
        Files.createDirectories(proc.resolve("sys/kernel/random"));
        Files.writeString(proc.resolve("sys/kernel/random/boot_id"), "boot\n");
    }

    /** Each mount is given as root, mount point below /proc, and type. */
    private String bootId(String... mounts) throws IOException {
        StringBuilder table = new StringBuilder("20 1 8:1 / / rw - ext4 /dev/sda rw\n");
        for (String mount : mounts) {
            String[] parts = mount.split(" ", -1);
            table.append("21 20 0:5 %s %s%s rw,nosuid shared:5 - %s none rw%n"
                    .formatted(parts[0], proc, parts[1], parts[2]));
        }
        Files.writeString(proc.resolve("self/mountinfo"), table);
        return new ProcFs(proc, 1).bootId();
    }

    @Test
    void isKnownOnAPlainMachine() throws IOException {
        assertThat(bootId("/  proc")).isEqualTo("boot");
    }

    @Test
    void isKnownBelowTheMasksOfContainers() throws IOException {
        assertThat(bootId(
                        "/  proc", "/sys /sys proc", "/null /kcore devtmpfs", "/ /acpi tmpfs", "/ /uptime fuse.lxcfs"))
                .isEqualTo("boot");
        assertThat(bootId("/  proc", "/ /sys/fs/binfmt_misc binfmt_misc", "/x /sys/kernel/random/boot_id2 tmpfs"))
                .isEqualTo("boot");
    }

    @Test
    void isUnknownBelowAnotherFile() throws IOException {
        assertThat(bootId("/  proc", "/id//deleted /sys/kernel/random/boot_id tmpfs"))
                .isEmpty();
        assertThat(bootId("/  proc", "/sys/kernel/random/uuid /sys/kernel/random/boot_id proc"))
                .isEmpty();
    }

    @Test
    void isUnknownBelowAnotherDirectory() throws IOException {
        for (String directory : new String[] {"/sys", "/sys/kernel", "/sys/kernel/random"}) {
            assertThat(bootId("/  proc", "/ " + directory + " fuse"))
                    .as(directory)
                    .isEmpty();
        }
        assertThat(bootId("/proc  ext4")).isEmpty();
        assertThat(bootId("/  proc", "/  tmpfs")).isEmpty();
    }

    @Test
    void isUnknownWithoutProcOrMounts() throws IOException {
        assertThat(bootId()).as("not mounted").isEmpty();
        Files.writeString(proc.resolve("self/mountinfo"), "unexpected\n");
        assertThat(new ProcFs(proc, 1).bootId()).isEmpty();
        Files.delete(proc.resolve("self/mountinfo"));
        assertThat(new ProcFs(proc, 1).bootId()).isEmpty();
    }

    @Test
    void unknownBootIdOfEitherSideProvesNothing() throws IOException {
        assertThat(bootId("/  proc", "/id /sys/kernel/random/boot_id tmpfs")).isEmpty();
        ProcessIdentity other = new ProcessIdentity("another-boot", 1, 999_999_999, 1);
        assertThat(ProcessEvidence.of(proc, 1, PidProbe.NONE).hasEndedOnOwnMachine(other))
                .isEqualTo(Evidence.UNKNOWN);
        assertThat(bootId("/  proc")).isEqualTo("boot");
        assertThat(ProcessEvidence.of(proc, 1, PidProbe.NONE)
                        .hasEndedOnOwnMachine(new ProcessIdentity("", 1, 999_999_999, 1)))
                .isEqualTo(Evidence.UNKNOWN);
    }
}
