package dev.baton.postgres;

import dev.baton.support.batch.RequestBatch;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * The raises of a process, on its control session. When somebody who led many elections is gone, its
 * successor raises many epochs in one statement; those that have to wait, or fail, do so on their own.
 */
final class EpochRaises {
    private final RequestBatch<EpochRaise, Optional<Long>> batch;

    EpochRaises(ControlThread control) {
        batch = new RequestBatch<>(waiting -> control.once(connection -> ask(connection, waiting.taken())));
    }

    /** The new epoch; none when the row is not as it was seen. */
    CompletableFuture<Optional<Long>> add(EpochRaise raise) {
        return batch.add(raise);
    }

    private static boolean ask(Connection connection, List<RequestBatch.Pending<EpochRaise, Optional<Long>>> all)
            throws SQLException {
        try {
            List<Optional<Long>> epochs = together(connection, all);
            for (int i = 0; i < all.size(); i++) {
                Optional<Long> epoch = epochs.get(i);
                if (epoch.isPresent()) {
                    all.get(i).response().complete(epoch);
                } else {
                    alone(connection, all.get(i));
                }
            }
            return true;
        } catch (SQLException | RuntimeException failed) {
            all.forEach(asked -> asked.response().completeExceptionally(failed));
            throw failed;
        }
    }

    private static List<Optional<Long>> together(
            Connection connection, List<RequestBatch.Pending<EpochRaise, Optional<Long>>> all) throws SQLException {
        List<Optional<Long>> none =
                all.stream().map(asked -> Optional.<Long>empty()).toList();
        if (all.size() == 1) {
            return none;
        }
        try {
            return new BatchedEpochRaise(
                            connection,
                            all.stream().map(RequestBatch.Pending::request).toList())
                    .run();
        } catch (SQLException failed) {
            if (SqlErrors.endsSession(failed)) {
                throw failed;
            }
            return none;
        }
    }

    private static void alone(Connection connection, RequestBatch.Pending<EpochRaise, Optional<Long>> asked)
            throws SQLException {
        try {
            asked.response().complete(asked.request().on(connection));
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
