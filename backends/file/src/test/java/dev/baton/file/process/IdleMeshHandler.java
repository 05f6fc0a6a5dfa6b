package dev.baton.file.process;

import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** Collects all messages and ticks once an hour. */
final class IdleMeshHandler implements ProcessMesh.MeshHandler {
    final Queue<WakeupMessage.Kind> received = new ConcurrentLinkedQueue<>();
    final AtomicInteger ticks = new AtomicInteger();
    final AtomicInteger connections = new AtomicInteger();
    volatile List<LiveProcess> others = List.of();
    final AtomicInteger errors = new AtomicInteger();
    volatile boolean newProcesses;

    @Override
    public void messageReceived(WakeupMessage message) {
        fail();
        received.add(message.kind());
    }

    /** Fails as often as {@link #errors} says. */
    private void fail() {
        if (errors.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
            throw new OutOfMemoryError("test");
        }
    }

    @Override
    public boolean reportIfEnded(LiveProcess process) {
        return false;
    }

    @Override
    public List<LiveProcess> tick() {
        fail();
        ticks.incrementAndGet();
        return others;
    }

    @Override
    public Duration tickInterval() {
        return Duration.ofHours(1);
    }

    @Override
    public boolean hasNewProcesses() {
        boolean now = newProcesses;
        newProcesses = false;
        return now;
    }

    @Override
    public Duration scanInterval() {
        return Duration.ofMillis(10);
    }

    @Override
    public void peersConnected() {
        connections.incrementAndGet();
    }
}
