package dev.baton.fence;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Holds the lock of a file, like a process during a write, until it reads a line. */
final class LockHolderMain {
    private LockHolderMain() {}

    public static void main(String[] args) throws IOException {
        try (FileChannel channel =
                        FileChannel.open(Path.of(args[0]), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock lock = channel.lock()) {
            System.out.println("locked " + lock.isValid());
            System.in.read();
        }
    }
}
