package dev.baton.zookeeper;

import dev.baton.EndReason;
import dev.baton.spi.recipe.Seat;
import dev.baton.spi.recipe.TenureWatch;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * What a process does regularly: it renews its session although no candidate leads, deletes nodes that could not be
 * deleted, and gives up a node that is the lowest although its candidate does not try to lead.
 */
final class ZkUpkeep {
    private static final Duration PERIOD = Duration.ofMillis(100);

    private final ZkContext context;
    private final ZkChanges changes;
    private final AtomicBoolean started = new AtomicBoolean();
    private final AtomicBoolean renewing = new AtomicBoolean();
    private final AtomicBoolean opening = new AtomicBoolean();
    private long confirmedAt = System.nanoTime();

    ZkUpkeep(ZkContext context, ZkChanges changes) {
        this.context = context;
        this.changes = changes;
    }

    void start() {
        if (started.compareAndSet(false, true)) {
            context.threads().every("the upkeep of " + context.shown(), PERIOD, this::run);
        }
    }

    private void run() {
        context.session().link().ifPresentOrElse(this::renewIfDue, this::open);
        context.seats().all().forEach(this::check);
        changes.signalSuccessors();
        if (System.nanoTime() - confirmedAt >= TenureWatch.CONFIRM.toNanos()) {
            confirmedAt = System.nanoTime();
            changes.watches().forEach(watch -> context.threads().observe(watch::confirm));
        }
    }

    /** Observers and candidates need a session to learn of changes. */
    private void open() {
        if (changes.isNeeded() && opening.compareAndSet(false, true)) {
            context.threads().read(() -> context.session().open()).whenComplete((link, failed) -> {
                opening.set(false);
                if (failed != null) {
                    ZkBackend.LOG.debug("cannot open a session; trying again", failed);
                }
            });
        }
    }

    private void renewIfDue(ZkLink link) {
        context.session().endIfLost(link);
        if (context.session().isOlderThan(link, interval()) && renewing.compareAndSet(false, true)) {
            context.threads()
                    .renewal(() -> {
                        context.session().write(link, List.of());
                        return true;
                    })
                    .whenComplete((done, failed) -> {
                        renewing.set(false);
                        if (failed != null) {
                            ZkBackend.LOG.debug("cannot renew the session of this process; trying again", failed);
                        }
                    });
        }
    }

    /**
     * The leader itself renews; this is for processes without one, and for the proof of its writes. A candidate that can
     * lead next writes more often, so that the session is proven up to now when it does.
     */
    private Duration interval() {
        Duration longest = context.options().renewInterval();
        Duration shortest = context.local().elections().stream()
                .flatMap(election -> context.local().of(election).stream())
                .map(ZkContender::renewInterval)
                .min(Comparator.naturalOrder())
                .orElse(longest);
        boolean leads = false;
        boolean next = false;
        for (Map.Entry<String, Seat<ZkContender, CandidateNode>> entry :
                context.seats().all()) {
            Seat<ZkContender, CandidateNode> seat = entry.getValue();
            leads |= seat.use() == Seat.Use.LEADING;
            next |= seat.use() == Seat.Use.STANDING && changes.isNext(entry.getKey(), seat.key());
        }
        // With a short validity, the gap of a proof has many renewals, and the write that it proves can be one older.
        boolean often = next || (leads && shortest.compareTo(longest) < 0);
        return often ? shortest.dividedBy(2) : leads ? longest.multipliedBy(3).dividedBy(2) : shortest;
    }

    private void check(Map.Entry<String, Seat<ZkContender, CandidateNode>> entry) {
        String election = entry.getKey();
        Seat<ZkContender, CandidateNode> seat = entry.getValue();
        // Half a session is longer than a new session needs until it may lead.
        boolean unattended = context.seats()
                .isUntouchedFor(
                        election,
                        seat.use() == Seat.Use.REMOVING
                                ? context.options().renewInterval()
                                : context.options().session().dividedBy(2));
        boolean unused = seat.use() == Seat.Use.STANDING && changes.isLowest(election, seat.key());
        if (unattended && (seat.use() == Seat.Use.REMOVING || unused)) {
            context.seats().touch(election);
            context.threads()
                    .run(election, () -> new ZkRemoval(context).remove(election, seat, EndReason.SESSION_CLOSED));
        }
    }
}
