package dev.baton.postgres;

/**
 * The statements on the table of epochs. All SQL with the table's columns is here, so that a column is renamed in one place,
 * together with its migration in {@link PostgresTables}.
 */
final class EpochTable {
    static final String VERSION_1 = "CREATE TABLE IF NOT EXISTS baton_epochs (key1 int4 NOT NULL, key2 int4 NOT NULL,"
            + " election text NOT NULL UNIQUE, epoch bigint NOT NULL, instance_id text NOT NULL,"
            + " process bigint NOT NULL, since timestamptz NOT NULL, url text NOT NULL,"
            + " patience_ms bigint NOT NULL, released boolean NOT NULL, reserved_for text,"
            + " reserved_until timestamptz, PRIMARY KEY (key1, key2))";

    /** Nullable columns: a program of release 0.1 neither reads nor writes them. */
    static final String VERSION_2 =
            "ALTER TABLE baton_epochs ADD COLUMN IF NOT EXISTS command text," + " ADD COLUMN IF NOT EXISTS tenure text";

    /** The columns that {@link EpochRow#read} reads, of the table with the alias {@code e}. */
    static final String COLUMNS = "e.election, e.epoch, e.instance_id, e.process, e.released, e.patience_ms,"
            + " e.reserved_for, (extract(epoch FROM e.reserved_until - clock_timestamp()) * 1000)::bigint, e.command, e.tenure";

    private static final String RAISE_REQUESTS =
            "WITH request AS MATERIALIZED (SELECT * FROM unnest(?::bigint[], ?::int[],"
                    + " ?::int[], ?::text[], ?::bigint[], ?::text[], ?::bigint[], ?::text[], ?::bigint[], ?::bigint[],"
                    + " ?::bigint[], ?::boolean[], ?::text[], ?::text[]) AS r (guard, key1, key2, election, floor, instance_id, process, url,"
                    + " patience_ms, seen_epoch, seen_process, seen_released, seen_command, tenure)),"
                    + " guarded AS MATERIALIZED (SELECT r.*, greatest((SELECT max(t.epoch) FROM baton_reigns t"
                    + " WHERE t.election = r.election), r.floor) + 1 AS next_epoch FROM request r";

    private static final String RAISE_ROW =
            " changed AS (UPDATE baton_epochs e SET epoch = greatest(e.epoch + 1, g.next_epoch),"
                    + " instance_id = g.instance_id, process = g.process, since = clock_timestamp(), url = g.url,"
                    + " patience_ms = g.patience_ms, released = false, reserved_for = NULL, reserved_until = NULL,"
                    + " tenure = g.tenure"
                    + " FROM guarded g WHERE e.key1 = g.key1 AND e.key2 = g.key2 AND e.election = g.election"
                    + " AND e.epoch = g.seen_epoch AND e.process = g.seen_process AND e.released = g.seen_released"
                    + " AND e.command IS NOT DISTINCT FROM g.seen_command"
                    + " AND (e.reserved_for IS NULL OR e.reserved_for = g.instance_id"
                    + " OR e.reserved_until <= clock_timestamp())"
                    + " RETURNING e.election, e.epoch, e.since, e.instance_id, e.url, e.tenure),"
                    + " created AS (INSERT INTO baton_epochs (key1, key2, election, epoch, instance_id, process, since,"
                    + " url, patience_ms, released, tenure) SELECT g.key1, g.key2, g.election, g.next_epoch, g.instance_id,"
                    + " g.process, clock_timestamp(), g.url, g.patience_ms, false, g.tenure FROM guarded g"
                    + " WHERE g.seen_epoch = -1 ON CONFLICT ";

    private static final String RAISE_RECORD =
            " DO NOTHING RETURNING election, epoch, since, instance_id, url, tenure),"
                    + " raised AS (SELECT * FROM changed UNION ALL SELECT * FROM created),"
                    + " closed AS (UPDATE baton_reigns t SET ended_at = raised.since, reason = 'session_closed'"
                    + " FROM raised WHERE t.election = raised.election AND t.ended_at IS NULL"
                    + " AND t.epoch < raised.epoch),"
                    + " opened AS (INSERT INTO baton_reigns (election, epoch, instance_id, url, began_at)"
                    + " SELECT election, epoch, instance_id, url, since FROM raised),"
                    + " pruned AS (DELETE FROM baton_reigns t USING raised"
                    + " WHERE t.election = raised.election AND t.epoch < raised.epoch - 10000)"
                    + " SELECT tenure, epoch, pg_backend_pid(), nextval('baton_raises'), pg_notify('"
                    + NotifyChannel.CHANNEL + "', 'began ' || election || ' ' || epoch) FROM raised";

    /** Leaves out elections whose guard is not free, and those that are recorded with other keys. */
    static final String RAISE_IMMEDIATELY =
            RAISE_REQUESTS + " WHERE pg_try_advisory_xact_lock(r.guard))," + RAISE_ROW + RAISE_RECORD;

    /** Queues for the guard, and fails if the election is recorded with other keys. */
    static final String RAISE_QUEUED =
            RAISE_REQUESTS + ", pg_advisory_xact_lock(r.guard))," + RAISE_ROW + "(key1, key2)" + RAISE_RECORD;

    /**
     * Raises rows to epochs that have been in use, after the data went back. Such a row, created if it is missing, is that of
     * a leader who is unknown and may not have stopped. Returns the rows that were lower, with their epochs before and after.
     */
    static final String RESTORE = "WITH request AS MATERIALIZED (SELECT * FROM unnest(?::int[], ?::int[], ?::text[],"
            + " ?::bigint[]) AS r (key1, key2, election, epoch) WHERE NOT EXISTS (SELECT 1 FROM baton_epochs e"
            + " WHERE e.key1 = r.key1 AND e.key2 = r.key2 AND (e.epoch >= r.epoch OR e.election <> r.election))),"
            + " before AS MATERIALIZED (SELECT e.election, e.epoch FROM baton_epochs e JOIN request r USING (key1, key2)),"
            + " raised AS (INSERT INTO baton_epochs AS e (key1, key2, election, epoch, instance_id, process, since, url,"
            + " patience_ms, released) SELECT r.key1, r.key2, r.election, r.epoch, '', 0, clock_timestamp(), '', ?, false"
            + " FROM request r ORDER BY r.key1, r.key2 ON CONFLICT (key1, key2) DO UPDATE"
            + " SET epoch = excluded.epoch, tenure = NULL, instance_id = '', process = 0"
            + " WHERE e.epoch < excluded.epoch AND e.election = excluded.election RETURNING e.election, e.epoch)"
            + " SELECT raised.election, coalesce(before.epoch, 0), raised.epoch, nextval('baton_raises')"
            + " FROM raised LEFT JOIN before USING (election)";

    private static final String RELEASE_MARK =
            " marked AS (UPDATE baton_epochs e SET released = true, reserved_for = nullif(?, ''),"
                    + " reserved_until = clock_timestamp() + ? * interval '1 ms' FROM free"
                    + " WHERE e.election = ? AND e.epoch = ? AND e.process = ? RETURNING e.epoch),"
                    + " closed AS (UPDATE baton_reigns t SET ended_at = clock_timestamp(), reason = ?"
                    + " FROM marked WHERE t.election = ? AND t.epoch = marked.epoch)"
                    + " SELECT true, pg_notify('" + NotifyChannel.CHANNEL + "', ?) FROM marked";

    private static final String ROW_IF_FREE = "SELECT 1 FROM baton_epochs WHERE election = ? FOR UPDATE SKIP LOCKED";

    static final String RELEASE_QUEUED =
            "WITH free AS MATERIALIZED (SELECT 1 FROM pg_advisory_xact_lock(?))," + RELEASE_MARK;

    static final String RELEASE_UNGUARDED = "WITH free AS MATERIALIZED (" + ROW_IF_FREE + ")," + RELEASE_MARK;

    /**
     * Waits for nothing, not even for the disk: after a crash of the server the lock is free, marked or not. The lock is
     * freed in a transaction of its own, after the mark is visible to all sessions.
     */
    static final String RELEASE_WITH_LOCK = "BEGIN; WITH guard AS MATERIALIZED (SELECT"
            + " set_config('synchronous_commit', 'off', true), pg_try_advisory_xact_lock(?) AS taken),"
            + " row AS MATERIALIZED (" + ROW_IF_FREE + "),"
            + " free AS MATERIALIZED (SELECT 1 FROM guard, row WHERE taken)," + RELEASE_MARK + ";"
            + " COMMIT; SELECT pg_advisory_unlock(e.key1, e.key2) FROM baton_epochs e"
            + " WHERE e.key1 = ? AND e.key2 = ? AND e.epoch = ? AND e.process = ? AND e.released";

    /** The row is a leader's only while one session holds both its liveness lock and the election's lock. */
    static final String LEADER = "SELECT e.instance_id, e.epoch, e.since, e.url FROM baton_epochs e"
            + " WHERE e.election = ? AND NOT e.released AND EXISTS (SELECT 1 FROM pg_locks l JOIN pg_locks h"
            + " USING (pid, database) WHERE l.locktype = 'advisory' AND h.locktype = 'advisory'"
            + " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
            + " AND l.granted AND h.granted AND l.mode = 'ExclusiveLock' AND h.mode = 'ExclusiveLock'"
            + " AND l.objsubid = 1 AND l.classid::bigint = ((e.process >> 32) & 4294967295)"
            + " AND l.objid::bigint = (e.process & 4294967295)"
            + " AND h.objsubid = 2 AND h.classid::bigint = (e.key1::bigint & 4294967295)"
            + " AND h.objid::bigint = (e.key2::bigint & 4294967295))";

    /** Elections that have ever had a leader or a candidate on the roster. */
    static final String ELECTIONS = "SELECT election FROM baton_epochs UNION"
            + " SELECT substring(line FROM '\"election\":\"([^\"]+)\"') FROM baton_roster,"
            + " unnest(string_to_array(frames, E'\\n')) AS line WHERE line <> '' ORDER BY 1";

    /** Records a command under a claim, matched by its owner and epoch. */
    static final String RECORD_COMMAND = "UPDATE baton_epochs SET command = ? WHERE election = ? AND epoch = ?"
            + " AND instance_id = ? AND process = ? AND NOT released RETURNING epoch";

    static final String CLEAR_COMMAND = "UPDATE baton_epochs SET command = NULL WHERE election = ? AND command = ?";

    static final String HIGHEST_EPOCH = "SELECT greatest((SELECT max(epoch) FROM baton_epochs WHERE election = ?),"
            + " (SELECT max(epoch) FROM baton_reigns WHERE election = ?))";

    static final String KEYS = "SELECT key1, key2 FROM baton_epochs WHERE election = ?";

    /** Matches the tenure as well as the epoch: after the data went back, another tenure can have the same epoch. */
    static final String MOVE = "UPDATE baton_epochs SET process = ?"
            + " WHERE election = ? AND epoch = ? AND instance_id = ?"
            + " AND (? = '' OR tenure = ?) AND NOT released RETURNING epoch";

    /** Takes the locks of several elections, except where a transfer has reserved one for another instance. */
    static final String TRY_LOCKS =
            "SELECT CASE WHEN e.reserved_for <> r.candidate AND e.reserved_until > clock_timestamp()"
                    + " THEN false ELSE pg_try_advisory_lock(r.key1, r.key2) END, r.position, " + COLUMNS
                    + " FROM unnest(?::int[], ?::int[], ?::text[]) WITH ORDINALITY AS r (key1, key2, candidate, position)"
                    + " LEFT JOIN baton_epochs e ON e.key1 = r.key1 AND e.key2 = r.key2";

    static final String UNLOCK_ALL =
            "SELECT pg_advisory_unlock(r.key1, r.key2) FROM unnest(?::int[], ?::int[]) AS r (key1, key2)";

    static final String ROW = "SELECT " + COLUMNS + " FROM baton_epochs e WHERE e.key1 = ? AND e.key2 = ?";

    static final String ROWS_AND_PID = "SELECT pg_backend_pid(), " + COLUMNS
            + " FROM (SELECT 1) AS one LEFT JOIN baton_epochs e ON e.election = ANY (?)";

    private EpochTable() {}
}
