package dev.baton.quorum.disk;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;

/** A directory on disk. */
final class DiskDirectory implements StateDirectory {
    private final Path path;

    private DiskDirectory(Path path) {
        this.path = path;
    }

    /** Opens the directory, or creates it so that only its owner can use it. */
    static DiskDirectory open(Path path) throws IOException {
        if (!Files.isDirectory(path)) {
            Files.createDirectories(
                    path, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        }
        return new DiskDirectory(path);
    }

    @Override
    public boolean exists(String file) {
        return Files.exists(path.resolve(file));
    }

    @Override
    public byte[] read(String file) throws IOException {
        return exists(file) ? Files.readAllBytes(path.resolve(file)) : new byte[0];
    }

    @Override
    public StateFile open(String file) throws IOException {
        return new DiskFile(FileChannel.open(
                path.resolve(file), StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE));
    }

    @Override
    public void delete(String file) throws IOException {
        Files.deleteIfExists(path.resolve(file));
    }

    @Override
    public void rename(String file, String to) throws IOException {
        Files.move(path.resolve(file), path.resolve(to), StandardCopyOption.ATOMIC_MOVE);
    }

    @Override
    public Closeable lock() throws IOException {
        return FolderLock.take(path);
    }

    @Override
    public String place() throws IOException {
        try {
            Object lock = Files.getAttribute(path.resolve(FolderLock.FILE), "unix:ino");
            return Files.getAttribute(path, "unix:dev") + ":" + Files.getAttribute(path, "unix:ino") + ":" + lock;
        } catch (UnsupportedOperationException | IllegalArgumentException | NoSuchFileException noInodes) {
            return "";
        }
    }

    @Override
    public String toString() {
        return path.toString();
    }

    private record DiskFile(FileChannel channel) implements StateFile {
        @Override
        public long size() throws IOException {
            return channel.size();
        }

        @Override
        public void write(long from, byte[] bytes) throws IOException {
            ByteBuffer left = ByteBuffer.wrap(bytes);
            for (long at = from; left.hasRemaining(); ) {
                at += channel.write(left, at);
            }
        }

        @Override
        public void force() throws IOException {
            channel.force(false);
        }

        @Override
        public Memory map(int size) throws IOException {
            return new DiskMemory(channel.map(FileChannel.MapMode.READ_WRITE, 0, size));
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }

    private record DiskMemory(MappedByteBuffer bytes) implements StateFile.Memory {
        @Override
        public int size() {
            return bytes.capacity();
        }

        @Override
        public void put(int at, byte[] content) {
            bytes.put(at, content);
        }
    }
}
