package dev.baton.postgres;

import dev.baton.spi.AdvisoryKeys;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
import org.postgresql.PGConnection;

/**
 * The session that holds every election lock of this process, and its liveness lock, which others wait
 * for. It does nothing else: it never listens and is never in a transaction. Used on one lane only.
 */
final class LockSession {
    private static final int REHEARSED = 50;
    private static final int REHEARSALS = 4;

    private final Connection connection;
    private final ServerFacts facts;
    private final long process;

    LockSession(Connection connection, ServerFacts facts, long process) {
        this.connection = connection;
        this.facts = facts;
        this.process = process;
    }

    /** What a try for a lock found: whether it is ours now, and the row as it was a moment before. */
    record Tried(boolean taken, Optional<EpochRow> row) {}

    /** The key of the liveness lock, of this session and no other, ever. */
    long process() {
        return process;
    }

    ServerFacts facts() {
        return facts;
    }

    Connection connection() {
        return connection;
    }

    /** Takes the liveness lock; its key is random and nobody else's. */
    void live() throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("SELECT pg_try_advisory_lock(?)")) {
            statement.setLong(1, process);
            try (ResultSet row = statement.executeQuery()) {
                if (!row.next() || !row.getBoolean(1)) {
                    throw new SQLException("the liveness lock is taken", "08P01");
                }
            }
        }
    }

    /** Tries for a lock that this session does not hold, unless somebody else has the right of way. */
    Tried tryLock(AdvisoryKeys keys, String candidate) throws SQLException {
        String question = "SELECT CASE WHEN e.reserved_for <> ? AND e.reserved_until > clock_timestamp() THEN false"
                + " ELSE pg_try_advisory_lock(?, ?) END, " + EpochRow.COLUMNS
                + " FROM (SELECT 1) AS one LEFT JOIN baton_epochs e ON e.key1 = ? AND e.key2 = ?";
        try (PreparedStatement statement = connection.prepareStatement(question)) {
            statement.setString(1, candidate);
            statement.setInt(2, keys.key1());
            statement.setInt(3, keys.key2());
            statement.setInt(4, keys.key1());
            statement.setInt(5, keys.key2());
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return new Tried(row.getBoolean(1), EpochRow.read(row, 2));
            }
        }
    }

    /** A lock that is wanted, and by whom. */
    record Wish(AdvisoryKeys keys, String candidate) {}

    /** As {@link #tryLock}, for many locks in one round trip; the answers are in their order. */
    List<Tried> tryLocks(List<Wish> wishes) throws SQLException {
        String question = "SELECT CASE WHEN e.reserved_for <> w.candidate AND e.reserved_until > clock_timestamp()"
                + " THEN false ELSE pg_try_advisory_lock(w.key1, w.key2) END, w.place, " + EpochRow.COLUMNS
                + " FROM unnest(?::int[], ?::int[], ?::text[]) WITH ORDINALITY AS w (key1, key2, candidate, place)"
                + " LEFT JOIN baton_epochs e ON e.key1 = w.key1 AND e.key2 = w.key2";
        Tried[] answers = new Tried[wishes.size()];
        try (PreparedStatement statement = connection.prepareStatement(question)) {
            setKeys(statement, wishes);
            statement.setArray(
                    3,
                    connection.createArrayOf(
                            "text", wishes.stream().map(Wish::candidate).toArray()));
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    answers[row.getInt(2) - 1] = new Tried(row.getBoolean(1), EpochRow.read(row, 3));
                }
            }
            return List.of(answers);
        } catch (SQLException failed) {
            if (!SqlErrors.endsSession(failed)) {
                // The server keeps what it granted before it failed, and nobody here would know.
                unlockAll(wishes);
            }
            throw failed;
        }
    }

    private void unlockAll(List<Wish> wishes) throws SQLException {
        String order = "SELECT pg_advisory_unlock(w.key1, w.key2) FROM unnest(?::int[], ?::int[]) AS w (key1, key2)";
        try (PreparedStatement statement = connection.prepareStatement(order)) {
            setKeys(statement, wishes);
            statement.execute();
        }
    }

    private void setKeys(PreparedStatement statement, List<Wish> wishes) throws SQLException {
        statement.setArray(
                1,
                connection.createArrayOf(
                        "int4", wishes.stream().map(wish -> wish.keys().key1()).toArray()));
        statement.setArray(
                2,
                connection.createArrayOf(
                        "int4", wishes.stream().map(wish -> wish.keys().key2()).toArray()));
    }

    Optional<EpochRow> row(AdvisoryKeys keys) throws SQLException {
        String question = "SELECT " + EpochRow.COLUMNS + " FROM baton_epochs e WHERE e.key1 = ? AND e.key2 = ?";
        try (PreparedStatement statement = connection.prepareStatement(question)) {
            statement.setInt(1, keys.key1());
            statement.setInt(2, keys.key2());
            try (ResultSet row = statement.executeQuery()) {
                return row.next() ? EpochRow.read(row, 1) : Optional.empty();
            }
        }
    }

    /** Proves that this session lives, and reads the rows of these elections, in one round trip. */
    Map<String, EpochRow> prove(Collection<String> elections) throws SQLException {
        String question = "SELECT pg_backend_pid(), " + EpochRow.COLUMNS
                + " FROM (SELECT 1) AS one LEFT JOIN baton_epochs e ON e.election = ANY (?)";
        Map<String, EpochRow> rows = new HashMap<>();
        try (PreparedStatement statement = connection.prepareStatement(question)) {
            statement.setArray(1, connection.createArrayOf("text", elections.toArray()));
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    if (row.getInt(1) != facts.pid()) {
                        throw moved(facts.pid(), row.getInt(1));
                    }
                    EpochRow.read(row, 2).ifPresent(read -> rows.put(read.election(), read));
                }
            }
        }
        return rows;
    }

    /** Whether the lock was ours until now. Anything but true means that this session is not what we think. */
    boolean unlock(AdvisoryKeys keys) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("SELECT pg_advisory_unlock(?, ?)")) {
            statement.setInt(1, keys.key1());
            statement.setInt(2, keys.key2());
            try (ResultSet row = statement.executeQuery()) {
                return row.next() && row.getBoolean(1);
            }
        }
    }

    /** Marks a release and frees its lock, unless somebody is in the way; then nothing has changed. */
    boolean surrender(ReleaseMark mark) throws SQLException {
        return mark.withLock(connection);
    }

    /** Raises an epoch by the very session that holds the lock, unless somebody is in the way. */
    Optional<Long> raise(EpochRaise raise) throws SQLException {
        return raise.atOnce(connection, facts.pid());
    }

    /** The same for many; none for those who have somebody in the way. */
    List<Optional<Long>> raise(List<EpochRaise> raises) throws SQLException {
        return new BatchedEpochRaise(connection, raises).run(facts.pid());
    }

    /**
     * Goes through a takeover of many elections that nobody can hold: whatever is slow when it is done for the first
     * time, here and in the server, has been done by then.
     */
    void rehearse() throws SQLException {
        long many = Math.min(REHEARSED, facts.lockBudget() / 4);
        List<EpochRaise> raises = LongStream.range(0, many)
                .mapToObj(number -> EpochRaise.ofNothing("(rehearsal " + number + ")"))
                .toList();
        tryLocks(List.of());
        for (int i = 0; i < REHEARSALS; i++) {
            raise(raises);
        }
    }

    static SQLException notHeld() {
        return new SQLException("a lock we took was not held: this session is not ours alone", "08P01");
    }

    static SQLException moved(int from, int to) {
        return new SQLException(
                "this session moved from server process " + from + " to " + to + ": " + PoolerProbe.ADVICE, "08P01");
    }

    /** Takes note of what the server said unasked: that it ended this session, for example. */
    void hear() throws SQLException {
        if (connection.isWrapperFor(PGConnection.class)) {
            connection.unwrap(PGConnection.class).getNotifications(1);
        }
    }
}
