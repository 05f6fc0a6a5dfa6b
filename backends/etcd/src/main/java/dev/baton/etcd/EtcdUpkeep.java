package dev.baton.etcd;

import dev.baton.EndReason;
import dev.baton.etcd.gateway.KeyValue;
import dev.baton.etcd.gateway.Transaction;
import dev.baton.spi.recipe.Seat;
import dev.baton.spi.recipe.Seats;
import dev.baton.spi.recipe.TenureWatch;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * What a process does regularly: it renews its lease although no candidate leads, deletes keys that could not be deleted,
 * and gives up a key that is the lowest although its candidate does not try to lead.
 */
final class EtcdUpkeep {
    private static final Duration PERIOD = Duration.ofMillis(250);
    /** How long a candidate has time to confirm its key, before others get their turn. */
    private static final Duration UNATTENDED = Duration.ofSeconds(1);

    private final EtcdContext context;
    private final EtcdChanges changes;
    private final AtomicBoolean started = new AtomicBoolean();
    private final AtomicBoolean renewing = new AtomicBoolean();
    private long confirmedAt = System.nanoTime();

    EtcdUpkeep(EtcdContext context, EtcdChanges changes) {
        this.context = context;
        this.changes = changes;
    }

    void start() {
        if (started.compareAndSet(false, true)) {
            context.threads().every("the upkeep of " + context.shown(), PERIOD, this::run);
        }
    }

    private void run() {
        context.session().lease().ifPresent(this::renewIfDue);
        context.seats().all().forEach(this::check);
        changes.signalSuccessors();
        if (System.nanoTime() - confirmedAt >= TenureWatch.CONFIRM.toNanos()) {
            confirmedAt = System.nanoTime();
            changes.watches().forEach(watch -> context.threads().observe(watch::confirm));
        }
    }

    private void renewIfDue(EtcdLease lease) {
        boolean leads = context.seats().all().stream()
                .anyMatch(entry -> entry.getValue().use() == Seat.Use.LEADING);
        // A standby keeps its lease fresh, so that it can lead without renewing it first.
        Duration interval =
                leads ? context.options().renewInterval() : context.options().standbyRenewInterval();
        if (context.session().isOlderThan(lease, interval) && renewing.compareAndSet(false, true)) {
            context.threads()
                    .renewal(() -> context.session().renew(lease, Transaction.reading()))
                    .whenComplete((round, failed) -> {
                        renewing.set(false);
                        if (failed != null) {
                            EtcdBackend.LOG.debug("cannot renew the lease of this process; trying again", failed);
                        }
                    });
        }
    }

    private void check(Map.Entry<String, Seat<EtcdContender, EtcdLease>> entry) {
        String election = entry.getKey();
        Seat<EtcdContender, EtcdLease> seat = entry.getValue();
        boolean unattended = context.seats().isUntouchedFor(election, UNATTENDED);
        boolean left = unattended && (seat.use() == Seat.Use.REMOVING || isLowestUnused(election, seat));
        if (left) {
            context.seats().touch(election);
            context.threads()
                    .run(election, () -> new EtcdRemoval(context).remove(election, seat, EndReason.SESSION_CLOSED));
        }
    }

    private boolean isLowestUnused(String election, Seat<EtcdContender, EtcdLease> seat) {
        Optional<KeyValue> lowest = seat.use() == Seat.Use.STANDING
                ? context.mirror().snapshot(election).flatMap(EtcdSnapshot::lowest)
                : Optional.empty();
        return lowest.filter(
                        key -> EtcdKeys.lastPart(key.key()).equals(seat.key().hex()))
                .isPresent();
    }

    /** The lease of this process has ended, and with it all its keys. */
    static void leaseEnded(Seats<EtcdContender, EtcdLease> seats, EtcdLease lease) {
        for (Map.Entry<String, Seat<EtcdContender, EtcdLease>> entry : seats.removeAll(lease::equals)) {
            Seat<EtcdContender, EtcdLease> seat = entry.getValue();
            if (seat.use() == Seat.Use.LEADING) {
                seat.contender().signals().claimGone(seat.epoch(), EndReason.SESSION_CLOSED);
            } else {
                seat.contender().signals().tryNow();
            }
        }
    }
}
