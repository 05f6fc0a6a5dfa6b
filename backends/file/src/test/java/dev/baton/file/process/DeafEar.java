package dev.baton.file.process;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** An ear that wants to hear nothing, and for which an hour lies between two ticks. */
final class DeafEar implements ProcessMesh.Ear {
    final AtomicInteger ticks = new AtomicInteger();
    final AtomicInteger meetings = new AtomicInteger();
    volatile List<LiveProcess> others = List.of();
    volatile boolean newcomers;

    @Override
    public void poked(WakeupMessage poke) {}

    @Override
    public boolean hasEnded(LiveProcess process) {
        return false;
    }

    @Override
    public void ended(LiveProcess process) {}

    @Override
    public List<LiveProcess> tick() {
        ticks.incrementAndGet();
        return others;
    }

    @Override
    public long tickNanos() {
        return Duration.ofHours(1).toNanos();
    }

    @Override
    public boolean hasNewcomers() {
        boolean now = newcomers;
        newcomers = false;
        return now;
    }

    @Override
    public long glanceNanos() {
        return Duration.ofMillis(10).toNanos();
    }

    @Override
    public void met() {
        meetings.incrementAndGet();
    }
}
