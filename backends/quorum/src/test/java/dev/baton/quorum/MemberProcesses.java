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
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.awaitility.Awaitility;

/**
 * The members of a group in separate JVMs, and the history of their tenures on the monotonic clock of the machine. The
 * tenure of a process that is killed or frozen ends at that moment, because the process cannot act any more.
 */
final class MemberProcesses implements AutoCloseable {
    private static final Duration AT_MOST = Duration.ofSeconds(30);
    private static final Duration POLL_INTERVAL = Duration.ofMillis(5);

    private final TestGroup group;
    private final Function<String, List<String>> prefix;
    private final Map<String, Process> processes = new HashMap<>();
    private final Map<String, Long> leading = new ConcurrentHashMap<>();
    private final TenureChecker history = new TenureChecker();
    private final AtomicLong highest = new AtomicLong();

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
        start(id, group.url(id), List.of());
    }

    /**
     * Starts a member with other settings than those of its group.
     *
     * @param timing further arguments of the program: the interval of renewals and the time for the work to stop
     */
    void start(String id, String url, List<String> timing) {
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
                    url,
                    "play",
                    id,
                    "0"));
            words.addAll(timing);
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
                    long epoch = Long.parseLong(words[1]);
                    history.began(epoch, Long.parseLong(words[2]));
                    leading.put(id, epoch);
                    highest.accumulateAndGet(epoch, Math::max);
                } else if (words[0].equals("ended")) {
                    history.ended(Long.parseLong(words[1]), Long.parseLong(words[2]));
                    leading.remove(id, Long.parseLong(words[1]));
                }
            }
        } catch (IOException killed) {
            leading.remove(id);
        }
    }

    /** Waits until every member is connected with as many members, including itself, and votes. */
    void awaitReached(TestGroup members, int count) {
        for (String id : members.ids()) {
            Awaitility.await(id + " reaches " + count + " members")
                    .atMost(AT_MOST)
                    .pollInterval(POLL_INTERVAL)
                    .until(() -> reaches(members, id, count));
        }
    }

    private static boolean reaches(TestGroup members, String id, int count) {
        try (Backend observer = members.observe(id)) {
            MemberList list =
                    ((MembershipAdmin) observer).members().toCompletableFuture().get(5, TimeUnit.SECONDS);
            return list.votes()
                    && list.members().stream().filter(MemberList.Entry::reached).count() == count;
        } catch (Exception notYet) {
            return false;
        }
    }

    /** A member and the epoch with which it leads. */
    record Leader(String id, long epoch) {}

    /** Waits until the newest tenure has an epoch above this one and has not ended, and returns its leader. */
    Leader awaitLeader(long above) {
        return Awaitility.await("a leader with an epoch above " + above)
                .atMost(AT_MOST)
                .pollInterval(POLL_INTERVAL)
                .until(() -> newestLeader(above), Optional::isPresent)
                .orElseThrow();
    }

    /** An earlier tenure may not have ended here yet, because each process is read by a thread of its own. */
    private Optional<Leader> newestLeader(long above) {
        long newest = highest.get();
        return leading.entrySet().stream()
                .filter(each -> each.getValue() == newest && newest > above)
                .map(each -> new Leader(each.getKey(), newest))
                .findFirst();
    }

    private Process process(String id) {
        return Objects.requireNonNull(processes.get(id), id);
    }

    /** Waits until this leader itself has ended its tenure. */
    void awaitEnd(Leader leader) {
        Awaitility.await(leader + " does not lead any more")
                .atMost(AT_MOST)
                .pollInterval(POLL_INTERVAL)
                .until(() -> leading.getOrDefault(leader.id(), 0L) != leader.epoch());
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
