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
import dev.baton.spi.Signals;
import dev.baton.spi.Subscription;
import dev.baton.spi.Watcher;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A backend that holds its answers back until it is told to give them, counts, and throws when told to. */
final class StubbornBackend implements Backend {
    private final Backend real;
    private final List<Runnable> heldBack = new ArrayList<>();
    private boolean holdsBack;
    private final Map<String, Signals> signals = new HashMap<>();
    final List<Integer> renewals = new ArrayList<>();
    final List<Long> released = new ArrayList<>();
    boolean throwsOnAcquire;
    boolean throwsOnRenew;
    boolean throwsOnWithdraw;
    boolean answersNothing;
    boolean observesNothing;
    boolean releasesFail;

    StubbornBackend(Backend real) {
        this.real = real;
    }

    /** The way in which the store tells a candidate unasked. */
    Signals signals(String instanceId) {
        return Objects.requireNonNull(signals.get(instanceId));
    }

    void holdBack() {
        holdsBack = true;
    }

    /** Gives every answer that was held back; those to come are given at once. */
    void letGo() {
        holdsBack = false;
        List.copyOf(heldBack).forEach(Runnable::run);
        heldBack.clear();
    }

    private <T> CompletionStage<T> pass(CompletionStage<T> answer) {
        if (answersNothing) {
            return new CompletableFuture<>();
        }
        if (!holdsBack) {
            return answer;
        }
        CompletableFuture<T> late = new CompletableFuture<>();
        heldBack.add(() -> answer.thenAccept(late::complete));
        return late;
    }

    @Override
    public Contender contend(Contest contest) {
        signals.put(contest.instanceId(), contest.signals());
        Contender contender = real.contend(contest);
        return new Contender() {
            @Override
            public CompletionStage<AcquireOutcome> acquire(long floor) {
                if (throwsOnAcquire) {
                    throw new IllegalStateException("a bug in acquire");
                }
                return pass(contender.acquire(floor));
            }

            @Override
            public CompletionStage<RenewOutcome> reclaim(Claim claim) {
                return pass(contender.reclaim(claim));
            }

            @Override
            public CompletionStage<ReleaseOutcome> release(Claim claim, Departure departure) {
                released.add(claim.epoch());
                if (releasesFail) {
                    return CompletableFuture.failedFuture(new IllegalStateException("a release failed"));
                }
                return pass(contender.release(claim, departure));
            }

            @Override
            public CompletionStage<Void> withdraw() {
                if (throwsOnWithdraw) {
                    throw new IllegalStateException("a bug in withdraw");
                }
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
        renewals.add(claims.size());
        if (throwsOnRenew) {
            throw new IllegalStateException("a bug in renew");
        }
        return pass(real.renew(claims));
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
        return observesNothing ? new CompletableFuture<>() : real.observe(election);
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
