package dev.baton.quorum.disk;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;

/**
 * The lock of a state folder, which excludes every other process and every other opening in this one.
 *
 * <p>The kernel releases a file's locks when the process closes <em>any</em> descriptor of that file. So this process
 * remembers the folders that it holds, and does not open the file a second time. It remembers them in the system
 * properties, because this class can be loaded by several class loaders.
 */
final class FolderLock implements Closeable {
    static final String FILE = "lock";
    private static final String HELD = "dev.baton.quorum.locked.";

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
        if (System.getProperties().putIfAbsent(HELD + key, "") != null) {
            throw inUse(folder);
        }
        FileChannel channel = null;
        try {
            channel = FileChannel.open(folder.resolve(FILE), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
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
        System.clearProperty(HELD + key);
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
