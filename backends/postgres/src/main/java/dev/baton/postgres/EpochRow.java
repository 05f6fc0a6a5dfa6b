package dev.baton.postgres;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;

/**
 * An election's row: its last leader and that leader's epoch.
 *
 * @param livenessKey the liveness key of the leader's lock session
 * @param patience the leader's patience: how long its claim may be valid after its last renewal, at most
 * @param command the identity of the last recorded command, as {@link dev.baton.spi.RunningCommand#text}; empty if none
 * @param tenure the random id of the last tenure; empty if a program without tenure ids raised the epoch
 * @param reservation the right to lead next, if a transfer left one and it has not expired
 */
record EpochRow(
        String election,
        long epoch,
        String instanceId,
        long livenessKey,
        boolean released,
        Duration patience,
        Optional<String> command,
        Optional<String> tenure,
        Optional<Reservation> reservation) {

    /** The right of one instance to lead next, for the remaining time. */
    record Reservation(String instanceId, Duration remaining) {}

    /** The part of a row that changes with every new claim. */
    record Version(long epoch, long livenessKey) {}

    /** Returns the row of an election that never had a leader. */
    static EpochRow none(String election, Duration patience) {
        return new EpochRow(election, 0, "", 0, false, patience, Optional.empty(), Optional.empty(), Optional.empty());
    }

    /** Reads {@link EpochTable#COLUMNS} from the given column on; empty if an outer join found no row. */
    static Optional<EpochRow> read(ResultSet row, int first) throws SQLException {
        String election = row.getString(first);
        if (election == null) {
            return Optional.empty();
        }
        String reservedFor = row.getString(first + 6);
        long remaining = row.getLong(first + 7);
        return Optional.of(new EpochRow(
                election,
                row.getLong(first + 1),
                row.getString(first + 2),
                row.getLong(first + 3),
                row.getBoolean(first + 4),
                Duration.ofMillis(row.getLong(first + 5)),
                Optional.ofNullable(row.getString(first + 8)),
                Optional.ofNullable(row.getString(first + 9)),
                reservedFor == null || remaining <= 0
                        ? Optional.empty()
                        : Optional.of(new Reservation(reservedFor, Duration.ofMillis(remaining)))));
    }

    Version version() {
        return new Version(epoch, livenessKey);
    }

    /** Returns the reservation if it is for an instance other than the given one. */
    Optional<Reservation> reservedAgainst(String candidate) {
        return reservation.filter(reserved -> !reserved.instanceId().equals(candidate));
    }

    /** Returns whether the row records exactly this claim. */
    boolean matches(String candidate, long sessionKey, long claimEpoch) {
        return epoch == claimEpoch && livenessKey == sessionKey && instanceId.equals(candidate) && !released;
    }
}
