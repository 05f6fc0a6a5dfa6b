package dev.baton.fence;

import dev.baton.Leadership;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A locked stamp file with a line for every epoch, of which the last complete one counts. Lines are only appended, because
 * a file that is replaced cannot be a lock.
 */
record EpochStampFile(FileChannel channel, ReentrantLock threadLock, Content content) implements AutoCloseable {
    private static final Duration RETRY_INTERVAL = Duration.ofMillis(2);
    private static final Pattern LINE = Pattern.compile("([1-9][0-9]{0,18}) (\\S+)");

    /** Locks between threads: a file lock belongs to the process, and closing any channel of the file frees it. */
    private static final List<ReentrantLock> THREAD_LOCKS =
            Stream.generate(ReentrantLock::new).limit(64).toList();

    /** The last complete line, and the length of the file up to its end. */
    record Content(long epoch, String election, long length) {

        /** Ignores text after the last line end: a crash cut it off before its epoch wrote anything. */
        static Content of(Path file, byte[] bytes) throws IOException {
            String text = new String(bytes, StandardCharsets.US_ASCII);
            int length = text.lastIndexOf('\n') + 1;
            if (length == 0) {
                return new Content(0, "", 0);
            }
            Matcher line = LINE.matcher(text.substring(text.lastIndexOf('\n', length - 2) + 1, length - 1));
            if (!line.matches()) {
                throw new IOException(file + " is damaged: its last line is not an epoch and an election. Nothing"
                        + " was written. Repair that line, or delete the file when no former leader is running");
            }
            return new Content(Long.parseLong(line.group(1)), line.group(2), length);
        }
    }

    /** Locks the file. Waits for as long as the leadership is valid. */
    static EpochStampFile lock(Path file, Leadership leadership) throws IOException {
        ReentrantLock threadLock = threadLockOf(file);
        awaitThreadLock(threadLock, leadership);
        try {
            requireRegular(file);
            FileChannel channel = FileChannel.open(
                    file,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.READ,
                    StandardOpenOption.WRITE,
                    LinkOption.NOFOLLOW_LINKS);
            try {
                awaitLock(channel, leadership);
                return new EpochStampFile(
                        channel,
                        threadLock,
                        Content.of(file, Channels.newInputStream(channel).readAllBytes()));
            } catch (IOException | RuntimeException failed) {
                channel.close();
                throw failed;
            }
        } catch (IOException | RuntimeException failed) {
            threadLock.unlock();
            throw failed;
        }
    }

    /** A link would lead to another file, and a pipe would block. */
    private static void requireRegular(Path file) throws IOException {
        if (Files.exists(file, LinkOption.NOFOLLOW_LINKS) && !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            throw new IOException(file + " is not a regular file, so it is not used, and nothing was written. Find out"
                    + " who made it; delete it when no former leader is running");
        }
    }

    /** Returns the epoch of the last complete line. Does not lock the file. */
    static OptionalLong read(Path file) throws IOException {
        if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            return OptionalLong.empty();
        }
        requireRegular(file);
        ReentrantLock threadLock = threadLockOf(file);
        threadLock.lock();
        try {
            long epoch = Content.of(file, Files.readAllBytes(file)).epoch();
            return epoch > 0 ? OptionalLong.of(epoch) : OptionalLong.empty();
        } finally {
            threadLock.unlock();
        }
    }

    private static ReentrantLock threadLockOf(Path file) {
        return THREAD_LOCKS.get(Math.floorMod(file.hashCode(), THREAD_LOCKS.size()));
    }

    private static void awaitThreadLock(ReentrantLock threadLock, Leadership leadership) throws IOException {
        try {
            if (!threadLock.tryLock(leadership.remaining().toNanos(), TimeUnit.NANOSECONDS)) {
                leadership.check();
                throw new IOException("another thread held the lock of this file until the leadership ended");
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while waiting for another thread that writes this file", interrupted);
        }
    }

    /** Polls, because a thread that blocks in the system's lock call cannot be interrupted. */
    private static void awaitLock(FileChannel channel, Leadership leadership) throws IOException {
        while (channel.tryLock() == null) {
            leadership.check();
            if (Thread.currentThread().isInterrupted()) {
                throw new IOException("interrupted while waiting for another process that writes this file");
            }
            LockSupport.parkNanos(RETRY_INTERVAL.toNanos());
        }
    }

    void raise(Leadership leadership) throws IOException {
        channel.truncate(content.length());
        channel.position(content.length());
        String line = leadership.epoch() + " " + leadership.election() + "\n";
        Channels.newOutputStream(channel).write(line.getBytes(StandardCharsets.US_ASCII));
        channel.force(true);
    }

    @Override
    public void close() throws IOException {
        try {
            channel.close();
        } finally {
            threadLock.unlock();
        }
    }
}
