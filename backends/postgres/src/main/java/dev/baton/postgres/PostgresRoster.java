package dev.baton.postgres;

import dev.baton.InstanceStatus;
import dev.baton.spi.Roster;
import dev.baton.spi.StatusJson;
import dev.baton.spi.TransferRequest;
import dev.baton.support.json.JsonException;
import dev.baton.support.text.Names;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The roster as a table: one row for each process, which ages out by the server's clock. */
final class PostgresRoster implements Roster {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");
    private static final String LIVE = " seen_at > clock_timestamp() - interval '15 s'";

    private final PostgresStore store;
    private final LockThread lock;
    private final ControlThread control;
    private final ServerClock clock;
    private final long process = new SecureRandom().nextLong();
    private volatile boolean announced;

    PostgresRoster(PostgresStore store, LockThread lock, ControlThread control) {
        this.store = store;
        this.lock = lock;
        this.control = control;
        this.clock = new ServerClock(store);
    }

    @Override
    public CompletionStage<Void> announce(List<InstanceStatus> frames) {
        String all = lines(frames, Integer.MIN_VALUE);
        String favoured = lines(frames, 0);
        // Who is on the roster has had its first try; nobody counts on one that is still connecting.
        CompletableFuture<?> tried = announced
                ? CompletableFuture.completedFuture(null)
                : lock.quiet().completeOnTimeout(null, 1, TimeUnit.SECONDS);
        return done(tried.thenCompose(ready -> control.ask(connection -> write(connection, all, favoured))));
    }

    private static String lines(List<InstanceStatus> frames, int above) {
        return frames.stream()
                .filter(frame -> frame.priority() > above)
                .map(StatusJson::write)
                .collect(Collectors.joining("\n"));
    }

    private boolean write(Connection connection, String frames, String favoured) throws SQLException {
        if (!announced) {
            PostgresTables.ensure(connection, store.shown());
            announced = true;
        }
        try (PreparedStatement statement = connection.prepareStatement(
                "WITH old AS (DELETE FROM baton_roster WHERE seen_at < clock_timestamp() - interval '1 min'"
                        + " AND process <> ?) INSERT INTO baton_roster AS r (process, frames, favoured, seen_at)"
                        + " VALUES (?, ?, ?, clock_timestamp()) ON CONFLICT (process) DO UPDATE SET"
                        + " frames = EXCLUDED.frames, favoured = EXCLUDED.favoured, seen_at = EXCLUDED.seen_at"
                        + " RETURNING (extract(epoch FROM seen_at) * 1000)::bigint")) {
            statement.setLong(1, process);
            statement.setLong(2, process);
            statement.setString(3, frames);
            statement.setString(4, favoured);
            try (ResultSet row = statement.executeQuery()) {
                if (row.next()) {
                    clock.reads(row.getLong(1));
                }
            }
        }
        return true;
    }

    @Override
    public CompletionStage<List<InstanceStatus>> list(String election) {
        Names.check("election", election);
        return control.ask(connection -> read(
                connection,
                "SELECT line FROM baton_roster, unnest(string_to_array(frames, E'\\n')) AS line WHERE" + LIVE
                        + " AND strpos(line, ?) > 0",
                "\"election\":\"" + election + "\""));
    }

    @Override
    public CompletionStage<List<InstanceStatus>> list(Set<String> elections) {
        return control.ask(connection -> read(
                        connection,
                        "SELECT line FROM baton_roster, unnest(string_to_array(frames, E'\\n')) AS line WHERE" + LIVE,
                        "")
                .stream()
                .filter(frame -> elections.contains(frame.election()))
                .toList());
    }

    @Override
    public CompletionStage<List<InstanceStatus>> prioritised() {
        return control.ask(connection -> read(
                connection,
                "SELECT line FROM baton_roster, unnest(string_to_array(favoured, E'\\n')) AS line WHERE" + LIVE
                        + " AND favoured <> ''",
                ""));
    }

    private static List<InstanceStatus> read(Connection connection, String question, String argument)
            throws SQLException {
        List<InstanceStatus> frames = new ArrayList<>();
        try (PreparedStatement statement = connection.prepareStatement(question)) {
            if (!argument.isEmpty()) {
                statement.setString(1, argument);
            }
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    add(frames, row.getString(1));
                }
            }
        } catch (SQLException failed) {
            if (!SqlErrors.state(failed).equals(SqlErrors.NO_TABLE)) {
                throw failed;
            }
        }
        return frames;
    }

    private static void add(List<InstanceStatus> frames, String line) {
        try {
            frames.add(StatusJson.readStatus(line));
        } catch (JsonException notAFrame) {
            LOG.debug("the roster has a line that is no frame", notAFrame);
        }
    }

    @Override
    public CompletionStage<Void> send(TransferRequest frame) {
        return done(control.ask(connection -> {
            try (PreparedStatement statement = connection.prepareStatement("SELECT pg_notify(?, ?)")) {
                statement.setString(1, NotifyChannel.CHANNEL);
                statement.setString(2, NotifyChannel.claim(frame));
                return statement.execute();
            }
        }));
    }

    /** Says good-bye, if anything was ever said. */
    void leave() {
        if (announced) {
            control.ask(connection -> {
                try (PreparedStatement statement =
                        connection.prepareStatement("DELETE FROM baton_roster WHERE process = ?")) {
                    statement.setLong(1, process);
                    return statement.executeUpdate();
                }
            });
        }
    }

    private static CompletionStage<Void> done(CompletableFuture<?> stage) {
        return stage.thenAccept(answer -> {});
    }
}
