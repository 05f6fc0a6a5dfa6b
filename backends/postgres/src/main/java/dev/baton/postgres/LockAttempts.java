package dev.baton.postgres;

import dev.baton.BatonClock;
import dev.baton.ClockReading;
import dev.baton.spi.AdvisoryKeys;
import dev.baton.support.batch.RequestBatch;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * The tries of a process for locks, on its lock session. When somebody who led many elections is gone, its
 * successor asks for all of them in one round trip, and raises their epochs in another.
 */
final class LockAttempts {
    private final BatonClock clock;
    private final HeldLocks holds;
    private final RequestBatch<LockAcquisition, LockAcquisition.Step> batch;
    private final SharedDelays pauses;

    /** One of several that are tried for together, and what it has come to so far. */
    private record Try(RequestBatch.Pending<LockAcquisition, LockAcquisition.Step> asked, LockAcquisition.Step step) {
        LockAcquisition question() {
            return asked.request();
        }
    }

    LockAttempts(BatonClock clock, HeldLocks holds, LockThread lock) {
        this.clock = clock;
        this.holds = holds;
        batch = new RequestBatch<>(waiting -> lock.ask(session -> ask(session, waiting.taken())));
        pauses = new SharedDelays(batch::expect);
    }

    /** So many are about to be added. */
    void expect(int acquisitions) {
        batch.expect(acquisitions);
    }

    /** What the first step came to. */
    CompletableFuture<LockAcquisition.Step> add(LockAcquisition acquisition) {
        return batch.add(acquisition);
    }

    /** The end of a pause; those who pause together are tried for together again. */
    CompletableFuture<Void> after(Duration pause) {
        return pauses.of(pause);
    }

    private boolean ask(LockSession session, List<RequestBatch.Pending<LockAcquisition, LockAcquisition.Step>> all)
            throws SQLException {
        try {
            if (all.size() == 1) {
                RequestBatch.Pending<LockAcquisition, LockAcquisition.Step> only = all.get(0);
                only.response().complete(only.request().take(session));
            } else {
                together(session, all);
            }
            return true;
        } catch (SQLException | RuntimeException failed) {
            all.forEach(asked -> asked.response().completeExceptionally(failed));
            throw failed;
        }
    }

    private void together(LockSession session, List<RequestBatch.Pending<LockAcquisition, LockAcquisition.Step>> all)
            throws SQLException {
        List<RequestBatch.Pending<LockAcquisition, LockAcquisition.Step>> open = new ArrayList<>();
        List<RequestBatch.Pending<LockAcquisition, LockAcquisition.Step>> rivals = new ArrayList<>();
        Set<AdvisoryKeys> wanted = new HashSet<>();
        for (RequestBatch.Pending<LockAcquisition, LockAcquisition.Step> asked : all) {
            if (!wanted.add(asked.request().wish().keys())) {
                // A session is granted its own lock twice, so two candidates here must not ask together.
                rivals.add(asked);
                continue;
            }
            answering(asked, () -> {
                Optional<LockAcquisition.Step> known = asked.request().beforeTheTry(session, open.size());
                if (known.isEmpty()) {
                    open.add(asked);
                }
                return known;
            });
        }
        if (!open.isEmpty()) {
            raiseAll(session, tryAll(session, open));
        }
        for (RequestBatch.Pending<LockAcquisition, LockAcquisition.Step> rival : rivals) {
            answering(rival, () -> Optional.of(rival.request().take(session)));
        }
    }

    /** Answers those who did not get their locks; the others are to be raised. */
    private static List<Try> tryAll(
            LockSession session, List<RequestBatch.Pending<LockAcquisition, LockAcquisition.Step>> open)
            throws SQLException {
        List<LockSession.Tried> tried = session.tryLocks(
                open.stream().map(asked -> asked.request().wish()).toList());
        if (open.size() > 1 && tried.stream().noneMatch(LockSession.Tried::taken)) {
            open.forEach(asked -> asked.request().wasOneOfMany());
        }
        // All that is ours now is on record before anything else can fail.
        for (int i = 0; i < open.size(); i++) {
            if (tried.get(i).taken()) {
                open.get(i).request().record(session);
            }
        }
        List<Try> taken = new ArrayList<>();
        for (int i = 0; i < open.size(); i++) {
            LockSession.Tried found = tried.get(i);
            RequestBatch.Pending<LockAcquisition, LockAcquisition.Step> asked = open.get(i);
            answering(asked, () -> {
                LockAcquisition.Step step = asked.request().afterTheTry(session, found);
                if (step instanceof LockAcquisition.Step.Taken) {
                    taken.add(new Try(asked, step));
                    return Optional.empty();
                }
                return Optional.of(step);
            });
        }
        return taken;
    }

    /** Those that cannot be raised here and now are left to be raised on the control session. */
    private void raiseAll(LockSession session, List<Try> taken) throws SQLException {
        boolean leadsNothing = !holds.hasClaims();
        List<Try> ours = new ArrayList<>();
        List<EpochRaise> raises = new ArrayList<>();
        for (Try one : taken) {
            Optional<EpochRaise> raise = leadsNothing ? one.question().ownRaise(one.step()) : Optional.empty();
            if (raise.isPresent()) {
                ours.add(one);
                raises.add(raise.get());
            } else {
                one.asked().response().complete(one.step());
            }
        }
        if (ours.isEmpty()) {
            return;
        }
        ClockReading countsFrom = clock.now();
        List<Optional<Long>> epochs = raised(session, raises);
        for (int i = 0; i < ours.size(); i++) {
            Try one = ours.get(i);
            EpochRaise raise = raises.get(i);
            Optional<Long> epoch = epochs.get(i);
            answering(one.asked(), () -> Optional.of(one.question().ownRaised(one.step(), raise, epoch, countsFrom)));
        }
    }

    private static List<Optional<Long>> raised(LockSession session, List<EpochRaise> raises) throws SQLException {
        try {
            return session.raise(raises);
        } catch (SQLException failed) {
            if (SqlErrors.endsSession(failed)) {
                throw failed;
            }
            return raises.stream().map(raise -> Optional.<Long>empty()).toList();
        }
    }

    private interface Answer {
        Optional<LockAcquisition.Step> find() throws SQLException;
    }

    /** One that is refused does not concern the others, unless the session is over. */
    private static void answering(RequestBatch.Pending<LockAcquisition, LockAcquisition.Step> asked, Answer answer)
            throws SQLException {
        try {
            answer.find().ifPresent(asked.response()::complete);
        } catch (SQLException failed) {
            asked.response().completeExceptionally(failed);
            if (SqlErrors.endsSession(failed)) {
                throw failed;
            }
        } catch (RuntimeException refused) {
            asked.response().completeExceptionally(refused);
        }
    }
}
