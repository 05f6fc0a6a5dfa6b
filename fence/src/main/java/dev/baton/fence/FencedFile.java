package dev.baton.fence;

import dev.baton.BatonException;
import dev.baton.Leadership;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.util.OptionalLong;

/**
 * A file that former leaders cannot replace. Beside it is {@code NAME.epoch}, which says under which
 * epochs it was written, and is the lock that its writers take.
 *
 * <p>For local file systems: it trusts their file locks and their atomic rename.
 */
public final class FencedFile {

    private FencedFile() {}

    /**
     * Replaces the file by one with this content, in one step and durably: a reader sees the old content
     * or the new one.
     *
     * @throws StaleEpochException when a higher epoch has written it, or was about to
     * @throws dev.baton.LeadershipLostException when the leadership is not valid, or ends before the lock
     *     of the file is free
     */
    public static void write(Path file, Leadership leadership, byte[] content) throws IOException {
        LeadershipCheck.check(leadership);
        Path target = real(file);
        try (EpochStampFile stamp = EpochStampFile.lock(beside(target, ".epoch"), leadership)) {
            raise(stamp, target, leadership);
            Path written = beside(target, ".baton-new");
            writeNew(written, content, target);
            // Not needed for the order of writes, but a write that is late anyway helps nobody.
            leadership.check();
            Files.move(written, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            flushFolder(target);
        }
    }

    /** The highest epoch that wrote the file or was about to; empty when it was never fenced. */
    public static OptionalLong epochOf(Path file) throws IOException {
        return EpochStampFile.peek(beside(real(file), ".epoch"));
    }

    /** The stamp is durable before the content changes: whoever comes later is compared with it. */
    private static void raise(EpochStampFile stamp, Path target, Leadership leadership) throws IOException {
        if (!stamp.election().isEmpty() && !stamp.election().equals(leadership.election())) {
            throw new BatonException(target + " is written by leaders of election " + stamp.election() + ", not of "
                    + leadership.election() + "; to change that, delete " + target.getFileName() + ".epoch");
        }
        if (stamp.epoch() > leadership.epoch()) {
            throw new StaleEpochException(leadership, stamp.epoch(), null);
        }
        if (stamp.epoch() < leadership.epoch()) {
            stamp.raise(leadership);
            flushFolder(target);
        }
    }

    private static void writeNew(Path written, byte[] content, Path target) throws IOException {
        try (FileChannel channel = FileChannel.open(
                written, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
            ByteBuffer rest = ByteBuffer.wrap(content);
            while (rest.hasRemaining()) {
                channel.write(rest);
            }
            if (Files.exists(target)
                    && Files.getFileStore(target).supportsFileAttributeView(PosixFileAttributeView.class)) {
                Files.setPosixFilePermissions(written, Files.getPosixFilePermissions(target));
            }
            channel.force(true);
        }
    }

    /** A rename is durable when its folder is. */
    private static void flushFolder(Path target) throws IOException {
        try (FileChannel folder = FileChannel.open(folder(target), StandardOpenOption.READ)) {
            folder.force(true);
        }
    }

    /** One name for one file, whatever links lead to it: all writers must take the same lock. */
    private static Path real(Path file) throws IOException {
        if (Files.exists(file)) {
            return file.toRealPath();
        }
        Path absolute = file.toAbsolutePath();
        return folder(absolute).toRealPath().resolve(absolute.getFileName());
    }

    private static Path folder(Path file) {
        Path folder = file.getParent();
        if (folder == null) {
            throw new IllegalArgumentException(file + " is no file's name");
        }
        return folder;
    }

    private static Path beside(Path file, String suffix) {
        return file.resolveSibling(file.getFileName() + suffix);
    }
}
