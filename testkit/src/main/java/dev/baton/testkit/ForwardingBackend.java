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
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** A backend that passes everything on to another one; extend it to misbehave in a chosen way. */
public class ForwardingBackend implements Backend {
    private final Backend real;

    protected ForwardingBackend(Backend real) {
        this.real = real;
    }

    @Override
    public Contender contend(Contest contest) {
        return real.contend(contest);
    }

    @Override
    public CompletionStage<Map<Claim, RenewOutcome>> renew(List<Claim> claims) {
        return real.renew(claims);
    }

    @Override
    public int mostRenewalsAtOnce() {
        return real.mostRenewalsAtOnce();
    }

    @Override
    public String describe() {
        return real.describe();
    }

    @Override
    public String logTags(String election) {
        return real.logTags(election);
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

    /** A candidate's side of it, passed on likewise. */
    protected static class ForwardingContender implements Contender {
        private final Contender real;

        protected ForwardingContender(Contender real) {
            this.real = real;
        }

        @Override
        public CompletionStage<AcquireOutcome> acquire(long floor) {
            return real.acquire(floor);
        }

        @Override
        public CompletionStage<RenewOutcome> reclaim(Claim claim) {
            return real.reclaim(claim);
        }

        @Override
        public CompletionStage<ReleaseOutcome> release(Claim claim, Departure departure) {
            return real.release(claim, departure);
        }

        @Override
        public CompletionStage<Void> withdraw() {
            return real.withdraw();
        }

        @Override
        public void close() {
            real.close();
        }
    }
}
