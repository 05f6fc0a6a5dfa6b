package dev.baton.quorum.disk;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashSet;
import java.util.Set;

/**
 * The lock of a state folder, which excludes every other process and every other opening in this one.
 *
 * <p>The kernel releases a file's locks when the process closes <em>any</em> descriptor of that file. So this process
 * remembers the folders that it holds, and does not open the file a second time.
 */
final class FolderLock implements Closeable {
    private static final Set<String> HELD = new HashSet<>();

    private final String key;
    private final FileChannel channel;

    private FolderLock(String key, FileChannel channel) {
        this.key = key;
        this.channel = channel;
    }

    /**
     * Takes the lock without waiting.
     *
     * @throws StateFolderException if it is held, by this process or another one
     */
    static FolderLock take(Path folder) throws IOException {
        Object inode = Files.readAttributes(folder, BasicFileAttributes.class).fileKey();
        String key = inode == null ? folder.toRealPath().toString() : inode.toString();
        synchronized (HELD) {
            if (!HELD.add(key)) {
                throw inUse(folder);
            }
        }
        FileChannel channel = null;
        try {
            channel = FileChannel.open(folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            FileLock held = channel.tryLock();
            if (held == null) {
                throw inUse(folder);
            }
            return new FolderLock(key, channel);
        } catch (IOException | RuntimeException failed) {
            if (channel != null) {
                channel.close();
            }
            forget(key);
            throw failed;
        }
    }

    private static StateFolderException inUse(Path folder) {
        return new StateFolderException("another process uses the state folder " + folder
                + "; a member must run only once. Stop the other process, or give this one its own name and folder");
    }

    private static void forget(String key) {
        synchronized (HELD) {
            HELD.remove(key);
        }
    }

    @Override
    public void close() throws IOException {
        try {
            channel.close();
        } finally {
            forget(key);
        }
    }
}
