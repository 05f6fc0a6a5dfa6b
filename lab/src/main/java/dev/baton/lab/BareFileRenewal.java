package dev.baton.lab;

import com.sun.jna.Native;
import dev.baton.support.thread.NamedThreads;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A program with the least work that keeps many claims in files: {@code DIRECTORY N BYTES PERIOD_MS}. In each period it
 * opens, locks, reads, writes and closes every file. It is a {@link MeteredProcess}.
 */
final class BareFileRenewal {
    private static final int READ_WRITE = 2;
    private static final int LOCK_EX_NB = 6;

    static {
        Native.register(BareFileRenewal.class, "c");
    }

    private BareFileRenewal() {}

    static native int open(String path, int flags);

    static native int flock(int fd, int operation);

    static native long pread(int fd, ByteBuffer into, long count, long offset);

    static native long pwrite(int fd, ByteBuffer from, long count, long offset);

    static native int close(int fd);

    public static void main(String[] args) throws Exception {
        LineProtocol protocol = new LineProtocol();
        int threads = ManagementFactory.getThreadMXBean().getThreadCount();
        byte[] record = new byte[Integer.parseInt(args[2])];
        Arrays.fill(record, (byte) 'x');
        Path directory = Files.createDirectories(Path.of(args[0]));
        List<String> files = new ArrayList<>();
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            files.add(Files.write(directory.resolve("election-" + i), record).toString());
        }
        long period = TimeUnit.MILLISECONDS.toNanos(Long.parseLong(args[3]));
        NamedThreads.start("renewal", () -> renew(files, record.length, period));
        protocol.send("ready");
        MeteredProcess.serve(protocol, threads);
    }

    private static void renew(List<String> files, int bytes, long period) {
        ByteBuffer buffer = ByteBuffer.allocateDirect(64 * 1024);
        long next = System.nanoTime();
        while (true) {
            for (String file : files) {
                int fd = open(file, READ_WRITE);
                boolean done = fd >= 0
                        && flock(fd, LOCK_EX_NB) == 0
                        && pread(fd, buffer, buffer.capacity(), 0) == bytes
                        && pwrite(fd, buffer, bytes, 0) == bytes
                        && close(fd) == 0;
                if (!done) {
                    throw new IllegalStateException("cannot renew " + file);
                }
            }
            next += period;
            LockSupport.parkNanos(next - System.nanoTime());
        }
    }
}
