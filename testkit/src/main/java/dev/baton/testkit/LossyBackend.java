package dev.baton.testkit;

import dev.baton.machine.Timing;
import dev.baton.spi.AcquireOutcome;
import dev.baton.spi.Backend;
import dev.baton.spi.BackendDefaults;
import dev.baton.spi.Check;
import dev.baton.spi.Claim;
import dev.baton.spi.Contender;
import dev.baton.spi.Contest;
import dev.baton.spi.Departure;
import dev.baton.spi.Failover;
import dev.baton.spi.LeaderRecord;
import dev.baton.spi.ReignRecord;
import dev.baton.spi.ReleaseOutcome;
import dev.baton.spi.RenewOutcome;
import dev.baton.spi.Roster;
import dev.baton.spi.Subscription;
import dev.baton.spi.Watcher;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;

/** A backend whose requests are applied and whose replies can get lost. */
public final class LossyBackend implements Backend {
    private final Backend real;
    private final AtomicInteger acquires = new AtomicInteger();
    private final AtomicInteger renewals = new AtomicInteger();
    private final AtomicInteger releases = new AtomicInteger();

    public LossyBackend(Backend real) {
        this.real = real;
    }

    /** Loses the replies to the next attempts. */
    public void loseAcquires(int count) {
        acquires.set(count);
    }

    /** Loses the replies to the next renewals. */
    public void loseRenewals(int count) {
        renewals.set(count);
    }

    /** Loses the replies to the next releases. */
    public void loseReleases(int count) {
        releases.set(count);
    }

    @Override
    public Contender contend(Contest contest) {
        Contender contender = real.contend(contest);
        return new Contender() {
            @Override
            public CompletionStage<AcquireOutcome> acquire(long floor) {
                return contender
                        .acquire(floor)
                        .thenApply(outcome -> lost(acquires)
                                ? new AcquireOutcome.Unknown(new IOException("the reply to an acquire was lost"))
                                : outcome);
            }

            @Override
            public CompletionStage<RenewOutcome> reclaim(Claim claim) {
                return contender.reclaim(claim);
            }

            @Override
            public CompletionStage<ReleaseOutcome> release(Claim claim, Departure departure) {
                return contender
                        .release(claim, departure)
                        .thenApply(outcome -> lost(releases)
                                ? new ReleaseOutcome.Unknown(new IOException("the reply to a release was lost"))
                                : outcome);
            }

            @Override
            public CompletionStage<Void> withdraw() {
                return contender.withdraw();
            }

            @Override
            public void close() {
                contender.close();
            }
        };
    }

    @Override
    public CompletionStage<Map<Claim, RenewOutcome>> renew(List<Claim> claims) {
        return real.renew(claims).thenApply(answers -> {
            if (!lost(renewals)) {
                return answers;
            }
            Map<Claim, RenewOutcome> unknown = new LinkedHashMap<>();
            claims.forEach(claim ->
                    unknown.put(claim, new RenewOutcome.Unknown(new IOException("the reply to a renewal was lost"))));
            return unknown;
        });
    }

    @Override
    public int mostRenewalsAtOnce() {
        return real.mostRenewalsAtOnce();
    }

    private static boolean lost(AtomicInteger left) {
        return left.getAndUpdate(count -> Math.max(0, count - 1)) > 0;
    }

    @Override
    public String describe() {
        return real.describe();
    }

    @Override
    public BackendDefaults defaults() {
        return real.defaults();
    }

    @Override
    public String mintInstanceId() {
        return real.mintInstanceId();
    }

    @Override
    public CompletionStage<Optional<LeaderRecord>> observe(String election) {
        return real.observe(election);
    }

    @Override
    public CompletionStage<List<String>> elections() {
        return real.elections();
    }

    @Override
    public Subscription watch(String election, Watcher watcher) {
        return real.watch(election, watcher);
    }

    @Override
    public Duration watchStaleness() {
        return real.watchStaleness();
    }

    @Override
    public CompletionStage<List<ReignRecord>> history(String election) {
        return real.history(election);
    }

    @Override
    public Roster roster() {
        return real.roster();
    }

    @Override
    public Failover failover(Timing timing) {
        return real.failover(timing);
    }

    @Override
    public List<Check> selfTest() {
        return real.selfTest();
    }

    @Override
    public void close() {
        real.close();
    }
}
