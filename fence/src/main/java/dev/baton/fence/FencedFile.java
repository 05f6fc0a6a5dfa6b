package dev.baton.fence;

import dev.baton.BatonException;
import dev.baton.Leadership;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.util.OptionalLong;

/**
 * A file that former leaders cannot replace. The file {@code NAME.epoch} in the same folder records the epochs of its
 * writers, and is the lock between them.
 *
 * <p>For local file systems only: it depends on their file locks and their atomic rename.
 */
public final class FencedFile {

    private FencedFile() {}

    /**
     * Replaces the content of the file atomically and durably: a reader sees the old content or the new one.
     *
     * @throws StaleEpochException if a leader with a higher epoch has written the file, or was about to
     * @throws dev.baton.LeadershipLostException if the leadership is not valid, or ends before the file's lock is free
     */
    public static void write(Path file, Leadership leadership, byte[] content) throws IOException {
        Fence.requireLeader(leadership);
        Path target = real(file);
        try (EpochStampFile stamp = EpochStampFile.lock(sibling(target, ".epoch"), leadership)) {
            raise(stamp, target, leadership);
            Path written = sibling(target, ".baton-new");
            writeNew(written, content, target);
            // Not necessary for the order of writes, but there is no use for a late write.
            leadership.check();
            Files.move(written, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            syncFolder(target);
        }
    }

    /** Returns the highest epoch that wrote the file or was about to; empty if the file was never fenced. */
    public static OptionalLong epochOf(Path file) throws IOException {
        return EpochStampFile.read(sibling(real(file), ".epoch"));
    }

    /** Makes the stamp durable before the content changes, so that later writers are compared with it. */
    private static void raise(EpochStampFile stamp, Path target, Leadership leadership) throws IOException {
        long epoch = stamp.content().epoch();
        String election = stamp.content().election();
        if (!election.isEmpty() && !election.equals(leadership.election())) {
            throw new BatonException(target + " belongs to election " + election + ", not to " + leadership.election()
                    + "; to change that, delete " + target.getFileName() + ".epoch");
        }
        if (epoch > leadership.epoch()) {
            throw new StaleEpochException(leadership, epoch, null);
        }
        if (epoch < leadership.epoch()) {
            stamp.raise(leadership);
            syncFolder(target);
        }
    }

    /** Whatever has that name already is removed and not opened: a link would lead to another file. */
    private static void writeNew(Path written, byte[] content, Path target) throws IOException {
        Files.deleteIfExists(written);
        try (FileChannel channel = FileChannel.open(written, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            Channels.newOutputStream(channel).write(content);
            if (Files.exists(target)
                    && Files.getFileStore(target).supportsFileAttributeView(PosixFileAttributeView.class)) {
                Files.setPosixFilePermissions(written, Files.getPosixFilePermissions(target));
            }
            channel.force(true);
        }
    }

    /** Makes a rename in the folder durable. */
    private static void syncFolder(Path target) throws IOException {
        try (FileChannel folder = FileChannel.open(folder(target), StandardOpenOption.READ)) {
            folder.force(true);
        }
    }

    /** Resolves links, so that all writers of one file take the same lock. */
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
            throw new IllegalArgumentException(file + " is not the name of a file");
        }
        return folder;
    }

    private static Path sibling(Path file, String suffix) {
        return file.resolveSibling(file.getFileName() + suffix);
    }
}
