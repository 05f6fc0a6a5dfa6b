package dev.baton.support.process;

import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A small text file without a name, shared with other processes of this user. Nothing can remove it or clean it away, and
 * overwriting it needs no space. It ends with the last process that has it open.
 *
 * <pre>{@code
 * AnonymousFile deadline = AnonymousFile.create("1000000000000\n");
 * new ProcessBuilder("sh", "-c", "exec 3<\"$0\"; ...", deadline.path().toString()).start();
 * deadline.overwrite((1_000_000_000_000L + uptime) + "\n");
 * }</pre>
 */
public final class AnonymousFile implements Closeable {
    /** A memory file system first: it is never slow. */
    private static final List<Path> FOLDERS =
            List.of(Path.of("/dev/shm"), Path.of(System.getProperty("java.io.tmpdir")));

    private final RandomAccessFile file;
    private final Path path;
    private boolean closed;

    private AnonymousFile(RandomAccessFile file, Path path) {
        this.file = file;
        this.path = path;
    }

    /** Creates a file that only this user can open. Blocks for a few file operations. */
    public static AnonymousFile create(String text) throws IOException {
        List<String> problems = new ArrayList<>();
        for (Path folder : FOLDERS) {
            try {
                return createIn(folder, text);
            } catch (IOException failed) {
                problems.add(folder + ": " + failed);
            }
        }
        throw new IOException("cannot share a file with another process: " + String.join("; ", problems));
    }

    private static AnonymousFile createIn(Path folder, String text) throws IOException {
        Path name = Files.createTempFile(folder, "baton-", "");
        try {
            // Not a channel, because the interruption of a thread closes channels.
            RandomAccessFile file = new RandomAccessFile(name.toFile(), "rw");
            try {
                file.write(text.getBytes(StandardCharsets.US_ASCII));
                return new AnonymousFile(file, descriptor(name.toRealPath()));
            } catch (IOException failed) {
                file.close();
                throw failed;
            }
        } finally {
            Files.deleteIfExists(name);
        }
    }

    private static Path descriptor(Path name) throws IOException {
        Path self = Path.of("/proc", Long.toString(ProcessHandle.current().pid()), "fd");
        try (Stream<Path> open = Files.list(self)) {
            return open.filter(descriptor -> pointsTo(descriptor, name))
                    .findFirst()
                    .orElseThrow(() -> new IOException(self + " does not show the descriptor of " + name));
        }
    }

    private static boolean pointsTo(Path descriptor, Path name) {
        try {
            return Files.readSymbolicLink(descriptor).equals(name);
        } catch (IOException closed) {
            return false;
        }
    }

    /** Returns the path by which another process of this user opens the file while this one has it open. */
    public Path path() {
        return path;
    }

    /** Overwrites the beginning of the file. Does nothing after {@link #close}. */
    public synchronized void overwrite(String text) {
        try {
            file.seek(0);
            file.write(text.getBytes(StandardCharsets.US_ASCII));
        } catch (IOException closed) {
            // The space is allocated, so that only a closed file can refuse.
        }
    }

    /**
     * Sets the modification time, in milliseconds since 1970. Needs no free file descriptor. Does nothing after {@link
     * #close}, when the path can mean another file.
     *
     * @return whether the file has exactly that time now
     */
    public synchronized boolean setModified(long wallMillis) {
        File byPath = path.toFile();
        return !closed && byPath.setLastModified(wallMillis) && byPath.lastModified() == wallMillis;
    }

    /** Returns the text; what is there so far, if another process is writing. Empty after {@link #close}. */
    public synchronized String read() {
        try {
            byte[] bytes = new byte[(int) Math.min(file.length(), 65_536)];
            file.seek(0);
            file.readFully(bytes);
            return new String(bytes, StandardCharsets.US_ASCII);
        } catch (IOException closed) {
            return "";
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        try {
            file.close();
        } catch (IOException alreadyClosed) {
            // That is the goal.
        }
    }
}
