package dev.baton.reconcile;

import java.time.Duration;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What succeeds and what fails in the tenures of one replica, and since when. Resources that fail do not count as a failure of
 * the reconciler while others succeed; a sweep, the fence, the store, every resource or a standstill does. The caller supplies
 * the time. Thread-safe.
 */
final class ReconcileProgress {
    /**
     * Different resources that fail, without one that succeeds, before another one is looked at to find out; also failures
     * before they count if there is no other one.
     */
    private static final int SEVERAL = 3;

    /** What can fail. */
    enum Part {
        WORK("its work has ended by an error"),
        PROCESS("the records are in use"),
        FENCE("it is fenced out"),
        STORE("the store does not accept its writes"),
        SWEEP("its sweeps fail"),
        RESOURCES("every resource fails"),
        SWEEP_STALL("a sweep does not go on"),
        STALL("nothing succeeds");

        private final String text;

        Part(String text) {
            this.text = text;
        }
    }

    private record Trouble(long sinceNanos, String why) {}

    private final Map<Part, Trouble> troubles = new EnumMap<>(Part.class);
    private final Set<String> failingResources = new HashSet<>();
    /** Failed looks since the last one that succeeded. */
    private long failedLooks;

    private long firstResourceFailure;
    /** A resource that had not failed before. If it fails too, all do. */
    private String probe = "";

    private String lastResourceFailure = "";
    private long sweeps;
    private boolean sweptInTenure;
    private Duration lastSweep = Duration.ZERO;
    private long failures;
    private Optional<Long> lastSuccess = Optional.empty();
    private long activeAt;
    /** When a part of the present sweep has ended last. */
    private Optional<Long> sweepActiveAt = Optional.empty();

    /** A tenure begins: what failed in earlier ones does not count. */
    synchronized void begin(long now) {
        activeAt = now;
        troubles.clear();
        looked();
        sweptInTenure = false;
        sweepActiveAt = Optional.empty();
    }

    /** A sweep begins, or a part of it has ended, well or not. */
    synchronized void sweeping(long now) {
        sweepActiveAt = Optional.of(now);
        troubles.remove(Part.SWEEP_STALL);
    }

    private void sweepEnded() {
        sweepActiveAt = Optional.empty();
        troubles.remove(Part.SWEEP_STALL);
    }

    synchronized void swept(Duration took, long now) {
        sweeps++;
        lastSweep = took;
        sweptInTenure = true;
        sweepEnded();
        succeeded(Part.SWEEP, now);
    }

    synchronized void sweepFailed(String why, long now) {
        sweepEnded();
        failed(Part.SWEEP, why, now);
    }

    /** No resource fails any more, so that what they failed by is over. */
    synchronized void recovered() {
        troubles.remove(Part.STORE);
        looked();
    }

    /** A resource was looked at without a failure: the driver, the session check and the codecs work. */
    synchronized void looked() {
        troubles.remove(Part.RESOURCES);
        failingResources.clear();
        failedLooks = 0;
        probe = "";
    }

    /** Something has succeeded, or the driver has answered. */
    synchronized void succeeded(Part part, long now) {
        troubles.remove(part);
        answered(now);
    }

    synchronized void answered(long now) {
        troubles.remove(Part.STALL);
        activeAt = now;
        lastSuccess = Optional.of(now);
    }

    /**
     * Code without a time limit, such as a codec, can hang: then there is no failure, and no success either. What it does for
     * one resource can hang while others succeed: then the present sweep never ends, and no other begins.
     */
    synchronized void checkStall(Duration limit, long now) {
        if (now - activeAt > limit.toNanos()) {
            String why = "no sweep, write or answer of the driver for more than " + limit.toMillis()
                    + " ms; a codec may hang";
            troubles.put(Part.STALL, new Trouble(activeAt + limit.toNanos(), why));
        }
        if (sweepActiveAt.isPresent() && now - sweepActiveAt.get() > limit.toNanos()) {
            String why = "no part of it has ended for more than " + limit.toMillis() + " ms; a codec may hang";
            troubles.put(Part.SWEEP_STALL, new Trouble(sweepActiveAt.get() + limit.toNanos(), why));
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

    /** The look at one resource failed: the driver, the session check or a codec. */
    synchronized void failed(String id, String why, long now) {
        failures++;
        failedLooks++;
        if (failingResources.isEmpty()) {
            firstResourceFailure = now;
        }
        if (failingResources.size() < SEVERAL) {
            failingResources.add(id);
        }
        lastResourceFailure = why;
        if (probe.equals(id) || troubles.containsKey(Part.RESOURCES)) {
            everyResourceFails();
        }
    }

    /** Returns whether several resources have failed since the last one that did not. */
    synchronized boolean severalFail() {
        return failingResources.size() >= SEVERAL;
    }

    /** Returns whether looks have failed repeatedly since the last one that did not. */
    synchronized boolean failsRepeatedly() {
        return failedLooks >= SEVERAL;
    }

    /** A resource that has not failed will be looked at. */
    synchronized void probe(String id) {
        probe = id;
    }

    /** There is no resource that has not failed. */
    synchronized void everyResourceFails() {
        troubles.put(Part.RESOURCES, new Trouble(firstResourceFailure, lastResourceFailure));
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
