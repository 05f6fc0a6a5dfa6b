package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.shedlock.BatonLockProvider;
import dev.baton.shedlock.LockEpochs;
import dev.baton.store.ObjectStore;
import dev.baton.testkit.mariadb.MariadbTestServer;
import dev.baton.testkit.postgres.TestServers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.SimpleLock;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** {@code baton once} on the databases that machines share, beside tasks of ShedLock. */
@Timeout(value = 180, unit = TimeUnit.SECONDS)
class OnceOnServersTest {
    private static final Duration LONG = Duration.ofSeconds(60);

    @TempDir
    Path directory;

    /** A form of the URL, on a new database. */
    private enum SharedStore {
        POSTGRES,
        LEASE_POSTGRES,
        LEASE_MARIADB
    }

    private static String url(SharedStore store) {
        return switch (store) {
            case POSTGRES -> postgres();
            case LEASE_POSTGRES -> "lease:" + postgres();
            case LEASE_MARIADB ->
                "lease:"
                        + MariadbTestServer.shared()
                                .url("mariadb", MariadbTestServer.shared().newDatabase());
        };
    }

    private static String postgres() {
        return TestServers.newest().url("postgres", TestServers.newest().newDatabase());
    }

    private BatonProcess once(String url, String atLeast, String command) {
        return BatonProcess.start(
                directory,
                "once",
                "nightly",
                "--on",
                url,
                "--at-least",
                atLeast,
                "--fail-if-skipped",
                "--",
                "sh",
                "-c",
                command);
    }

    /** The command writes its epoch, and ends when the test allows it. */
    private String command() {
        return "echo $BATON_EPOCH >> " + ran() + "; until [ -e " + directory.resolve("end") + " ]; do sleep 0.05; done";
    }

    private Path ran() {
        return directory.resolve("ran");
    }

    private List<String> epochs() {
        try {
            return Files.exists(ran()) ? Files.readAllLines(ran()) : List.of();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static LockConfiguration task(Duration atLeast) {
        return new LockConfiguration(Instant.now(), "nightly", Duration.ofHours(2), atLeast);
    }

    @ParameterizedTest // FENCE-1
    @EnumSource(SharedStore.class)
    void onlyOneOfTwoCrontabsRunsTheCommand(SharedStore store) throws Exception {
        String url = url(store);
        List<Integer> codes = new ArrayList<>();
        try (BatonProcess first = once(url, "1h", command());
                BatonProcess second = once(url, "1h", command())) {
            await().atMost(LONG).until(() -> !epochs().isEmpty() && (first.isAlive() ^ second.isAlive()));
            Files.createFile(directory.resolve("end"));
            for (BatonProcess one : List.of(first, second)) {
                codes.add(one.exitCode());
            }
            assertThat(first.err() + second.err()).contains("not run: nightly was started by another process");
        }
        try (BatonProcess late = once(url, "1h", command())) {
            assertThat(late.exitCode()).as(late.err()).isEqualTo(1);
        }
        assertThat(codes).containsExactlyInAnyOrder(0, 1);
        assertThat(epochs()).containsExactly("1");
    }

    @ParameterizedTest // FENCE-1
    @EnumSource(SharedStore.class)
    void taskOfShedLockAndCommandExcludeEachOther(SharedStore store) throws Exception {
        String url = url(store);
        try (ObjectStore objects = ObjectStore.open(url.replaceFirst("^lease:", ""))) {
            BatonLockProvider provider = new BatonLockProvider(objects);
            SimpleLock held = provider.lock(task(Duration.ZERO)).orElseThrow();
            try (BatonProcess refused = once(url, "0", command())) {
                assertThat(refused.exitCode()).as(refused.err()).isEqualTo(1);
            }
            assertThat(epochs()).isEmpty();
            held.unlock();

            try (BatonProcess runs = once(url, "0", command())) {
                await().atMost(LONG).until(() -> !epochs().isEmpty());
                assertThat(provider.lock(task(Duration.ZERO)))
                        .as("while the command runs")
                        .isEmpty();
                Files.createFile(directory.resolve("end"));
                assertThat(runs.exitCode()).as(runs.err()).isZero();
            }
            assertThat(epochs()).containsExactly("2");

            Optional<SimpleLock> next = provider.lock(task(Duration.ofHours(1)));
            assertThat(next).isPresent();
            assertThat(LockEpochs.current()).hasValue(3);
            next.orElseThrow().unlock();
            try (BatonProcess early = once(url, "0", command())) {
                assertThat(early.exitCode())
                        .as("within lockAtLeastFor: " + early.err())
                        .isEqualTo(1);
            }
        }
    }

    @ParameterizedTest // FENCE-1
    @EnumSource(SharedStore.class)
    void taskOfShedLockDoesNotRunWithinTheLeastTimeOfTheCommand(SharedStore store) {
        String url = url(store);
        try (BatonProcess runs = once(url, "1h", "exit 7");
                ObjectStore objects = ObjectStore.open(url.replaceFirst("^lease:", ""))) {
            assertThat(runs.exitCode()).as(runs.err()).isEqualTo(7);
            assertThat(new BatonLockProvider(objects).lock(task(Duration.ZERO))).isEmpty();
        }
    }
}
