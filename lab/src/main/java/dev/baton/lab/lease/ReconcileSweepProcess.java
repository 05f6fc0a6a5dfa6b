package dev.baton.lab.lease;

import dev.baton.lab.LineProtocol;
import dev.baton.reconcile.ReconcileSettings;
import dev.baton.reconcile.Reconciler;
import dev.baton.reconcile.ResourceCodec;
import dev.baton.reconcile.Resources;
import dev.baton.store.ObjectStore;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A program with a reconciler of the records in a store: {@code URL COUNT}. It replies to each command with {@code took
 * MILLISECONDS}, the time of one sweep, or with {@code heap BYTES}:
 *
 * <ul>
 *   <li>{@code first} makes the first sweep of a new reconciler, which reads everything.
 *   <li>{@code change N TEXT} changes as many resources and makes a sweep.
 *   <li>{@code sweep} makes a sweep.
 *   <li>{@code heap} measures the heap in use after a collection.
 * </ul>
 */
final class ReconcileSweepProcess {
    private final Resources<String, String> resources;
    private final ListedResources driver;
    private Reconciler<String, String> reconciler;

    private ReconcileSweepProcess(ObjectStore store, int count) {
        this.resources = new Resources<>(store, "lab", ResourceCodec.plain(), ResourceCodec.plain());
        this.driver = new ListedResources(count);
        this.reconciler = newReconciler();
    }

    public static void main(String[] args) throws Exception {
        LineProtocol protocol = new LineProtocol();
        try (ObjectStore store = ObjectStore.open(args[0])) {
            ReconcileSweepProcess process = new ReconcileSweepProcess(store, Integer.parseInt(args[1]));
            protocol.send("ready");
            protocol.runCommands(command -> protocol.send(process.run(command.split(" ", 3))));
            process.reconciler.close();
        }
    }

    private String run(String[] command) {
        switch (command[0]) {
            case "heap" -> {
                System.gc();
                return "heap "
                        + ManagementFactory.getMemoryMXBean()
                                .getHeapMemoryUsage()
                                .getUsed();
            }
            case "first" -> {
                reconciler.close();
                reconciler = newReconciler();
                reconciler.start();
                return took(1);
            }
            case "change" -> {
                for (int i = 1; i <= Integer.parseInt(command[1]); i++) {
                    driver.set(ListedResources.id(i), command[2]);
                }
                return nextSweep();
            }
            default -> {
                return nextSweep();
            }
        }
    }

    private Reconciler<String, String> newReconciler() {
        return Reconciler.alone(
                resources,
                driver,
                ReconcileSettings.defaults()
                        .withSweeps(Duration.ofHours(1), Duration.ofHours(1))
                        .withFullSweeps(Duration.ofHours(1)));
    }

    private String nextSweep() {
        long sweeps = reconciler.statistics().sweeps();
        driver.requestSweep();
        return took(sweeps + 1);
    }

    /** Waits for the sweep with this number and returns how long it took. */
    private String took(long number) {
        while (reconciler.statistics().sweeps() < number) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
        }
        return "took " + reconciler.statistics().lastSweep().toNanos() / 1e6;
    }
}
