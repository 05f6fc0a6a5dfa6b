package dev.baton.lab.node;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The load generator {@code wrk} against one URL. */
final class WrkLoad {
    private static final String CONNECTIONS = "16";
    private static final Pattern RATE = Pattern.compile("Requests/sec:\\s+([0-9.]+)");

    private final List<String> prefix;
    private final String url;

    WrkLoad(List<String> prefix, String url) {
        this.prefix = prefix;
        this.url = url;
    }

    /** Starts to read for the given number of seconds. */
    Run start(int seconds) throws IOException {
        List<String> command = new ArrayList<>(prefix);
        command.addAll(List.of("wrk", "-t1", "-c" + CONNECTIONS, "-d" + seconds + "s", url));
        try {
            return new Run(new ProcessBuilder(command).redirectErrorStream(true).start());
        } catch (IOException missing) {
            throw new IOException(
                    "cannot start wrk; this benchmark needs wrk and taskset (Debian: wrk, util-linux)", missing);
        }
    }

    /** One run of wrk. */
    record Run(Process process) {

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
}
