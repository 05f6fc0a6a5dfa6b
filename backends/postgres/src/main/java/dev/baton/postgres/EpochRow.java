package dev.baton.postgres;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;

/**
 * An election's row: who was the last to lead it, and under which epoch.
 *
 * @param process the liveness key of the session that led
 * @param patience how long that one's claim may be trusted after its last proof, at most
 * @param reservedFor who may lead next, for a while
 */
record EpochRow(
        String election,
        long epoch,
        String instanceId,
        long process,
        boolean released,
        Duration patience,
        Optional<Reservation> reservedFor) {
    static final String COLUMNS = "e.election, e.epoch, e.instance_id, e.process, e.released, e.patience_ms,"
            + " e.reserved_for, (extract(epoch FROM e.reserved_until - clock_timestamp()) * 1000)::bigint";

    /** A right of way that is left by a transfer. */
    record Reservation(String instanceId, Duration left) {}

    /** The row of an election that was never led. */
    static EpochRow none(String election, Duration patience) {
        return new EpochRow(election, 0, "", 0, false, patience, Optional.empty());
    }

    /** The row that starts at this column, none when its election is null. */
    static Optional<EpochRow> read(ResultSet row, int first) throws SQLException {
        String election = row.getString(first);
        if (election == null) {
            return Optional.empty();
        }
        String reservedFor = row.getString(first + 6);
        long left = row.getLong(first + 7);
        return Optional.of(new EpochRow(
                election,
                row.getLong(first + 1),
                row.getString(first + 2),
                row.getLong(first + 3),
                row.getBoolean(first + 4),
                Duration.ofMillis(row.getLong(first + 5)),
                reservedFor == null || left <= 0
                        ? Optional.empty()
                        : Optional.of(new Reservation(reservedFor, Duration.ofMillis(left)))));
    }

    /** How long somebody else has the right of way. */
    Optional<Reservation> reservedAgainst(String candidate) {
        return reservedFor.filter(reservation -> !reservation.instanceId().equals(candidate));
    }

    boolean isOf(String candidate, long session, long ofEpoch) {
        return epoch == ofEpoch && process == session && instanceId.equals(candidate) && !released;
    }
}
