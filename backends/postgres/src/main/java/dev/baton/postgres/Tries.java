package dev.baton.postgres;

import dev.baton.spi.AdvisoryKeys;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * The tries of a process for locks, on its lock session. When somebody who led many elections is gone, its
 * successor asks for all of them in a few round trips.
 */
final class Tries {
    private final Batch<Acquisition, Acquisition.Step> batch;

    Tries(LockLane lock) {
        batch = new Batch<>(waiting -> lock.ask(session -> ask(session, waiting.taken())));
    }

    /** What the first step came to. */
    CompletableFuture<Acquisition.Step> add(Acquisition acquisition) {
        return batch.add(acquisition);
    }

    private static boolean ask(LockSession session, List<Batch.Asked<Acquisition, Acquisition.Step>> all)
            throws SQLException {
        try {
            if (all.size() == 1) {
                Batch.Asked<Acquisition, Acquisition.Step> only = all.get(0);
                only.answer().complete(only.question().take(session));
            } else {
                together(session, all);
            }
            return true;
        } catch (SQLException | RuntimeException failed) {
            all.forEach(asked -> asked.answer().completeExceptionally(failed));
            throw failed;
        }
    }

    private static void together(LockSession session, List<Batch.Asked<Acquisition, Acquisition.Step>> all)
            throws SQLException {
        List<Batch.Asked<Acquisition, Acquisition.Step>> open = new ArrayList<>();
        List<Batch.Asked<Acquisition, Acquisition.Step>> rivals = new ArrayList<>();
        Set<AdvisoryKeys> wanted = new HashSet<>();
        for (Batch.Asked<Acquisition, Acquisition.Step> asked : all) {
            if (!wanted.add(asked.question().wish().keys())) {
                // A session is granted its own lock twice, so two candidates here must not ask together.
                rivals.add(asked);
                continue;
            }
            answering(asked, () -> {
                Optional<Acquisition.Step> known = asked.question().beforeTheTry(session, open.size());
                if (known.isEmpty()) {
                    open.add(asked);
                }
                return known;
            });
        }
        if (!open.isEmpty()) {
            tryAll(session, open);
        }
        for (Batch.Asked<Acquisition, Acquisition.Step> rival : rivals) {
            answering(rival, () -> Optional.of(rival.question().take(session)));
        }
    }

    private static void tryAll(LockSession session, List<Batch.Asked<Acquisition, Acquisition.Step>> open)
            throws SQLException {
        List<LockSession.Tried> tried = session.tryLocks(
                open.stream().map(asked -> asked.question().wish()).toList());
        // All that is ours now is on record before anything else can fail.
        for (int i = 0; i < open.size(); i++) {
            if (tried.get(i).taken()) {
                open.get(i).question().record(session);
            }
        }
        for (int i = 0; i < open.size(); i++) {
            LockSession.Tried found = tried.get(i);
            Batch.Asked<Acquisition, Acquisition.Step> asked = open.get(i);
            answering(asked, () -> Optional.of(asked.question().afterTheTry(session, found)));
        }
    }

    private interface Answer {
        Optional<Acquisition.Step> find() throws SQLException;
    }

    /** One that is refused does not concern the others, unless the session is over. */
    private static void answering(Batch.Asked<Acquisition, Acquisition.Step> asked, Answer answer) throws SQLException {
        try {
            answer.find().ifPresent(asked.answer()::complete);
        } catch (SQLException failed) {
            asked.answer().completeExceptionally(failed);
            if (Trouble.endsSession(failed)) {
                throw failed;
            }
        } catch (RuntimeException refused) {
            asked.answer().completeExceptionally(refused);
        }
    }
}
