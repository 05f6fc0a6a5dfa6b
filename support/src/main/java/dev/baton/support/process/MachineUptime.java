package dev.baton.support.process;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The time since boot, suspended time included: the clock that a shell script and a JVM read alike. The file stays open
 * after the first reading, because a process that has no file descriptor left must still know the time.
 */
public final class MachineUptime {
    private static final String FILE = "/proc/uptime";
    private static final int LONGEST = 64;

    /** Not a channel, because the interruption of a thread closes channels. */
    private static @Nullable RandomAccessFile open;

    private MachineUptime() {}

    /**
     * Returns the milliseconds since boot; at most 10 ms early, never late.
     *
     * @throws UncheckedIOException if the first reading fails
     */
    public static long millis() {
        try {
            String text = read();
            int point = text.indexOf('.');
            long seconds = Long.parseLong(text.substring(0, point));
            return seconds * 1000 + Long.parseLong(text.substring(point + 1, point + 3)) * 10;
        } catch (IOException unreadable) {
            throw new UncheckedIOException("cannot read the time since boot from " + FILE, unreadable);
        }
    }

    private static synchronized String read() throws IOException {
        RandomAccessFile file = open;
        if (file == null) {
            file = new RandomAccessFile(FILE, "r");
            open = file;
        }
        file.seek(0);
        byte[] bytes = new byte[LONGEST];
        int length = Math.max(0, file.read(bytes));
        return new String(bytes, 0, length, StandardCharsets.US_ASCII);
    }
}
