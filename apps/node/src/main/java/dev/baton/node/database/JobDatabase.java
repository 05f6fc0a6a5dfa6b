package dev.baton.node.database;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.BatonException;
import dev.baton.Leadership;
import dev.baton.fence.StaleEpochException;
import dev.baton.node.job.Job;
import dev.baton.node.job.JobLease;
import dev.baton.node.job.JobState;
import dev.baton.store.StoreConnections;
import dev.baton.support.sql.PinnedSchema;
import dev.baton.support.sql.SchemaMigrations;
import dev.baton.support.sql.SchemaRefusedException;
import dev.baton.support.sql.SqlQuery.RowReader;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/** The database of a node controller: reads for every node, and writes for the leader. */
public final class JobDatabase implements AutoCloseable {
    /** The election in which every node is a candidate, and the name of its row in the fence. */
    public static final String ELECTION = "node";

    private static final int MAX_ATTEMPTS = 50;

    private final StoreConnections connections;
    private final HikariDataSource reads;
    private final HikariDataSource control;
    private final WriteGuard guard;
    private final PinnedSchema schema = new PinnedSchema(JobSchema.SIGNATURE);
    private final boolean temporary;
    private volatile boolean migrated;

    private JobDatabase(String url, WriteGuard guard, boolean temporary) {
        this.connections = JobConnectionPool.connections(url);
        this.temporary = temporary;
        this.control = temporary ? JobConnectionPool.temporary(connections) : JobConnectionPool.forControl(source());
        this.reads = temporary ? control : JobConnectionPool.forReads(source());
        this.guard = guard;
    }

    private JobConnectionPool.Source source() {
        return () -> {
            Connection connection = connections.open();
            try {
                if (migrated && !connections.isSqlite()) {
                    schema.use(connection);
                }
                return connection;
            } catch (SQLException | RuntimeException failed) {
                connection.close();
                throw failed;
            }
        };
    }

    /** Opens {@code sqlite:PATH} or {@code postgres://…}. Does not access the database yet. */
    public static JobDatabase open(String url) {
        return open(url, WriteGuard.byHighestSeen());
    }

    /** Same as {@link #open(String)}, with another guard. */
    public static JobDatabase open(String url, WriteGuard guard) {
        return new JobDatabase(url, guard, false);
    }

    /** Opens an empty database of temporary tables on a PostgreSQL server. It ends with {@link #close}. */
    public static JobDatabase temporary(String url) {
        return new JobDatabase(url, WriteGuard.byHighestSeen(), true);
    }

    /** Returns the address of the database without secrets. */
    public String describe() {
        return connections.shown();
    }

    /** Work on one connection. */
    @FunctionalInterface
    interface Statements<T extends @Nullable Object> {
        T run(SqlStatements sql) throws SQLException;
    }

    /** Reads for a client, outside a transaction. */
    private <T> T read(String action, Statements<T> work) {
        return read(reads, action, work);
    }

    /** Reads what the controller itself needs, outside a transaction. */
    private <T> T readForControl(String action, Statements<T> work) {
        return read(control, action, work);
    }

    private <T> T read(HikariDataSource pool, String action, Statements<T> work) {
        try {
            migrate();
            try (Connection connection = pool.getConnection()) {
                return work.run(statements(connection));
            }
        } catch (SQLException failed) {
            throw explain(action, failed);
        }
    }

    /** Writes in one guarded transaction. */
    <T> T guarded(Leadership leadership, Statements<T> work) throws SQLException {
        migrate();
        return guard.write(control, leadership, connection -> work.run(statements(connection)));
    }

    private SqlStatements statements(Connection connection) {
        return new SqlStatements(connection, connections.now(), !connections.isSqlite());
    }

    /** Returns an exception that names the failed action and the next step. */
    RuntimeException explain(String action, SQLException failed) {
        return connections.explain(action, failed);
    }

    private void migrate() throws SQLException {
        if (!migrated) {
            // Not from the pool: its sessions follow the schema that is found here.
            try (Connection connection = temporary ? control.getConnection() : connections.open()) {
                prepare(connection);
            } catch (SchemaRefusedException refused) {
                throw new BatonException(describe() + ": " + refused.getMessage(), refused);
            }
            migrated = true;
        }
    }

    /** Creates or upgrades the tables. A database that could not hold every job, or a second set of tables, is refused. */
    private void prepare(Connection connection) throws SQLException {
        SchemaMigrations migrations = JobSchema.migrations(connections.isSqlite());
        if (connections.isSqlite() || temporary) {
            migrations.apply(connection);
        } else {
            JobSchema.requireEncoding(connection, describe());
            schema.prepare(connection, migrations);
        }
    }

    /**
     * Begins a term. Its leader_epoch is the epoch of the lock, or one more than the highest one in the database,
     * whichever is larger. When this returns, no transaction of an earlier term can commit any more.
     *
     * @param knownEpoch the highest leader_epoch that the caller knows; the closer, the fewer attempts
     * @param leadershipOf returns the leadership under a leader_epoch
     */
    public StartedTerm beginTerm(
            String nodeId, String url, long lockEpoch, long knownEpoch, LongFunction<Leadership> leadershipOf) {
        long known = knownEpoch;
        for (int i = 0; i < MAX_ATTEMPTS; i++) {
            LeaderTerm term = new LeaderTerm(Math.max(lockEpoch, known + 1), nodeId, url, lockEpoch);
            try {
                Optional<StartedTerm> started =
                        guarded(leadershipOf.apply(term.leaderEpoch()), sql -> beginTerm(sql, term));
                if (started.isPresent()) {
                    return started.get();
                }
                known = latestTerm().map(LeaderTerm::leaderEpoch).orElse(term.leaderEpoch());
            } catch (StaleEpochException later) {
                known = later.currentEpoch().orElse(term.leaderEpoch());
            } catch (SQLException failed) {
                throw explain("beginning a term", failed);
            }
        }
        throw new IllegalStateException("node " + nodeId + " cannot begin a term: other nodes began one during each of "
                + MAX_ATTEMPTS + " attempts");
    }

    /** Inserts the term; empty if there is one with the same or a higher leader_epoch. */
    private static Optional<StartedTerm> beginTerm(SqlStatements sql, LeaderTerm term) throws SQLException {
        String insert = "INSERT INTO baton_terms (leader_epoch, node_id, url, lock_epoch, since_ms)"
                + " SELECT ?, ?, ?, ?, {now} WHERE NOT EXISTS (SELECT 1 FROM baton_terms WHERE leader_epoch >= ?)"
                + " ON CONFLICT (leader_epoch) DO NOTHING";
        long epoch = term.leaderEpoch();
        int inserted = sql.update(insert, epoch, term.nodeId(), term.url(), term.lockEpoch(), epoch);
        return inserted == 1 ? Optional.of(new StartedTerm(term, LeaseTable.current(sql))) : Optional.empty();
    }

    /** Returns the current term, or the last one. */
    public Optional<LeaderTerm> latestTerm() {
        String latest =
                "SELECT leader_epoch, node_id, url, lock_epoch, draining FROM baton_terms ORDER BY leader_epoch DESC"
                        + " LIMIT 1";
        RowReader<LeaderTerm> reader = row ->
                new LeaderTerm(row.getLong(1), row.getString(2), row.getString(3), row.getLong(4), row.getInt(5) == 1);
        return readForControl("reading the term", sql -> sql.row(latest, reader));
    }

    /** Returns the job with this id. */
    public Optional<Job> job(String id) {
        return read("reading job " + id, sql -> JobTable.byId(sql, id));
    }

    /** Returns a page of jobs; empty if the job to start after does not exist. */
    public Optional<JobPage> jobs(JobQuery query) {
        return read("listing jobs", sql -> JobPageQuery.read(sql, query));
    }

    /** Returns how many jobs are in each state that has any. */
    public Map<JobState, Long> jobCounts() {
        return read("counting jobs", JobTable::counts);
    }

    /** Returns how many agents are in each state that has any. */
    public Map<AgentState, Long> agentCounts() {
        return read("counting agents", AgentTable::counts);
    }

    /** Returns how many leases have not ended. */
    public long leaseCount() {
        return read("counting leases", LeaseTable::count);
    }

    /** Returns whether such a job is queued. */
    public boolean anyQueued(JobFilter filter) {
        return readForControl("looking for work", sql -> JobTable.anyQueued(sql, filter));
    }

    /** Returns the leases that have not ended. */
    public List<JobLease> currentLeases() {
        return readForControl("listing leases", LeaseTable::current);
    }

    /** Returns all agents that ever requested work, by name. */
    public List<AgentRecord> agents() {
        return read("listing agents", AgentTable::all);
    }

    /** Returns the events after the given one, oldest first. */
    public List<JobEvent> eventsAfter(long id, int limit) {
        return read("reading events", sql -> EventTable.after(sql, id, limit));
    }

    /** Returns the number of the last event; 0 if there is none. */
    public long lastEvent() {
        return read("reading events", EventTable::last);
    }

    @Override
    public void close() {
        reads.close();
        control.close();
    }
}
