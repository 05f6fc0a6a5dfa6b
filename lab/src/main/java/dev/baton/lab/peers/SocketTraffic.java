package dev.baton.lab.peers;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The TCP connections of processes, and how many segments with data they have sent on each, as the kernel counts them. */
final class SocketTraffic {
    private static final Pattern SEGMENTS = Pattern.compile("\\bdata_segs_out:(\\d+)");

    private final List<Long> pids;
    private Map<String, Long> last;
    private long sent;

    /** Begins to count. */
    SocketTraffic(List<Long> pids) throws IOException, InterruptedException {
        this.pids = List.copyOf(pids);
        this.last = read();
    }

    /** Adds what was sent since the last call. What a connection sent between the last call and its end is missed. */
    void update() throws IOException, InterruptedException {
        Map<String, Long> now = read();
        now.forEach((connection, segments) -> sent += segments - last.getOrDefault(connection, 0L));
        last = now;
    }

    /** Returns the segments since the begin. */
    long sent() {
        return sent;
    }

    /** Returns the number of open connections. */
    int connections() {
        return last.size();
    }

    private Map<String, Long> read() throws IOException, InterruptedException {
        Map<String, Long> all = new HashMap<>();
        for (long pid : pids) {
            // In the network namespace of the process.
            Process process = new ProcessBuilder(
                            "nsenter", "--net=/proc/" + pid + "/ns/net", "ss", "-HtinpO", "state", "established")
                    .start();
            try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
                lines.lines().forEach(line -> add(line, pid, all));
            }
            if (process.waitFor() != 0) {
                throw new IOException("ss cannot read the connections of process " + pid);
            }
        }
        return all;
    }

    /** Adds a line of {@code ss} if the connection is one of the process. */
    static void add(String line, long pid, Map<String, Long> to) {
        if (!line.contains(",pid=" + pid + ",")) {
            return;
        }
        String[] words = line.trim().split("\\s+", 5);
        Matcher segments = SEGMENTS.matcher(line);
        to.put(pid + " " + words[2] + " " + words[3], segments.find() ? Long.parseLong(segments.group(1)) : 0);
    }
}
