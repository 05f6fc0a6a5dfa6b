package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.support.json.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Measures the failover times that {@code doctor} computes, with real processes; all four at once, in separate stores. */
class DoctorMeasuredTest {
    private static final List<String> TIMING = List.of("--validity", "3s", "--stop-grace", "300ms");
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    @TempDir
    Path directory;

    // API-10: the figures hold for the given options
    @Test
    void everyFailoverIsWithinTheComputedTime() {
        Map<String, Consumer<Trial>> faults = Map.of(
                "kill_ms",
                trial -> trial.leader.close(),
                "freeze_ms",
                trial -> Processes.freezeOutsideLock(trial.leader.pid(), trial.store.resolve("locks/job.lock")),
                "partition_ms",
                trial -> cutOffFromDisk(trial.leader),
                "release_ms",
                trial -> trial.leader.signal("TERM"));
        Map<String, Trial> trials = faults.keySet().stream()
                .collect(Collectors.toMap(
                        name -> name, name -> new Trial(directory.resolve(name + "-store"), directory)));
        trials.values().forEach(Trial::awaitReady);
        faults.forEach((name, fault) -> Objects.requireNonNull(trials.get(name)).begin(fault));
        trials.forEach((name, trial) ->
                assertThat(trial.millisUntilStandbyLeads()).as(name).isLessThanOrEqualTo(computed(trial, name)));
        trials.values().forEach(Trial::end);
    }

    private static long computed(Trial trial, String name) {
        String[] words = Stream.concat(Stream.of("doctor", "--json", "--on", trial.url()), TIMING.stream())
                .toArray(String[]::new);
        Map<String, @Nullable Object> object = Json.parseObject(Cli.run(words).out());
        return (Long) Objects.requireNonNull(((Map<?, ?>) Objects.requireNonNull(object.get("failover"))).get(name));
    }

    /** Makes every write of this process to a file fail, and those of no other process. */
    private static void cutOffFromDisk(BatonProcess leader) {
        try {
            new ProcessBuilder("prlimit", "--pid", Long.toString(leader.pid()), "--fsize=0")
                    .start()
                    .waitFor();
        } catch (IOException | InterruptedException failed) {
            throw new IllegalStateException(failed);
        }
    }

    /** A leader that will get a fault, and the standby that should succeed it. */
    private static final class Trial {
        private final Path store;
        private final BatonProcess leader;
        private final BatonProcess standby;
        private long started;

        Trial(Path store, Path directory) {
            this.store = store;
            leader = start(directory);
            await().atMost(TIMEOUT).until(() -> leader.has("acquired"));
            standby = start(directory);
        }

        String url() {
            return "file:" + store;
        }

        private BatonProcess start(Path directory) {
            String[] words = Stream.concat(Stream.of("run", "job", "--json", "--on", url()), TIMING.stream())
                    .toArray(String[]::new);
            return BatonProcess.start(directory, words);
        }

        void awaitReady() {
            await().atMost(TIMEOUT).until(() -> standby.has("acquire_failed"));
        }

        void begin(Consumer<Trial> fault) {
            started = System.nanoTime();
            fault.accept(this);
        }

        /** Uses the monotonic clock of the standby, which all processes of this machine share. */
        long millisUntilStandbyLeads() {
            await().atMost(TIMEOUT).until(() -> standby.has("acquired"));
            long acquired = standby.json().stream()
                    .filter(line -> "acquired".equals(line.get("event")))
                    .map(line -> (Long) Objects.requireNonNull(line.get("mono_ns")))
                    .findFirst()
                    .orElseThrow();
            return (acquired - started) / 1_000_000;
        }

        void end() {
            leader.close();
            standby.close();
        }
    }
}
