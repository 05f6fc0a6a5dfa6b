package dev.baton.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.BatonClock;
import dev.baton.EndReason;
import dev.baton.spi.AcquireOutcome;
import dev.baton.spi.Claim;
import dev.baton.spi.Contender;
import dev.baton.spi.ContenderSettings;
import dev.baton.spi.ReleaseOutcome;
import dev.baton.spi.ReleaseRequest;
import dev.baton.spi.RenewOutcome;
import dev.baton.support.json.Json;
import dev.baton.support.json.JsonFields;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Requests that overlap in any order: no late effect of an earlier attempt touches a later one. */
class InterleavingsTest {
    private static final LeaseOptions HOUR = LeaseOptions.of(Duration.ofHours(1));
    private static final int SEQUENCES = 12;
    private static final int STEPS = 40;

    private final SqliteLeaseStore store = new SqliteLeaseStore();
    private final List<Side> sides = new ArrayList<>();

    /** A backend with one candidate, which is replaced now and then, and what its answers made it believe. */
    private static final class Side {
        private final LeaseBackend backend;
        private final String id;
        private final List<CompletableFuture<?>> pending = new ArrayList<>();
        private final List<Claim> claims = new ArrayList<>();
        private Contender contender;
        private Optional<CompletableFuture<AcquireOutcome>> attempt = Optional.empty();

        Side(LeaseBackend backend, String id) {
            this.backend = backend;
            this.id = id;
            this.contender = contend();
        }

        private Contender contend() {
            return backend.contend(new ContenderSettings("nightly", id, 0, "", new SilentSignals()));
        }

        private <T> CompletableFuture<T> sent(CompletableFuture<T> request) {
            pending.add(request);
            return request;
        }

        void acquire() {
            if (attempt.isEmpty()) {
                attempt = Optional.of(sent(contender.acquire(0).toCompletableFuture()));
            }
        }

        /** Ends the attempt for its caller, whatever its answer will be. */
        void withdraw() {
            sent(contender.withdraw().toCompletableFuture());
            attempt = Optional.empty();
        }

        void restart() {
            withdraw();
            contender.close();
            contender = contend();
        }

        void release() {
            leading().ifPresent(claim -> {
                sent(contender
                        .release(claim, ReleaseRequest.of(EndReason.RESIGNED))
                        .toCompletableFuture());
                attempt = Optional.empty();
            });
        }

        void repeatAnOldRequest(Random random) {
            if (claims.isEmpty()) {
                return;
            }
            Claim old = claims.get(random.nextInt(claims.size()));
            if (random.nextBoolean()) {
                sent(backend.renew(List.of(old)).toCompletableFuture());
            } else if (!leading().equals(Optional.of(old))) {
                sent(contender
                        .release(old, ReleaseRequest.of(EndReason.RESIGNED))
                        .thenAccept(outcome -> assertThat(outcome).isNotInstanceOf(ReleaseOutcome.Released.class))
                        .toCompletableFuture());
            }
        }

        Optional<Claim> leading() {
            Optional<Claim> claim = attempt.filter(CompletableFuture::isDone)
                    .map(CompletableFuture::join)
                    .filter(AcquireOutcome.Won.class::isInstance)
                    .map(outcome -> ((AcquireOutcome.Won) outcome).claim());
            claim.filter(one -> !claims.contains(one)).ifPresent(claims::add);
            return claim;
        }

        void settle() {
            pending.forEach(CompletableFuture::join);
            pending.clear();
            if (leading().isEmpty()) {
                attempt = Optional.empty();
            }
        }
    }

    @AfterEach
    void close() {
        sides.forEach(side -> side.backend.close());
        store.close();
    }

    @Test // LEASE-2, LEASE-10
    void whoeverHoldsAClaimIsInTheRowAfterEveryInterleaving() {
        for (String id : List.of("one", "other")) {
            sides.add(new Side(LeaseBackend.open("sqlite:" + store.file(), HOUR, BatonClock.system()), id));
        }
        sides.get(0).acquire();
        sides.get(0).settle();
        long seed = Long.getLong("baton.seed", System.nanoTime());
        System.out.println("InterleavingsTest -Dbaton.seed=" + seed);
        Random random = new Random(seed);
        for (int sequence = 0; sequence < SEQUENCES; sequence++) {
            for (int step = 0; step < STEPS; step++) {
                act(sides.get(random.nextInt(2)), random);
                if (random.nextInt(8) == 0) {
                    check("seed " + seed + ", sequence " + sequence + ", step " + step);
                }
            }
        }
    }

    private static void act(Side side, Random random) {
        switch (random.nextInt(8)) {
            case 0, 1, 2 -> side.acquire();
            case 3 -> side.withdraw();
            case 4 -> side.restart();
            case 5 -> side.release();
            default -> side.repeatAnOldRequest(random);
        }
    }

    private void check(String where) {
        sides.forEach(Side::settle);
        List<String> leading = new ArrayList<>();
        for (Side side : sides) {
            side.leading().ifPresent(claim -> {
                leading.add(side.id + " " + claim.epoch());
                assertThat(side.backend
                                .renew(List.of(claim))
                                .toCompletableFuture()
                                .join()
                                .get(claim))
                        .as(where)
                        .isInstanceOf(RenewOutcome.Renewed.class);
            });
        }
        String row = store.text("SELECT payload FROM objects WHERE object_type = 'reconciler_lease'");
        if (row.isEmpty()) {
            assertThat(leading).as(where).isEmpty();
        } else {
            JsonFields fields = new JsonFields("lease", Json.parseObject(row));
            assertThat(leading).as(where).containsExactly(fields.text("holder") + " " + fields.number("epoch"));
        }
    }

    @Test // LEASE-2
    void attemptThatWasWithdrawnBeforeItRanIsNotGranted() throws Exception {
        Side side = new Side(LeaseBackend.open("sqlite:" + store.file(), HOUR, BatonClock.system()), "one");
        sides.add(side);
        side.acquire();
        side.settle();
        side.release();
        side.settle();
        try (Connection other = DriverManager.getConnection("jdbc:sqlite:" + store.file());
                Statement statement = other.createStatement()) {
            statement.execute("BEGIN IMMEDIATE");
            CompletableFuture<?> blocked = side.contender.acquire(0).toCompletableFuture();
            CompletableFuture<AcquireOutcome> queued = side.contender.acquire(0).toCompletableFuture();
            CompletableFuture<Void> withdrawn = side.contender.withdraw().toCompletableFuture();
            statement.execute("ROLLBACK");
            withdrawn.join();
            assertThat(blocked.join()).isNotInstanceOf(AcquireOutcome.Won.class);
            assertThat(queued.join()).isNotInstanceOf(AcquireOutcome.Won.class);
        }
        assertThat(store.text("SELECT count(*) FROM objects WHERE object_type = 'reconciler_lease'"))
                .isEqualTo("0");
    }
}
