package dev.baton.testkit;

import dev.baton.Candidate;
import dev.baton.Leadership;
import dev.baton.support.thread.NamedThreads;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * Compares again and again what candidates report of themselves with each other and with the store.
 *
 * <p>A leadership never becomes valid again. So one that is valid before and after a reading was valid during it: then
 * no other may be valid, and the store must name its holder and its epoch.
 */
public final class LeadershipSampler implements AutoCloseable {

    /**
     * One candidate.
     *
     * @param identity the candidate itself, which distinguishes it from another one with the same instance id
     * @param instanceId its instance id
     * @param validEpoch reads the epoch of its leadership; empty if it is not valid
     */
    public record Claimant(Object identity, String instanceId, Supplier<OptionalLong> validEpoch) {

        /** Returns a candidate of this process. */
        public static Claimant of(Candidate candidate) {
            return new Claimant(
                    candidate,
                    candidate.instanceId(),
                    () -> candidate.leadership().map(Leadership::epoch).stream()
                            .mapToLong(Long::longValue)
                            .findFirst());
        }
    }

    private static final long PAUSE_NANOS = 100_000;

    private final Supplier<List<Claimant>> claimants;
    private final Supplier<Optional<StoreHolder>> store;
    private final Set<String> violations = new LinkedHashSet<>();
    private final Thread thread;
    private volatile boolean ended;
    private final AtomicLong samples = new AtomicLong();

    /**
     * Starts to compare.
     *
     * @param claimants returns all candidates so far
     * @param store reads the holder from the store
     */
    public LeadershipSampler(Supplier<List<Claimant>> claimants, Supplier<Optional<StoreHolder>> store) {
        this.claimants = claimants;
        this.store = store;
        this.thread = NamedThreads.start("leadership-sampler", this::run);
    }

    private void run() {
        try {
            while (!ended) {
                claimants.get().forEach(this::sample);
                // Without a pause the sampler would take a core from the calls.
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        } catch (RuntimeException | AssertionError failed) {
            report("the store could not be read: " + failed);
        }
    }

    private void sample(Claimant claimant) {
        OptionalLong epoch = claimant.validEpoch().get();
        if (epoch.isEmpty()) {
            return;
        }
        List<String> others = claimants.get().stream()
                .filter(other -> other.identity() != claimant.identity())
                .flatMap(
                        other -> other.validEpoch().get().stream().mapToObj(its -> other.instanceId() + " with " + its))
                .toList();
        boolean alone = claimant.validEpoch().get().equals(epoch);
        Optional<StoreHolder> holder = store.get();
        boolean still = claimant.validEpoch().get().equals(epoch);
        String leader = claimant.instanceId() + " leads with epoch " + epoch.getAsLong();
        if (alone && !others.isEmpty()) {
            report(leader + " while others lead: " + others);
        }
        if (still
                && holder.filter(found -> found.is(claimant.instanceId(), epoch.getAsLong()))
                        .isEmpty()) {
            report(leader + ", but the store names "
                    + holder.map(Object::toString).orElse("nobody"));
        }
        samples.incrementAndGet();
    }

    private synchronized void report(String violation) {
        violations.add(violation);
    }

    /** Returns what was found so far. */
    public synchronized List<String> violations() {
        return List.copyOf(violations);
    }

    /** Returns how many readings of valid leaderships were compared. */
    public long samples() {
        return samples.get();
    }

    /** Stops to compare. */
    @Override
    public void close() {
        ended = true;
        try {
            thread.join();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
