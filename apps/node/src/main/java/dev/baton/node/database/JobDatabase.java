package dev.baton.node.database;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.Leadership;
import dev.baton.fence.StaleEpochException;
import dev.baton.node.job.Job;
import dev.baton.node.job.JobLease;
import dev.baton.store.StoreConnections;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/** The database of a node controller: reads for everybody, and writes for whoever leads. */
public final class JobDatabase implements AutoCloseable {
    /** The election that every node takes part in, and the name of its row in the fence. */
    public static final String ELECTION = "node";

    private static final int MOST_ATTEMPTS = 50;

    private final StoreConnections connections;
    private final HikariDataSource pool;
    private final WriteGuard guard;
    private volatile boolean tablesAreThere;

    private JobDatabase(StoreConnections connections, HikariDataSource pool, WriteGuard guard) {
        this.connections = connections;
        this.pool = pool;
        this.guard = guard;
    }

    /** The ledger in {@code sqlite:PATH} or {@code postgres://…}; nothing is asked of the database yet. */
    public static JobDatabase open(String url) {
        return open(url, WriteGuard.byHighestSeen());
    }

    /** The same, with a guard of your own. */
    public static JobDatabase open(String url, WriteGuard guard) {
        StoreConnections connections = JobConnectionPool.connections(url);
        return new JobDatabase(connections, JobConnectionPool.pool(connections), guard);
    }

    /** A ledger on the same PostgreSQL server that nobody else sees, empty, and gone when it is closed. */
    public static JobDatabase apart(String url) {
        StoreConnections connections = JobConnectionPool.connections(url);
        return new JobDatabase(connections, JobConnectionPool.apart(connections), WriteGuard.byHighestSeen());
    }

    /** The database in words that are safe to log. */
    public String describe() {
        return connections.shown();
    }

    /** Something done with statements. */
    @FunctionalInterface
    interface Statements<T extends @Nullable Object> {
        T run(SqlStatements sql) throws SQLException;
    }

    /** Runs reads that each stand for themselves. */
    private <T> T read(String what, Statements<T> work) {
        try {
            prepare();
            try (Connection connection = pool.getConnection()) {
                return work.run(new SqlStatements(connection, connections.now()));
            }
        } catch (SQLException failed) {
            throw connections.explain(what, failed);
        }
    }

    /** Runs a leader's write in one guarded transaction. */
    <T> T guarded(Leadership leadership, Statements<T> work) throws SQLException {
        prepare();
        return guard.write(pool, leadership, connection -> work.run(new SqlStatements(connection, connections.now())));
    }

    /** What a failure means to whoever asked for this. */
    RuntimeException explain(String what, SQLException failed) {
        return connections.explain(what, failed);
    }

    private void prepare() throws SQLException {
        if (!tablesAreThere) {
            try (Connection connection = pool.getConnection()) {
                JobSchema.create(connection, connections.isSqlite());
            }
            tablesAreThere = true;
        }
    }

    /**
     * Begins a term: its leader_epoch is the lock's, or one more than the highest that the database knows, whichever
     * is larger. When this returns, no transaction of an earlier term can commit any more.
     *
     * @param heard the highest leader_epoch that the caller has heard of: the closer, the fewer attempts
     * @param leadershipOf the leader's leadership under a leader_epoch
     */
    public StartedTerm beginTerm(
            String nodeId, String url, long lockEpoch, long heard, LongFunction<Leadership> leadershipOf) {
        long known = heard;
        for (int i = 0; i < MOST_ATTEMPTS; i++) {
            LeaderTerm term = new LeaderTerm(Math.max(lockEpoch, known + 1), nodeId, url, lockEpoch);
            try {
                Optional<StartedTerm> begun = guarded(leadershipOf.apply(term.leaderEpoch()), sql -> begin(sql, term));
                if (begun.isPresent()) {
                    return begun.get();
                }
                known = latestTerm().map(LeaderTerm::leaderEpoch).orElse(term.leaderEpoch());
            } catch (StaleEpochException later) {
                known = later.currentEpoch().orElse(term.leaderEpoch());
            } catch (SQLException failed) {
                throw explain("beginning a term", failed);
            }
        }
        throw new IllegalStateException("leader_epoch of " + nodeId + " was overtaken " + MOST_ATTEMPTS + " times");
    }

    private static Optional<StartedTerm> begin(SqlStatements sql, LeaderTerm term) throws SQLException {
        return TermTable.begin(sql, term) ? Optional.of(new StartedTerm(term, LeaseTable.live(sql))) : Optional.empty();
    }

    /** The current term, or the last one. */
    public Optional<LeaderTerm> latestTerm() {
        return read("reading the term", TermTable::latest);
    }

    /** The job of this id. */
    public Optional<Job> job(String id) {
        return read("reading job " + id, sql -> JobTable.byId(sql, id));
    }

    /** A page of jobs, oldest first; empty when there is no job of the id to begin after. */
    public Optional<List<Job>> jobs(JobQuery query) {
        return read("listing jobs", sql -> JobTable.page(sql, query));
    }

    /** Whether any job waits. */
    public boolean anyQueued(boolean commandsOnly) {
        return read("looking for work", sql -> JobTable.anyQueued(sql, commandsOnly));
    }

    /** The leases that count. */
    public List<JobLease> liveLeases() {
        return read("listing leases", LeaseTable::live);
    }

    /** All agents that ever asked for work, by name. */
    public List<AgentRecord> agents() {
        return read("listing agents", AgentTable::all);
    }

    /** What happened after this event, oldest first. */
    public List<JobEvent> eventsAfter(long id, int limit) {
        return read("reading events", sql -> EventTable.after(sql, id, limit));
    }

    /** The number of the last event, 0 when there is none. */
    public long lastEvent() {
        return read("reading events", EventTable::last);
    }

    @Override
    public void close() {
        pool.close();
    }
}
