package dev.baton.testkit;

import dev.baton.Baton;
import dev.baton.BatonClock;
import dev.baton.CandidateSettings;
import dev.baton.Leadership;
import dev.baton.internal.runtime.BatonRuntime;
import dev.baton.internal.runtime.RuntimeEnvironment;
import dev.baton.spi.Backend;
import dev.baton.spi.RunningCommand;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/** The memory store as a contract store, with a short claim timeout. */
final class MemoryContractStore implements ContractStore {
    private final MemoryStore store = new MemoryStore(Duration.ofSeconds(3));

    @Override
    public Map<StoreFeature, String> optOuts() {
        return Map.of(
                StoreFeature.TRAFFIC, "there is no network",
                StoreFeature.EPOCH_EDITS, "no other program reaches the memory",
                StoreFeature.OTHER_USER, "all processes are in this JVM",
                StoreFeature.OWN_NAMESPACES, "all processes are in this JVM");
    }

    @Override
    public Backend open(BatonClock clock) {
        return store.open(clock);
    }

    @Override
    public TestCandidate testCandidate(String election, String instanceId, Duration validity) {
        return new MemoryTestCandidate(store, election, instanceId, validity);
    }

    @Override
    public Optional<StoreHolder> holderInStore(String election) {
        return store.holder(election);
    }

    /** All its processes are in this JVM. */
    @Override
    public Optional<TestCandidate> isolatedCandidate(
            String election, String instanceId, Duration validity, ProcessIsolation isolation) {
        return Optional.empty();
    }

    @Override
    public Optional<String> stateInStore(String election) {
        return Optional.of(store.state(election));
    }

    @Override
    public boolean onTraffic(Runnable hook) {
        return false;
    }

    @Override
    public long unsyncedPages(String election) {
        return 0;
    }

    @Override
    public boolean rewriteEpoch(String election, long epoch) {
        return false;
    }

    @Override
    public void crash() {
        restart();
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
        // Nothing to free.
    }

    /** A candidate whose process is a connection with a loop that can be frozen. */
    private static final class MemoryTestCandidate implements TestCandidate {
        private final FreezableLoop loop;
        private final MemoryBackend backend;
        private final RestartableCandidate candidate;
        private final CallThreads threads = new CallThreads();
        private final Baton baton;
        private final String election;
        private final AtomicLong epoch = new AtomicLong();

        MemoryTestCandidate(MemoryStore store, String election, String instanceId, Duration validity) {
            this.election = election;
            RuntimeEnvironment real = RuntimeEnvironment.real(BatonClock.system());
            loop = new FreezableLoop(real.loop());
            backend = store.open(real.clock());
            baton = BatonRuntime.over(
                    new RuntimeEnvironment(real.clock(), loop, real.callbacks(), real.work(), real.onClose()),
                    clock -> backend);
            CandidateSettings settings = CandidateSettings.builder()
                    .instanceId(instanceId)
                    .validity(validity)
                    .build();
            candidate = new RestartableCandidate(() -> baton.election(election).candidate(settings));
            candidate.call(CandidateCall.Kind.START, "");
        }

        @Override
        public String instanceId() {
            return candidate.instanceId();
        }

        @Override
        public Status status() {
            Optional<Leadership> leadership = candidate.leadership();
            leadership.map(Leadership::epoch).ifPresent(epoch::set);
            return new Status(
                    leadership.isPresent(), leadership.map(Leadership::epoch).orElseGet(epoch::get));
        }

        @Override
        public void call(CandidateCall call, String target) {
            threads.submit(call.thread(), () -> candidate.call(call.kind(), target));
        }

        @Override
        public void finishCalls() {
            threads.finish();
            candidate.close();
        }

        @Override
        public boolean record(RunningCommand command) {
            return backend.record(election, status().epoch(), command)
                    .toCompletableFuture()
                    .join();
        }

        @Override
        public void crash() {
            loop.freeze();
            backend.crash();
        }

        @Override
        public void freeze() {
            status();
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
