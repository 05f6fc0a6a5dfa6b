package dev.baton.testkit;

import dev.baton.LeaderInfo;
import dev.baton.Registration;
import dev.baton.Tenure;
import dev.baton.spi.AcquireOutcome;
import dev.baton.spi.Backend;
import dev.baton.spi.BackendDefaults;
import dev.baton.spi.CandidateTiming;
import dev.baton.spi.Claim;
import dev.baton.spi.Contender;
import dev.baton.spi.ContenderSettings;
import dev.baton.spi.FailoverTimes;
import dev.baton.spi.LeaderWatcher;
import dev.baton.spi.ReleaseOutcome;
import dev.baton.spi.ReleaseRequest;
import dev.baton.spi.RenewOutcome;
import dev.baton.spi.Roster;
import dev.baton.spi.StoreCheck;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** A backend that delegates to another one. Extend it to change single methods in a test. */
public class ForwardingBackend implements Backend {
    private final Backend real;

    /** Delegates to the given backend. */
    protected ForwardingBackend(Backend real) {
        this.real = real;
    }

    @Override
    public Contender contend(ContenderSettings settings) {
        return real.contend(settings);
    }

    @Override
    public CompletionStage<Map<Claim, RenewOutcome>> renew(List<Claim> claims) {
        return real.renew(claims);
    }

    @Override
    public int maxRenewalBatch() {
        return real.maxRenewalBatch();
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
    public String newInstanceId() {
        return real.newInstanceId();
    }

    @Override
    public CompletionStage<Optional<LeaderInfo>> observe(String election) {
        return real.observe(election);
    }

    @Override
    public CompletionStage<List<String>> elections() {
        return real.elections();
    }

    @Override
    public Registration watch(String election, LeaderWatcher watcher) {
        return real.watch(election, watcher);
    }

    @Override
    public Duration watchStaleness() {
        return real.watchStaleness();
    }

    @Override
    public CompletionStage<List<Tenure>> history(String election) {
        return real.history(election);
    }

    @Override
    public CompletionStage<Optional<String>> transferObstacle(String election, String successor) {
        return real.transferObstacle(election, successor);
    }

    @Override
    public Roster roster() {
        return real.roster();
    }

    @Override
    public FailoverTimes failover(CandidateTiming timing) {
        return real.failover(timing);
    }

    @Override
    public List<StoreCheck> selfTest() {
        return real.selfTest();
    }

    @Override
    public void close() {
        real.close();
    }

    /** A contender that delegates to another one. */
    protected static class ForwardingContender implements Contender {
        private final Contender real;

        /** Delegates to the given contender. */
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
        public CompletionStage<ReleaseOutcome> release(Claim claim, ReleaseRequest request) {
            return real.release(claim, request);
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
