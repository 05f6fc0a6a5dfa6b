package dev.baton.postgres;

import dev.baton.BatonClock;
import dev.baton.ClockReading;
import dev.baton.spi.AdvisoryKeys;
import dev.baton.support.batch.RequestBatch;
import dev.baton.support.batch.RequestBatch.Pending;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * Lock attempts on the lock session. When the leader of many elections has died, its successor requests all their locks
 * in one round trip and raises their epochs in another. New claims are checked together as well.
 */
final class LockAttempts {
    private final BatonClock clock;
    private final HeldLocks heldLocks;
    private final KnownEpochs known;
    private final PostgresStore store;
    private final RequestBatch<LockAcquisition, LockStep> batch;
    private final RequestBatch<String, CheckResult> checks;
    private final SharedDelays delays;

    /** The liveness key of the last session on which the known epochs were checked. Used on the lock thread. */
    private long checkedSession;

    private volatile boolean tablesMissing;

    /**
     * The rows as a live session read them.
     *
     * @param livenessKey the liveness key of the session
     * @param countsFrom the time before the check was sent
     */
    record CheckResult(long livenessKey, ClockReading countsFrom, Map<String, EpochRow> rows) {}

    /** An attempt whose lock was granted. */
    private record Granted(Pending<LockAcquisition, LockStep> pending, LockStep.Locked step) {}

    LockAttempts(BatonClock clock, HeldLocks heldLocks, KnownEpochs known, LockThread lock) {
        this.clock = clock;
        this.heldLocks = heldLocks;
        this.known = known;
        this.store = lock.store();
        batch = new RequestBatch<>(waiting -> lock.submit(session -> run(session, waiting.taken())));
        checks = new RequestBatch<>(waiting -> lock.submitFirst(session -> check(session, waiting.taken()))
                .thenApply(done -> done.orElseThrow(LockSession::ended)));
        delays = new SharedDelays(batch::expect);
    }

    /** Announces attempts that are about to be added. */
    void expect(int count) {
        batch.expect(count);
    }

    /** Adds an attempt and returns its first step. */
    CompletableFuture<LockStep> add(LockAcquisition acquisition) {
        return batch.add(acquisition);
    }

    /** Completes after the delay. Attempts with the same delay are made together again. */
    CompletableFuture<Void> after(Duration delay) {
        return delays.after(delay);
    }

    /**
     * Checks a new claim after its epoch was raised. Completes on the lock thread, so that nothing else happens to the
     * session meanwhile.
     */
    CompletableFuture<CheckResult> check(String election) {
        return checks.add(election);
    }

    private boolean check(LockSession session, List<Pending<String, CheckResult>> all) throws SQLException {
        return SqlErrors.completeAll(all, () -> {
            ClockReading countsFrom = clock.now();
            Map<String, EpochRow> rows =
                    session.verify(all.stream().map(Pending::request).toList());
            CheckResult result = new CheckResult(session.livenessKey(), countsFrom, rows);
            all.forEach(pending -> pending.response().complete(result));
            return true;
        });
    }

    private boolean run(LockSession session, List<Pending<LockAcquisition, LockStep>> all) throws SQLException {
        return SqlErrors.completeAll(all, () -> {
            restoreEpochs(session);
            List<Pending<LockAcquisition, LockStep>> rivals = new ArrayList<>();
            List<Pending<LockAcquisition, LockStep>> first = new ArrayList<>();
            Set<AdvisoryKeys> keys = new HashSet<>();
            for (Pending<LockAcquisition, LockStep> pending : all) {
                // A session is granted its own lock twice, so local rivals must not share a statement.
                (keys.add(pending.request().contender().keys()) ? first : rivals).add(pending);
            }
            runTogether(session, first);
            for (Pending<LockAcquisition, LockStep> rival : rivals) {
                runTogether(session, List.of(rival));
            }
            return true;
        });
    }

    /** Notes that an attempt failed because the tables do not exist: the next one creates them again. */
    void tablesAreMissing() {
        tablesMissing = true;
    }

    /** Before the first attempt on a new session: the server may have come back with older data, or without tables. */
    private void restoreEpochs(LockSession session) throws SQLException {
        boolean create = tablesMissing;
        if (create) {
            PostgresTables.ensure(session.connection(), store.shown(), store.schema());
        }
        if (create || session.livenessKey() != checkedSession) {
            known.restoreAll(session.connection());
            checkedSession = session.livenessKey();
            tablesMissing = false;
        }
    }

    private void runTogether(LockSession session, List<Pending<LockAcquisition, LockStep>> all) throws SQLException {
        List<Granted> granted = new ArrayList<>();
        List<Pending<LockAcquisition, LockStep>> open = new ArrayList<>();
        for (Pending<LockAcquisition, LockStep> pending : all) {
            SqlErrors.complete(pending.response(), () -> {
                Optional<LockStep> known = pending.request().beforeRequest(session, open.size());
                if (known.isEmpty()) {
                    open.add(pending);
                }
                return known.flatMap(step -> unlessLocked(pending, step, granted));
            });
        }
        if (!open.isEmpty()) {
            requestLocks(session, open, granted);
        }
        raise(session, granted);
    }

    private static void requestLocks(
            LockSession session, List<Pending<LockAcquisition, LockStep>> open, List<Granted> granted)
            throws SQLException {
        List<LockSession.LockResult> results = session.tryLocks(
                open.stream().map(pending -> pending.request().contender()).toList());
        if (open.size() > 1 && results.stream().noneMatch(LockSession.LockResult::granted)) {
            open.forEach(pending -> pending.request().lostTogether());
        }
        // Record all granted locks before anything else can fail.
        for (int i = 0; i < open.size(); i++) {
            if (results.get(i).granted()) {
                open.get(i).request().record(session);
            }
        }
        for (int i = 0; i < open.size(); i++) {
            LockSession.LockResult result = results.get(i);
            Pending<LockAcquisition, LockStep> pending = open.get(i);
            SqlErrors.complete(
                    pending.response(),
                    () -> unlessLocked(pending, pending.request().afterRequest(session, result), granted));
        }
    }

    /** Collects a granted lock, whose epoch is to be raised; returns any other step, which completes the attempt. */
    private static Optional<LockStep> unlessLocked(
            Pending<LockAcquisition, LockStep> pending, LockStep step, List<Granted> granted) {
        if (step instanceof LockStep.Locked locked) {
            granted.add(new Granted(pending, locked));
            return Optional.empty();
        }
        return Optional.of(step);
    }

    /**
     * Raises the epochs on the lock session, if no candidate leads with it: then nothing is lost if a commit is slow. All
     * other epochs are raised on the control session.
     */
    private void raise(LockSession session, List<Granted> granted) throws SQLException {
        boolean leads = heldLocks.hasClaims();
        List<Granted> raised = new ArrayList<>();
        for (Granted one : granted) {
            if (leads || one.pending().request().isSuperseded()) {
                one.pending().response().complete(one.step());
            } else {
                raised.add(one);
            }
        }
        if (raised.isEmpty()) {
            return;
        }
        List<EpochRaise> raises = raised.stream()
                .map(one -> one.pending().request().raiseFor(one.step()))
                .toList();
        ClockReading countsFrom = clock.now();
        List<Optional<Long>> epochs = session.raise(raises);
        for (int i = 0; i < raised.size(); i++) {
            Granted one = raised.get(i);
            EpochRaise raise = raises.get(i);
            Optional<Long> epoch = epochs.get(i);
            SqlErrors.complete(
                    one.pending().response(),
                    () -> Optional.of(
                            epoch.isEmpty()
                                    ? one.step()
                                    : one.pending().request().raised(one.step(), raise, epoch.get(), countsFrom)));
        }
    }
}
