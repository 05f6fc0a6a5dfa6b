package dev.baton.examples.swarm;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The lines that the agents print, each with the name of its agent before it. */
final class SwarmLog {
    private static final Pattern OBEYS = Pattern.compile("(\\S+) obeys (\\S+), epoch (\\d+), .*");

    private final List<String> lines = new ArrayList<>();
    private final Consumer<String> printer;

    /** A leader that agents obey. */
    record Leader(String agent, long epoch) {}

    SwarmLog(Consumer<String> printer) {
        this.printer = printer;
    }

    /** Reads the output of an agent until it ends. */
    void follow(String id, InputStream output) {
        Thread reader = new Thread(() -> {
            try (BufferedReader input = new BufferedReader(new InputStreamReader(output, StandardCharsets.UTF_8))) {
                input.lines().forEach(line -> add(id + " " + line));
            } catch (IOException | UncheckedIOException killed) {
                add(id + " ended");
            }
        });
        reader.setDaemon(true);
        reader.start();
    }

    private synchronized void add(String line) {
        printer.accept(line);
        lines.add(line);
        notifyAll();
    }

    /** Adds a line that no agent printed. */
    void note(String line) {
        add(line);
    }

    synchronized List<String> lines() {
        return List.copyOf(lines);
    }

    /** Waits until as many lines as given match. */
    void await(String regex, int count, Duration patience) throws InterruptedException {
        await(count + " lines \"" + regex + "\"", patience, () -> count(regex) >= count);
    }

    private long count(String regex) {
        return lines.stream().filter(line -> line.matches(regex)).count();
    }

    /**
     * Waits until as many agents as given have obeyed one leader with an epoch above this one, and returns it. On a busy
     * machine leaders can follow each other before all agents have noticed the first.
     */
    synchronized Leader awaitObedience(long above, int agents, Duration patience) throws InterruptedException {
        await(
                agents + " agents that obey one leader above epoch " + above,
                patience,
                () -> obeyed(above, agents).isPresent());
        return obeyed(above, agents).orElseThrow();
    }

    private synchronized void await(String what, Duration patience, BooleanSupplier condition)
            throws InterruptedException {
        long deadline = System.nanoTime() + patience.toNanos();
        while (!condition.getAsBoolean()) {
            long left = deadline - System.nanoTime();
            if (left <= 0) {
                throw new IllegalStateException("not within " + patience + ": " + what);
            }
            wait(Math.max(1, left / 1_000_000));
        }
    }

    private Optional<Leader> obeyed(long above, int agents) {
        Map<Leader, Set<String>> followers = new HashMap<>();
        for (String line : lines) {
            Matcher obeys = OBEYS.matcher(line);
            if (obeys.matches()) {
                Leader leader = new Leader(obeys.group(2), Long.parseLong(obeys.group(3)));
                followers.computeIfAbsent(leader, one -> new HashSet<>()).add(obeys.group(1));
            }
        }
        return followers.keySet().stream()
                .filter(leader -> leader.epoch() > above)
                .filter(leader -> followers.getOrDefault(leader, Set.of()).size() >= agents)
                .max(Comparator.comparingLong(Leader::epoch));
    }
}
