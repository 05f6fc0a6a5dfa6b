package dev.baton.postgres;

import dev.baton.machine.EndReason;
import dev.baton.spi.Departure;
import dev.baton.spi.ReleaseOutcome;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The end of a hold by choice: the row is marked and everybody told, in one transaction; then the lock is
 * freed, in this order, so that a reservation is there before anybody can take the lock. Only a row that
 * still has our epoch is touched.
 */
final class Surrender {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");
    private static final Duration RESERVATION = Duration.ofSeconds(2);

    private static final String STATEMENT = "WITH marked AS (UPDATE baton_epochs SET released = true, reserved_for = ?,"
            + " reserved_until = clock_timestamp() + ? * interval '1 ms'"
            + " WHERE election = ? AND epoch = ? AND process = ? RETURNING epoch),"
            + " closed AS (UPDATE baton_reigns r SET ended_at = clock_timestamp(), reason = ?"
            + " FROM marked WHERE r.election = ? AND r.epoch = marked.epoch)"
            + " SELECT pg_notify('" + Bulletin.CHANNEL + "', ?) FROM marked";

    private final PostgresBackend backend;
    private final PostgresContender contender;
    private final @Nullable Hold hold;

    /** Of a hold that is known to lead. */
    Surrender(PostgresBackend backend, Hold hold) {
        this.backend = backend;
        this.contender = hold.contender();
        this.hold = hold;
    }

    /** Of whatever the contender holds. */
    Surrender(PostgresBackend backend, PostgresContender contender) {
        this.backend = backend;
        this.contender = contender;
        this.hold = null;
    }

    CompletableFuture<ReleaseOutcome> release(Departure departure) {
        Hold held = hold;
        if (held == null) {
            return CompletableFuture.completedFuture(new ReleaseOutcome.NotOurs());
        }
        return backend.control()
                .once(connection -> mark(connection, held, departure))
                .exceptionally(failed -> {
                    LOG.info(
                            "election={} the release could not be marked; the lock is freed all the same: {}",
                            contender.election(),
                            Trouble.unwrapped(failed).getMessage());
                    return true;
                })
                .thenCompose(marked -> backend.lock().askNext(session -> unlock(session, held, marked)))
                .thenApply(answer -> answer.orElseGet(ReleaseOutcome.NotOurs::new));
    }

    /** Frees the lock, first of all; then marks it, so that nobody waits for a reign that is over. */
    CompletableFuture<Void> drop() {
        return backend.lock()
                .askNext(session -> {
                    Optional<Hold> held = ours();
                    if (held.isPresent()) {
                        unlock(session, held.get(), true);
                    }
                    return held.filter(gone -> gone.epoch() > 0);
                })
                .thenAccept(gone -> gone.flatMap(held -> held)
                        .ifPresent(held -> backend.control()
                                .once(connection ->
                                        mark(connection, held, Departure.because(EndReason.SESSION_CLOSED)))));
    }

    /** Marks an epoch that was raised for nobody, and frees the lock if it is still held for it. */
    static void drop(PostgresBackend backend, Hold raised) {
        new Surrender(backend, raised.contender()).drop();
        backend.control().once(connection -> mark(connection, raised, Departure.because(EndReason.SESSION_CLOSED)));
    }

    private Optional<Hold> ours() {
        return backend.holds().of(contender.election()).filter(held -> held.contender() == contender);
    }

    private static boolean mark(Connection connection, Hold held, Departure departure) throws SQLException {
        String election = held.contender().election();
        try (PreparedStatement statement = connection.prepareStatement(STATEMENT)) {
            statement.setString(1, departure.successor().orElse(null));
            statement.setLong(2, RESERVATION.toMillis());
            statement.setString(3, election);
            statement.setLong(4, held.epoch());
            statement.setLong(5, held.process());
            statement.setString(6, departure.reason().code());
            statement.setString(7, election);
            statement.setString(8, Bulletin.released(election, held.epoch()));
            try (ResultSet row = statement.executeQuery()) {
                return row.next();
            }
        }
    }

    private ReleaseOutcome unlock(LockSession session, Hold held, boolean marked) throws SQLException {
        if (!backend.holds().remove(contender.election(), held)) {
            return new ReleaseOutcome.NotOurs();
        }
        if (!session.unlock(held.keys())) {
            throw new SQLException("the lock was not held: this session is not ours alone", "08P01");
        }
        return marked ? new ReleaseOutcome.Released() : new ReleaseOutcome.NotOurs();
    }
}
