package dev.baton.postgres;

import dev.baton.support.batch.RequestBatch;
import dev.baton.support.batch.RequestBatch.Pending;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Epoch raises on the control session. Many raises share one statement; those that must wait, or fail, are repeated one
 * by one.
 */
final class EpochRaises {
    private final RequestBatch<EpochRaise, Optional<Long>> batch;

    EpochRaises(ControlThread control) {
        batch = new RequestBatch<>(waiting -> control.submitOnce(connection -> run(connection, waiting.taken())));
    }

    /** Returns the new epoch; empty if the row has changed. */
    CompletableFuture<Optional<Long>> add(EpochRaise raise) {
        return batch.add(raise);
    }

    private static boolean run(Connection connection, List<Pending<EpochRaise, Optional<Long>>> all)
            throws SQLException {
        try {
            List<Optional<Long>> epochs = together(connection, all);
            for (int i = 0; i < all.size(); i++) {
                if (epochs.get(i).isPresent()) {
                    all.get(i).response().complete(epochs.get(i));
                } else {
                    alone(connection, all.get(i));
                }
            }
            return true;
        } catch (SQLException | RuntimeException failed) {
            all.forEach(pending -> pending.response().completeExceptionally(failed));
            throw failed;
        }
    }

    private static List<Optional<Long>> together(Connection connection, List<Pending<EpochRaise, Optional<Long>>> all)
            throws SQLException {
        List<EpochRaise> raises = all.stream().map(Pending::request).toList();
        if (raises.size() > 1) {
            try {
                return new EpochRaiseStatement(connection, raises).runImmediately();
            } catch (SQLException failed) {
                if (SqlErrors.endsSession(failed)) {
                    throw failed;
                }
            }
        }
        return Collections.nCopies(raises.size(), Optional.empty());
    }

    private static void alone(Connection connection, Pending<EpochRaise, Optional<Long>> pending) throws SQLException {
        SqlErrors.complete(
                pending.response(), () -> Optional.of(EpochRaiseStatement.runQueued(connection, pending.request())));
    }
}
