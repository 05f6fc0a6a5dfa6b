package dev.baton.support.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NetworkFileSystemTest {
    private static final long DEVICE = 65024;

    private static List<String> mounted(String type) {
        return List.of(
                "22 1 254:1 / / rw,relatime shared:1 - nfs4 other:/ rw",
                "23 22 254:0 / /srv rw,relatime shared:2 master:1 - " + type + " host:/srv rw,vers=4.2",
                "24 22 0:21 / /proc rw - proc proc rw");
    }

    @ParameterizedTest // FILE-1
    @ValueSource(strings = {"nfs", "nfs4", "cifs", "smb3", "fuse.sshfs", "ceph", "fuse.glusterfs", "lustre", "ocfs2"})
    void fileSystemOfSeveralMachinesIsFoundByItsDevice(String type) {
        assertThat(NetworkFileSystem.typeOf(DEVICE, mounted(type))).hasValue(type);
    }

    @ParameterizedTest // FILE-1
    @ValueSource(
            strings = {
                "ext4",
                "xfs",
                "btrfs",
                "zfs",
                "tmpfs",
                "overlay",
                "fuse.gocryptfs",
                "fuse.fuse-overlayfs",
                "9p",
                "virtiofs"
            })
    void localFileSystemIsNone(String type) {
        assertThat(NetworkFileSystem.typeOf(DEVICE, mounted(type))).isEmpty();
    }

    @Test // FILE-1
    void minorNumbersAboveOneByteAreRead() {
        assertThat(NetworkFileSystem.typeOf(
                        (0x345L << 20) | (0x12L << 8) | 0x67, List.of("1 0 18:" + 0x34567 + " / / rw - nfs4 x rw")))
                .hasValue("nfs4");
        assertThat(NetworkFileSystem.typeOf(DEVICE, List.of("damaged", "1 0 0:0 -")))
                .isEmpty();
    }

    @Test // FILE-1
    void temporaryFolderIsLocal(@TempDir Path folder) {
        assertThat(NetworkFileSystem.typeAt(folder.resolve("not/there"))).isEmpty();
    }
}
