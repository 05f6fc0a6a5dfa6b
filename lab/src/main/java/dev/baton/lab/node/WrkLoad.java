package dev.baton.lab.node;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A run of the load generator {@code wrk}. */
record WrkLoad(Process process) {
    private static final String CONNECTIONS = "16";
    private static final Pattern RATE = Pattern.compile("Requests/sec:\\s+([0-9.]+)");

    /** Starts to read a URL for the given number of seconds, with the given words before the command. */
    static WrkLoad start(List<String> prefix, String url, int seconds) throws IOException {
        List<String> command = new ArrayList<>(prefix);
        command.addAll(List.of("wrk", "-t1", "-c" + CONNECTIONS, "-d" + seconds + "s", url));
        try {
            return new WrkLoad(
                    new ProcessBuilder(command).redirectErrorStream(true).start());
        } catch (IOException missing) {
            throw new IOException(
                    "cannot start wrk; this benchmark needs wrk and taskset (Debian: wrk, util-linux)", missing);
        }
    }

    /** Waits for the end and returns the requests per second. Fails if a request failed. */
    double perSecond() throws Exception {
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        Matcher rate = RATE.matcher(output);
        if (!rate.find() || output.contains("Non-2xx") || output.contains("Socket errors")) {
            throw new IOException("wrk: " + output.strip());
        }
        return Double.parseDouble(rate.group(1));
    }
}
