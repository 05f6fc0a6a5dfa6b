package dev.baton.lab.nemesis.store;

import dev.baton.lab.nemesis.fault.ActiveFault;
import dev.baton.lab.nemesis.schedule.FaultKind;
import dev.baton.lab.nemesis.schedule.PlannedFault;
import dev.baton.support.thread.NamedThreads;
import dev.baton.testkit.FaultProxy;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** Faults of the links of one process. */
final class NetworkFaults {
    static final Set<FaultKind> KINDS =
            EnumSet.of(FaultKind.CUT, FaultKind.ONE_WAY, FaultKind.SLOW, FaultKind.RESET, FaultKind.REFUSE);

    private static final int MAX_DELAY_MILLIS = 400;
    private static final long RESET_MILLIS = 120;

    private NetworkFaults() {}

    static ActiveFault of(PlannedFault fault, List<FaultProxy> links) {
        ActiveFault.FaultAction heal = () -> links.forEach(FaultProxy::heal);
        return switch (fault.kind()) {
            case CUT -> ActiveFault.of(() -> links.forEach(FaultProxy::blackhole), heal);
            case ONE_WAY -> ActiveFault.of(() -> links.forEach(FaultProxy::blackholeReplies), heal);
            case SLOW -> {
                Duration delay = Duration.ofMillis(10 + fault.choice() % MAX_DELAY_MILLIS);
                yield ActiveFault.of(() -> links.forEach(link -> link.delay(delay)), heal);
            }
            case REFUSE -> ActiveFault.of(() -> links.forEach(FaultProxy::refuse), heal);
            case RESET -> resets(links);
            default -> throw new IllegalArgumentException("not a fault of the network: " + fault.kind());
        };
    }

    /** Resets the connections again and again, as a lossy link does to those that have a timeout. */
    private static ActiveFault resets(List<FaultProxy> links) {
        AtomicBoolean over = new AtomicBoolean();
        return ActiveFault.of(
                () -> NamedThreads.start("resets", () -> {
                    while (!over.get()) {
                        links.forEach(FaultProxy::reset);
                        pause();
                    }
                }),
                () -> over.set(true));
    }

    private static void pause() {
        try {
            TimeUnit.MILLISECONDS.sleep(RESET_MILLIS);
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }
}
