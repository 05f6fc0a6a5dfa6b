package dev.baton.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.EndReason;
import dev.baton.file.record.LockRecord;
import dev.baton.spi.AcquireOutcome;
import dev.baton.spi.Claim;
import dev.baton.spi.ReleaseOutcome;
import dev.baton.spi.ReleaseRequest;
import dev.baton.spi.RenewOutcome;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * API-6: an operation that was given up and runs late, in any order with others, touches nothing newer. Whenever a
 * candidate has a claim, the lock file contains exactly that claim.
 */
class LateOperationsTest {
    private static final int STEPS = 1_500;

    private FileStoreFixture store;

    @BeforeEach
    void open() throws IOException {
        store = new FileStoreFixture();
    }

    @AfterEach
    void close() {
        store.close();
    }

    /** A candidate that often gives up on its requests, without waiting for them. */
    private static final class Impatient {
        private final TestContender contender;
        private final List<CompletionStage<?>> abandoned = new ArrayList<>();
        private Optional<Claim> held = Optional.empty();

        Impatient(TestContender contender) {
            this.contender = contender;
        }

        String step(Random random) {
            return held.isPresent() ? lead(random, held.get()) : follow(random);
        }

        private String follow(Random random) {
            switch (random.nextInt(4)) {
                case 0 -> {
                    abandoned.add(contender.contender().acquire(0));
                    abandoned.add(contender.contender().withdraw());
                    return "acquire and withdraw, both given up";
                }
                case 1 -> {
                    abandoned.add(contender.contender().acquire(0));
                    return "acquire, given up";
                }
                case 2 -> {
                    abandoned.add(contender.contender().withdraw());
                    return "withdraw, given up";
                }
                default -> {
                    AcquireOutcome outcome = contender.acquire();
                    held = outcome instanceof AcquireOutcome.Won won ? Optional.of(won.claim()) : Optional.empty();
                    return "acquire: " + outcome;
                }
            }
        }

        private String lead(Random random, Claim claim) {
            switch (random.nextInt(4)) {
                case 0 -> {
                    held = Optional.empty();
                    assertThat(contender.release(claim)).isInstanceOf(ReleaseOutcome.Released.class);
                    return "release " + claim.epoch();
                }
                case 1 -> {
                    held = Optional.empty();
                    abandoned.add(contender.contender().release(claim, ReleaseRequest.of(EndReason.RESIGNED)));
                    abandoned.add(contender.backend().renew(List.of(claim)));
                    return "release and renew " + claim.epoch() + ", both given up";
                }
                case 2 -> {
                    held = Optional.empty();
                    abandoned.add(contender.contender().withdraw());
                    return "withdraw " + claim.epoch() + ", given up";
                }
                default -> {
                    assertThat(contender.renew(claim)).isInstanceOf(RenewOutcome.Renewed.class);
                    return "renew " + claim.epoch();
                }
            }
        }

        void awaitAbandoned() {
            abandoned.forEach(TestContender::await);
            abandoned.clear();
        }
    }

    @Test // API-6
    @Timeout(100)
    void lateOperationTouchesNothingNewer() throws IOException {
        long seed = Long.getLong("baton.seed", System.nanoTime());
        System.out.println("seed " + seed + " (repeat with -Dbaton.seed=" + seed + ")");
        Random random = new Random(seed);
        FileBackend first = store.realTimeProcess();
        List<Impatient> candidates = List.of(
                new Impatient(store.contender(first, "a")),
                new Impatient(store.contender(first, "a")),
                new Impatient(store.realTimeContender("b")));
        List<String> steps = new ArrayList<>();
        for (int i = 0; i < STEPS; i++) {
            int which = random.nextInt(candidates.size());
            try {
                steps.add("candidate " + which + ": " + candidates.get(which).step(random));
                assertStoreAgrees(candidates);
                if (random.nextInt(20) == 0) {
                    candidates.forEach(Impatient::awaitAbandoned);
                    assertStoreAgrees(candidates);
                }
            } catch (AssertionError failed) {
                List<String> last = steps.subList(Math.max(0, steps.size() - 20), steps.size());
                throw new AssertionError(
                        "seed " + seed + ", step " + i + ", after:\n" + String.join("\n", last), failed);
            }
        }
        assertThat(steps).anyMatch(step -> step.contains("acquire: Won"));
    }

    private void assertStoreAgrees(List<Impatient> candidates) throws IOException {
        List<Impatient> leaders =
                candidates.stream().filter(each -> each.held.isPresent()).toList();
        assertThat(leaders).hasSizeLessThanOrEqualTo(1);
        for (Impatient leader : leaders) {
            LockRecord record =
                    LockRecord.read(Files.readAllBytes(store.lock())).orElseThrow();
            assertThat(record.owner().isSameAs(leader.contender.contender().owner()))
                    .isTrue();
            assertThat(record.epoch()).isEqualTo(leader.held.orElseThrow().epoch());
        }
    }
}
