package dev.baton.lab.storm;

import dev.baton.Baton;
import dev.baton.ConnectionException;
import dev.baton.LeaderInfo;
import dev.baton.lab.LabProcess;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/**
 * The command {@code restart-storm --on URL [--minutes N] [--seed N]}: random calls from many threads in several
 * processes. It prints every violation and ends with a line that counts them. {@code --on} may be given once for each
 * process, for stores in which each process has its own URL. The start of a URL alone, such as {@code etcd:}, starts a
 * server ({@link StormServer}).
 */
public final class RestartStorm {
    /** The name of the command. */
    public static final String NAME = "restart-storm";

    private static final int PROCESSES = 3;
    private static final int THREADS = 8;
    private static final String ELECTION = "restart-storm";
    private static final Duration CONNECT_LIMIT = Duration.ofSeconds(30);

    /**
     * The arguments.
     *
     * @param urls the stores, in turn for each process
     */
    record Arguments(List<String> urls, Duration duration, long seed) {

        static Arguments parse(List<String> words) {
            List<String> urls = new ArrayList<>();
            Duration duration = Duration.ofMinutes(1);
            long seed = ThreadLocalRandom.current().nextLong(1_000_000);
            for (int i = 0; i < words.size(); i += 2) {
                String value = i + 1 < words.size() ? words.get(i + 1) : "";
                switch (words.get(i)) {
                    case "--on" -> urls.add(value);
                    case "--minutes" -> duration = minutes(value);
                    case "--seed" -> seed = (long) number("--seed", value);
                    default -> throw new IllegalArgumentException("unknown argument \"" + words.get(i) + "\"");
                }
            }
            if (urls.isEmpty() || urls.contains("")) {
                throw new IllegalArgumentException("--on requires the URL of a store");
            }
            return new Arguments(urls, duration, seed);
        }

        private static Duration minutes(String text) {
            double minutes = number("--minutes", text);
            if (minutes <= 0 || minutes > 10_000) {
                throw new IllegalArgumentException("--minutes must be between 0 and 10000, but is " + text);
            }
            return Duration.ofMillis((long) (minutes * 60_000));
        }

        private static double number(String option, String text) {
            try {
                return Double.parseDouble(text);
            } catch (NumberFormatException invalid) {
                throw new IllegalArgumentException(option + " requires a number, but got \"" + text + "\"", invalid);
            }
        }
    }

    private RestartStorm() {}

    /** Runs the command; returns 0 without violations, 1 with some, 64 if the arguments are invalid. */
    public static int run(List<String> words, PrintStream out, PrintStream err) throws Exception {
        Arguments arguments;
        try {
            arguments = Arguments.parse(words);
        } catch (IllegalArgumentException invalid) {
            err.println("lab: " + invalid.getMessage() + "; usage: lab " + NAME + " --on URL [--minutes N] [--seed N]");
            return 64;
        }
        StormReport report = stormOn(arguments, out);
        report.violations().forEach(violation -> out.println("violation: " + violation));
        out.println(report.summary(PROCESSES, THREADS, arguments.duration().toSeconds()));
        return report.violations().isEmpty() ? 0 : 1;
    }

    private static StormReport stormOn(Arguments arguments, PrintStream out) throws Exception {
        Optional<StormServer> own = arguments.urls().size() == 1
                ? StormServer.startedFor(arguments.urls().get(0))
                : Optional.empty();
        if (own.isEmpty()) {
            return storm(arguments, out);
        }
        try (StormServer server = own.get()) {
            out.println("# " + server.name());
            return storm(new Arguments(List.of(server.url()), arguments.duration(), arguments.seed()), out);
        }
    }

    private static StormReport storm(Arguments arguments, PrintStream out) throws Exception {
        StormReport report = new StormReport();
        out.println("seed " + arguments.seed());
        List<LabProcess> processes = new ArrayList<>();
        try {
            for (int i = 0; i < PROCESSES; i++) {
                processes.add(LabProcess.start(
                        LabProcess.QUIET,
                        StormProcess.class,
                        arguments.urls().get(i % arguments.urls().size()),
                        ELECTION,
                        "p" + i,
                        "p" + (i + 1) % PROCESSES,
                        Integer.toString(THREADS),
                        Long.toString(arguments.seed() + i)));
            }
            for (LabProcess process : processes) {
                process.await("ready");
            }
            long deadline = System.nanoTime() + arguments.duration().toNanos();
            while (System.nanoTime() - deadline < 0) {
                for (int i = 0; i < PROCESSES; i++) {
                    collect(processes.get(i), "p" + i, report, 1);
                }
            }
            for (int i = 0; i < PROCESSES; i++) {
                processes.get(i).send("end");
                while (!collect(processes.get(i), "p" + i, report, 120)) {
                    // One line after the other, until the process has ended its calls.
                }
            }
            checkFree(arguments, report);
        } finally {
            processes.forEach(LabProcess::close);
        }
        return report;
    }

    /** Adds the next line of a process to the report; returns whether it was its last one. */
    private static boolean collect(LabProcess process, String name, StormReport report, long seconds) throws Exception {
        Optional<List<String>> line = process.next(seconds);
        line.ifPresent(words -> report.add(name, words));
        return line.filter(words -> words.get(0).equals("ended")).isPresent();
    }

    /** All candidates were closed, so nobody may hold the election. Members answer only when a majority is connected. */
    private static void checkFree(Arguments arguments, StormReport report) throws InterruptedException {
        List<Baton> connections = new ArrayList<>();
        try {
            arguments.urls().forEach(url -> connections.add(Baton.connect(url)));
            leader(connections.get(0))
                    .ifPresent(left -> report.violation(
                            left.instanceId() + " holds epoch " + left.epoch() + " after all candidates were closed"));
        } finally {
            connections.forEach(Baton::close);
        }
    }

    private static Optional<LeaderInfo> leader(Baton baton) throws InterruptedException {
        long deadline = System.nanoTime() + CONNECT_LIMIT.toNanos();
        while (true) {
            try {
                return baton.election(ELECTION).leader();
            } catch (ConnectionException notYet) {
                if (System.nanoTime() - deadline > 0) {
                    throw notYet;
                }
                TimeUnit.MILLISECONDS.sleep(100);
            }
        }
    }
}
