package dev.baton.postgres;

import dev.baton.InstanceStatus;
import dev.baton.spi.Roster;
import dev.baton.spi.StatusJson;
import dev.baton.spi.TransferRequest;
import dev.baton.support.json.JsonException;
import dev.baton.support.sql.SqlQuery;
import dev.baton.support.text.Names;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The roster as a table with one row for each process. Rows expire by the server's clock. */
final class PostgresRoster implements Roster {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");
    private static final Duration CLOCK_JUMP = Duration.ofSeconds(5);
    private static final String LIVE = " AS line WHERE seen_at > clock_timestamp() - interval '"
            + Roster.maxAge().toMillis() + " ms'";
    private static final String LINES = "SELECT line FROM baton_roster, unnest(string_to_array(frames, E'\\n'))" + LIVE;
    private static final String PRIORITISED_LINES =
            "SELECT line FROM baton_roster, unnest(string_to_array(favoured, E'\\n'))" + LIVE + " AND favoured <> ''";

    private static final String WRITE = "WITH old AS (DELETE FROM baton_roster WHERE seen_at < clock_timestamp()"
            + " - interval '1 min' AND process <> ?) INSERT INTO baton_roster AS r (process, frames, favoured, seen_at)"
            + " VALUES (?, ?, ?, clock_timestamp()) ON CONFLICT (process) DO UPDATE SET frames = EXCLUDED.frames,"
            + " favoured = EXCLUDED.favoured, seen_at = EXCLUDED.seen_at"
            + " RETURNING (extract(epoch FROM seen_at) * 1000)::bigint";

    private final PostgresStore store;
    private final LockThread lock;
    private final ControlThread control;
    private final long process = new SecureRandom().nextLong();
    private volatile boolean announcing;
    private volatile boolean announced;
    private volatile boolean removed;
    private long lastServerMillis;
    private long lastNanos;

    PostgresRoster(PostgresStore store, LockThread lock, ControlThread control) {
        this.store = store;
        this.lock = lock;
        this.control = control;
    }

    @Override
    public CompletionStage<Void> announce(List<InstanceStatus> statuses) {
        announcing = true;
        String all = lines(statuses, Integer.MIN_VALUE);
        String prioritised = lines(statuses, 0);
        // Appear on the roster after the first attempt: others must not count on a candidate that still connects.
        CompletableFuture<?> attempted = announced
                ? CompletableFuture.completedFuture(null)
                : lock.drained().completeOnTimeout(null, 1, TimeUnit.SECONDS);
        return done(attempted.thenCompose(
                ready -> control.submitRetrying(connection -> write(connection, all, prioritised))));
    }

    private static String lines(List<InstanceStatus> statuses, int above) {
        return statuses.stream()
                .filter(status -> status.priority() > above)
                .map(StatusJson::write)
                .collect(Collectors.joining("\n"));
    }

    private boolean write(Connection connection, String all, String prioritised) throws SQLException {
        if (removed) {
            // A write that waited for the first attempt: it would show this process after its end.
            return false;
        }
        if (!announced) {
            PostgresTables.ensure(connection, store.shown(), store.schema());
            announced = true;
        }
        SqlQuery.of(connection, WRITE, process, process, all, prioritised)
                .first(row -> row.getLong(1))
                .ifPresent(this::observeClock);
        return true;
    }

    /** Logs a jump of the server's wall clock since the last reading. Leadership does not depend on that clock. */
    private synchronized void observeClock(long serverMillis) {
        long now = store.clock().nanos();
        long jump = serverMillis - (lastServerMillis + (now - lastNanos) / 1_000_000);
        if (lastServerMillis != 0 && Math.abs(jump) > CLOCK_JUMP.toMillis()) {
            LOG.warn(
                    "the clock of {} jumped by {} ms; this affects the roster and the times in the history, but not"
                            + " leadership",
                    store.shown(),
                    jump);
        }
        lastServerMillis = serverMillis;
        lastNanos = now;
    }

    @Override
    public CompletionStage<List<InstanceStatus>> list(String election) {
        Names.check("election", election);
        return read(LINES + " AND strpos(line, ?) > 0", "\"election\":\"" + election + "\"");
    }

    @Override
    public CompletionStage<List<InstanceStatus>> list(Set<String> elections) {
        return read(LINES)
                .thenApply(statuses -> statuses.stream()
                        .filter(status -> elections.contains(status.election()))
                        .toList());
    }

    @Override
    public CompletionStage<List<InstanceStatus>> prioritised() {
        return read(PRIORITISED_LINES);
    }

    private CompletableFuture<List<InstanceStatus>> read(String sql, Object... parameters) {
        return control.submitRetrying(connection -> SqlErrors.orIfNoTable(
                List.of(), () -> parse(SqlQuery.of(connection, sql, parameters).all(row -> row.getString(1)))));
    }

    private static List<InstanceStatus> parse(List<String> lines) {
        List<InstanceStatus> statuses = new ArrayList<>();
        for (String line : lines) {
            try {
                statuses.add(StatusJson.readStatus(line));
            } catch (JsonException malformed) {
                LOG.debug("ignored a malformed line of the roster", malformed);
            }
        }
        return statuses;
    }

    @Override
    public CompletionStage<Void> send(TransferRequest request) {
        return done(control.submitRetrying(connection -> SqlQuery.of(
                        connection, "SELECT pg_notify(?, ?)", NotifyChannel.CHANNEL, NotifyChannel.transfer(request))
                .hasRow()));
    }

    /** Removes this process from the roster, if it ever announced itself. Later announcements have no effect. */
    void remove() {
        removed = true;
        if (announcing) {
            control.submitRetrying(connection -> announced
                    && SqlQuery.of(connection, "DELETE FROM baton_roster WHERE process = ?", process)
                                    .update()
                            > 0);
        }
    }

    private static CompletionStage<Void> done(CompletableFuture<?> stage) {
        return stage.thenAccept(result -> {});
    }
}
