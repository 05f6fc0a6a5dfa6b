package dev.baton.support.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A mount point is recognised by its whole path, as the kernel writes it. */
class MountPointsTest {
    private static final List<String> MOUNTS = List.of(
            "36 35 98:0 / / rw,noatime shared:1 - ext4 /dev/root rw",
            "40 36 98:0 /host/a\\040b.db /data/a\\040b.db rw,noatime - ext4 /dev/root rw",
            "41 36 98:0 /x /data/\u00c3\u00a4 rw - ext4 /dev/root rw",
            "malformed");

    @Test // LEASE-2
    void onlyTheMountPointItselfCounts() {
        assertThat(MountPoints.contains(MOUNTS, Path.of("/data/a b.db"))).isTrue();
        assertThat(MountPoints.contains(MOUNTS, Path.of("/data/ä"))).isTrue();
        assertThat(MountPoints.contains(MOUNTS, Path.of("/data"))).isFalse();
        assertThat(MountPoints.contains(MOUNTS, Path.of("/data/a"))).isFalse();
    }

    @Test // FILE-1
    void mountsOnAFolderAndBelowItAreWithinIt() {
        for (String folder : List.of("/data/a b.db", "/data", "/")) {
            assertThat(MountPoints.containsWithin(MOUNTS, Path.of(folder)))
                    .as(folder)
                    .isTrue();
        }
        assertThat(MountPoints.containsWithin(MOUNTS, Path.of("/data/a"))).isFalse();
        assertThat(MountPoints.containsWithin(MOUNTS, Path.of("/dat"))).isFalse();
    }

    @Test // LEASE-2
    void mountsOfThisProcessAreReadable() {
        assertThat(MountPoints.isMountPoint(Path.of("/proc"))).isTrue();
        assertThat(MountPoints.isMountPoint(Path.of("/proc/self/mountinfo"))).isFalse();
    }
}
