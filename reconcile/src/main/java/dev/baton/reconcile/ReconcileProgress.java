package dev.baton.reconcile;

import java.time.Duration;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What succeeds and what fails in the tenures of one replica, and since when. One resource that fails does not count as a
 * failure of the reconciler; a sweep, the fence, the store, every resource or a standstill does. The caller supplies the time. Thread-safe.
 */
final class ReconcileProgress {
    /** Different resources that fail, without one that succeeds, before the driver itself counts as failing. */
    private static final int SEVERAL = 3;

    /** What can fail. */
    enum Part {
        PROCESS("the records are in use"),
        FENCE("it is fenced out"),
        STORE("the store does not accept its writes"),
        SWEEP("its sweeps fail"),
        DRIVER("the driver fails for every resource"),
        STALL("nothing succeeds");

        private final String text;

        Part(String text) {
            this.text = text;
        }
    }

    private record Trouble(long sinceNanos, String why) {}

    private final Map<Part, Trouble> troubles = new EnumMap<>(Part.class);
    private final Set<String> failingResources = new HashSet<>();
    private long firstResourceFailure;
    private long sweeps;
    private boolean sweptInTenure;
    private Duration lastSweep = Duration.ZERO;
    private long failures;
    private Optional<Long> lastSuccess = Optional.empty();
    private long activeAt;

    /** A tenure begins: what failed in earlier ones does not count. */
    synchronized void begin(long now) {
        activeAt = now;
        troubles.clear();
        failingResources.clear();
        sweptInTenure = false;
    }

    synchronized void swept(Duration took, long now) {
        sweeps++;
        lastSweep = took;
        sweptInTenure = true;
        succeeded(Part.SWEEP, now);
    }

    /** No resource fails any more, so that what they failed by is over. */
    synchronized void recovered() {
        troubles.remove(Part.STORE);
        troubles.remove(Part.DRIVER);
        failingResources.clear();
    }

    synchronized void succeeded(Part part, long now) {
        troubles.remove(part);
        if (part == Part.DRIVER) {
            failingResources.clear();
        }
        troubles.remove(Part.STALL);
        activeAt = now;
        lastSuccess = Optional.of(now);
    }

    /** Code without a time limit, such as a session check, can hang: then there is no failure, and no success either. */
    synchronized void checkStall(Duration limit, long now) {
        if (now - activeAt > limit.toNanos()) {
            String why = "no sweep, write or answer of the driver for more than " + limit.toMillis()
                    + " ms; a session check or a codec may hang";
            troubles.put(Part.STALL, new Trouble(activeAt + limit.toNanos(), why));
        }
    }

    synchronized void failed(Part part, String why, long now) {
        failures++;
        Trouble before = troubles.get(part);
        troubles.put(part, new Trouble(before == null ? now : before.sinceNanos, why));
    }

    /** Something cannot begin yet. That is no failed attempt. */
    synchronized void blocked(Part part, String why, long now) {
        troubles.putIfAbsent(part, new Trouble(now, why));
    }

    /** A call of the driver for one resource failed. */
    synchronized void failed(String id, String why, long now) {
        failures++;
        if (failingResources.isEmpty()) {
            firstResourceFailure = now;
        }
        if (failingResources.size() < SEVERAL) {
            failingResources.add(id);
        }
        if (failingResources.size() == SEVERAL) {
            troubles.put(Part.DRIVER, new Trouble(firstResourceFailure, why));
        }
    }

    /** Returns how long something that reconciling needs has been failing; zero if nothing is. */
    synchronized Duration failingFor(long now) {
        return troubles.values().stream()
                .map(trouble -> Duration.ofNanos(Math.max(0, now - trouble.sinceNanos)))
                .max(Duration::compareTo)
                .orElse(Duration.ZERO);
    }

    /** Returns what is failing, with its cause; empty if nothing is. */
    synchronized Optional<String> failing() {
        return troubles.entrySet().stream().findFirst().map(first -> first.getKey().text + ": " + first.getValue().why);
    }

    synchronized boolean hasSwept() {
        return sweptInTenure;
    }

    synchronized boolean isFencedOut() {
        return troubles.containsKey(Part.FENCE);
    }

    synchronized long sweeps() {
        return sweeps;
    }

    synchronized Duration lastSweep() {
        return lastSweep;
    }

    synchronized long failures() {
        return failures;
    }

    synchronized Optional<Duration> sinceSuccess(long now) {
        return lastSuccess.map(at -> Duration.ofNanos(Math.max(0, now - at)));
    }
}
