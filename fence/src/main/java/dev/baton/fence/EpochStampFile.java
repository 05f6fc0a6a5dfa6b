package dev.baton.fence;

import dev.baton.Leadership;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A locked stamp file: a line for every epoch, the last whole one counts. It is only ever appended to,
 * because a file that is replaced is no lock.
 */
final class EpochStampFile implements AutoCloseable {
    private static final Duration PAUSE = Duration.ofMillis(2);
    private static final Pattern LINE = Pattern.compile("([1-9][0-9]{0,18}) (\\S+)");

    /** Between threads: the system's locks are the process's, and to close any of its channels frees them. */
    private static final ReentrantLock[] LOCAL = new ReentrantLock[64];

    static {
        for (int i = 0; i < LOCAL.length; i++) {
            LOCAL[i] = new ReentrantLock();
        }
    }

    private final FileChannel channel;
    private final ReentrantLock local;
    private final Content content;

    private EpochStampFile(FileChannel channel, ReentrantLock local, Content content) {
        this.channel = channel;
        this.local = local;
        this.content = content;
    }

    private record Content(long epoch, String election, long length) {

        /** What stands after the last line end was cut off by a crash, before anything was written under it. */
        static Content of(Path file, byte[] bytes) throws IOException {
            String text = new String(bytes, StandardCharsets.US_ASCII);
            int length = text.lastIndexOf('\n') + 1;
            if (length == 0) {
                return new Content(0, "", 0);
            }
            Matcher line = LINE.matcher(text.substring(text.lastIndexOf('\n', length - 2) + 1, length - 1));
            if (!line.matches()) {
                throw new IOException(file + " is damaged: its last line is no epoch and election. Nothing was"
                        + " written; repair that line, or delete the file once no former leader is left");
            }
            return new Content(Long.parseLong(line.group(1)), line.group(2), length);
        }
    }

    /** Waits for the lock for as long as the leadership lasts. */
    static EpochStampFile lock(Path file, Leadership leadership) throws IOException {
        ReentrantLock local = localOf(file);
        awaitLocal(local, leadership);
        try {
            FileChannel channel = FileChannel.open(
                    file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
            try {
                awaitLock(channel, leadership);
                return new EpochStampFile(channel, local, read(file, channel));
            } catch (IOException | RuntimeException failed) {
                channel.close();
                throw failed;
            }
        } catch (IOException | RuntimeException failed) {
            local.unlock();
            throw failed;
        }
    }

    static OptionalLong peek(Path file) throws IOException {
        if (!Files.exists(file)) {
            return OptionalLong.empty();
        }
        ReentrantLock local = localOf(file);
        local.lock();
        try {
            long epoch = Content.of(file, Files.readAllBytes(file)).epoch();
            return epoch > 0 ? OptionalLong.of(epoch) : OptionalLong.empty();
        } finally {
            local.unlock();
        }
    }

    private static ReentrantLock localOf(Path file) {
        return LOCAL[Math.floorMod(file.hashCode(), LOCAL.length)];
    }

    private static void awaitLocal(ReentrantLock local, Leadership leadership) throws IOException {
        try {
            if (!local.tryLock(leadership.remaining().toNanos(), TimeUnit.NANOSECONDS)) {
                leadership.check();
                throw new IOException("another thread writes this file for longer than the leadership lasted");
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while another thread wrote this file", interrupted);
        }
    }

    /** By trying: a thread that blocks in the system's lock call can neither be woken nor bounded. */
    private static void awaitLock(FileChannel channel, Leadership leadership) throws IOException {
        while (true) {
            FileLock lock = channel.tryLock();
            if (lock != null) {
                return;
            }
            leadership.check();
            if (Thread.currentThread().isInterrupted()) {
                throw new IOException("interrupted while another process wrote this file");
            }
            LockSupport.parkNanos(PAUSE.toNanos());
        }
    }

    private static Content read(Path file, FileChannel channel) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(Math.toIntExact(channel.size()));
        int read = 0;
        while (bytes.hasRemaining() && read >= 0) {
            read = channel.read(bytes, bytes.position());
        }
        return Content.of(file, bytes.array());
    }

    long epoch() {
        return content.epoch();
    }

    String election() {
        return content.election();
    }

    void raise(Leadership leadership) throws IOException {
        channel.truncate(content.length());
        ByteBuffer line = ByteBuffer.wrap(
                (leadership.epoch() + " " + leadership.election() + "\n").getBytes(StandardCharsets.US_ASCII));
        long at = content.length();
        while (line.hasRemaining()) {
            at += channel.write(line, at);
        }
        channel.force(true);
    }

    @Override
    public void close() throws IOException {
        try {
            channel.close();
        } finally {
            local.unlock();
        }
    }
}
