package dev.baton.quorum;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.spi.Backend;
import dev.baton.support.thread.NamedThreads;
import dev.baton.testkit.GroupContractStore;
import dev.baton.testkit.TenureChecker;
import dev.baton.testkit.TestCandidateMain;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.awaitility.Awaitility;

/**
 * The members of a group in separate JVMs, and the history of their tenures on the monotonic clock of the machine. The
 * tenure of a process that is killed or frozen ends at that moment, because the process cannot act any more.
 */
final class MemberProcesses implements AutoCloseable {
    private final TestGroup group;
    private final Function<String, List<String>> prefix;
    private final Map<String, Process> processes = new HashMap<>();
    private final Map<String, Long> leading = new ConcurrentHashMap<>();
    private final TenureChecker history = new TenureChecker();
    private volatile long highest;

    MemberProcesses(TestGroup group) {
        this(group, id -> List.of());
    }

    /** @param prefix the first words of the command of a member */
    MemberProcesses(TestGroup group, Function<String, List<String>> prefix) {
        this.group = group;
        this.prefix = prefix;
    }

    /** Starts all members, and waits until all vote and one leads. */
    void startAll() {
        group.ids().forEach(this::start);
        List<Backend> observers = group.ids().stream().map(group::observe).toList();
        GroupContractStore.awaitVoting(observers);
        observers.forEach(Backend::close);
        awaitLeader(0);
    }

    void start(String id) {
        try {
            List<String> words = new ArrayList<>(prefix.apply(id));
            words.addAll(List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-Xmx64m",
                    "-XX:+UseSerialGC",
                    "-XX:TieredStopAtLevel=1",
                    "-cp",
                    System.getProperty("java.class.path"),
                    TestCandidateMain.class.getName(),
                    group.url(id),
                    "play",
                    id,
                    "0"));
            Process process = new ProcessBuilder(words)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            processes.put(id, process);
            NamedThreads.start("member-" + id, () -> read(id, process));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private void read(String id, Process process) {
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                String[] words = line.split(" ", -1);
                if (words[0].equals("acquired")) {
                    history.began(Long.parseLong(words[1]), Long.parseLong(words[2]));
                    highest = Math.max(highest, Long.parseLong(words[1]));
                    leading.put(id, Long.parseLong(words[1]));
                } else if (words[0].equals("ended")) {
                    history.ended(Long.parseLong(words[1]), Long.parseLong(words[2]));
                    leading.remove(id, Long.parseLong(words[1]));
                }
            }
        } catch (IOException killed) {
            leading.remove(id);
        }
    }

    /** Waits for a leader with an epoch above this one, and returns its member. */
    String awaitLeader(long above) {
        await("a leader with an epoch above " + above, () -> leader(above).isPresent());
        return leader(above).orElse("");
    }

    private Optional<String> leader(long above) {
        return leading.entrySet().stream()
                .filter(each -> each.getValue() > above)
                .map(Map.Entry::getKey)
                .findFirst();
    }

    private Process process(String id) {
        return Objects.requireNonNull(processes.get(id), id);
    }

    long epoch() {
        return highest;
    }

    /** Waits until this member itself has ended its tenure. */
    void awaitEnd(String id, long epoch) {
        await(id + " does not lead any more", () -> leading.getOrDefault(id, 0L) != epoch);
    }

    void kill(String id) {
        Process process = process(id);
        stopActing(id);
        process.destroyForcibly();
        try {
            process.waitFor();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    void freeze(String id) {
        stopActing(id);
        signal(id, "STOP");
    }

    void thaw(String id) {
        signal(id, "CONT");
    }

    private void stopActing(String id) {
        Long epoch = leading.remove(id);
        if (epoch != null) {
            history.ended(epoch, System.nanoTime());
        }
    }

    private void signal(String id, String name) {
        try {
            new ProcessBuilder("kill", "-" + name, Long.toString(process(id).pid()))
                    .inheritIO()
                    .start()
                    .waitFor();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    void checkHistory(int atLeast) {
        assertThat(history.epochViolations()).isEmpty();
        assertThat(history.overlapViolations()).isEmpty();
        assertThat(history.tenures()).hasSizeGreaterThanOrEqualTo(atLeast);
    }

    private static void await(String what, BooleanSupplier condition) {
        Awaitility.await(what)
                .atMost(Duration.ofSeconds(30))
                .pollInterval(Duration.ofMillis(5))
                .until(condition::getAsBoolean);
    }

    @Override
    public void close() {
        processes.values().forEach(Process::destroyForcibly);
        processes.values().forEach(process -> {
            try {
                process.waitFor();
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
        });
    }
}
