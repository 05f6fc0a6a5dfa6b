package dev.baton.testkit;

import dev.baton.Baton;
import dev.baton.BatonClock;
import dev.baton.Candidate;
import dev.baton.CandidateSettings;
import dev.baton.Leadership;
import dev.baton.internal.runtime.BatonRuntime;
import dev.baton.internal.runtime.RuntimeEnvironment;
import dev.baton.spi.Backend;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** The memory store behind the contract's hooks. */
final class MemoryContractStore implements ContractStore {
    private final MemoryStore store = new MemoryStore();

    @Override
    public Backend open(BatonClock clock) {
        return store.open(clock);
    }

    @Override
    public TestCandidate contestant(String election, String instanceId, Duration validity) {
        return new MemoryContestant(store, election, instanceId, validity);
    }

    @Override
    public void deleteLock(String election) {
        store.deleteClaim(election);
    }

    @Override
    public void corruptLock(String election) {
        store.deleteClaim(election);
    }

    @Override
    public void breakDown() {
        store.breakDown();
    }

    @Override
    public void repair() {
        store.repair();
    }

    @Override
    public void restart() {
        store.breakDown();
        store.repair();
    }

    @Override
    public void close() {
        // Nothing is kept.
    }

    /** A contestant whose process is a connection, and whose freeze is a loop that holds everything back. */
    private static final class MemoryContestant implements TestCandidate {
        private final FreezableLoop loop;
        private final MemoryBackend backend;
        private final Candidate candidate;
        private final Baton baton;
        private final AtomicLong epoch = new AtomicLong();

        MemoryContestant(MemoryStore store, String election, String instanceId, Duration validity) {
            RuntimeEnvironment real = RuntimeEnvironment.real(BatonClock.system());
            loop = new FreezableLoop(real.loop());
            backend = store.open(real.clock());
            baton = BatonRuntime.over(
                    new RuntimeEnvironment(real.clock(), loop, real.callbacks(), real.work()), clock -> backend);
            candidate = baton.election(election)
                    .candidate(CandidateSettings.builder()
                            .instanceId(instanceId)
                            .validity(validity)
                            .build());
            candidate.start();
        }

        @Override
        public String instanceId() {
            return candidate.instanceId();
        }

        @Override
        public Standing standing() {
            boolean leader = candidate.isLeader();
            candidate.leadership().map(Leadership::epoch).ifPresent(epoch::set);
            return new Standing(leader, epoch.get());
        }

        @Override
        public void crash() {
            loop.freeze();
            backend.crash();
        }

        @Override
        public void freeze() {
            standing();
            loop.freeze();
        }

        @Override
        public void thaw() {
            loop.thaw();
        }

        @Override
        public void close() {
            loop.close();
            backend.close();
        }
    }
}
