package dev.baton.support.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * File systems that other machines use too. What is stored there does not belong to one machine: locks may not exclude the
 * others, and a process of another machine would count as one of an earlier boot, which has ended.
 */
public final class NetworkFileSystem {
    /** As the kernel names them; programs that implement one are in the type after {@code fuse}. */
    private static final Pattern TYPES = Pattern.compile(
            "(fuse\\.)?(nfs\\d?|cifs|smb\\w*|sshfs|ceph\\w*|glusterfs|lustre"
                    + "|afs|gpfs|beegfs\\w*|ocfs2|gfs2|orangefs|davfs2?|s3fs|rclone|gcsfuse|juicefs|moosefs|mfs|lizardfs)");

    private static final int DEVICE = 2;

    private NetworkFileSystem() {}

    /**
     * Returns the type of the file system of a path, or of the nearest folder above it that exists, if other machines use it
     * too. Empty for a local one, and where the mounts cannot be read.
     */
    public static Optional<String> typeAt(Path path) {
        try {
            Path existing = path.toAbsolutePath();
            while (!Files.exists(existing) && existing.getParent() != null) {
                existing = existing.getParent();
            }
            List<String> mounts = Files.readAllLines(MountPoints.table(), StandardCharsets.ISO_8859_1);
            return typeOf((long) Files.getAttribute(existing, "unix:dev"), mounts);
        } catch (IOException | UnsupportedOperationException | IllegalArgumentException unreadable) {
            return Optional.empty();
        }
    }

    /** @param device as {@code stat(2)} returns it */
    static Optional<String> typeOf(long device, List<String> mounts) {
        long major = (device >> 8 & 0xfff) | (device >> 32 & ~0xfffL);
        long minor = (device & 0xff) | (device >> 12 & 0xffffff00L);
        String wanted = major + ":" + minor;
        return mounts.stream()
                .map(line -> line.split(" - ", 2))
                .filter(halves -> halves.length == 2 && field(halves[0], DEVICE).equals(wanted))
                .map(halves -> field(halves[1], 0))
                .filter(type -> TYPES.matcher(type.toLowerCase(Locale.ROOT)).matches())
                .findFirst();
    }

    private static String field(String line, int number) {
        String[] fields = line.split(" ", -1);
        return fields.length > number ? fields[number] : "";
    }
}
