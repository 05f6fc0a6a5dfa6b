package dev.baton.lab.nemesis.store;

import dev.baton.lab.nemesis.fault.ActiveFault;
import dev.baton.lab.nemesis.fault.ProcessSignals;
import dev.baton.testkit.postgres.BaseBackup;
import dev.baton.testkit.postgres.PostgresTestServer;
import dev.baton.testkit.postgres.TestServers;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** PostgreSQL, the newest supported version. */
final class PostgresTrialServer implements DatabaseTrialServer {
    private static final Duration START_LIMIT = Duration.ofSeconds(60);

    private final PostgresTestServer server = TestServers.started("newest");
    private final String database = server.newDatabase();
    private @Nullable Path control;

    String database() {
        return database;
    }

    @Override
    public int port() {
        return server.port();
    }

    @Override
    public void kill() {
        control = server.kill();
    }

    @Override
    public void stop() {
        control = server.stop("INT");
    }

    /** Tries again while processes of the killed server still use its memory. */
    @Override
    public void start() throws InterruptedException {
        Path program = control;
        if (program == null) {
            return;
        }
        long deadline = System.nanoTime() + START_LIMIT.toNanos();
        while (true) {
            try {
                server.start(program);
                return;
            } catch (IllegalStateException notYet) {
                if (System.nanoTime() - deadline > 0) {
                    throw notYet;
                }
                TimeUnit.MILLISECONDS.sleep(100);
            }
        }
    }

    @Override
    public void signal(String name) throws IOException {
        List<Long> pids = new ArrayList<>(List.of(server.pid()));
        ProcessHandle.of(server.pid()).ifPresent(main -> main.descendants().forEach(child -> pids.add(child.pid())));
        ProcessSignals.send(name, pids);
    }

    @Override
    public void endSessions() {
        server.terminate(database, "");
    }

    /**
     * Returns a fault that puts an older copy of the data into its place.
     *
     * @param between how long leaders change after the copy was made, so that their epochs are not in it
     */
    ActiveFault restore(Duration between) {
        AtomicReference<BaseBackup> backup = new AtomicReference<>();
        return ActiveFault.of(
                () -> {
                    backup.set(server.baseBackup());
                    endSessions();
                    TimeUnit.MILLISECONDS.sleep(between.toMillis());
                },
                () -> {
                    BaseBackup taken = backup.getAndSet(null);
                    if (taken != null) {
                        taken.restore();
                        FolderCopies.delete(taken.directory());
                    }
                });
    }

    @Override
    public long sessions() {
        return server.number("postgres", "SELECT count(*) FROM pg_stat_activity WHERE datname = '" + database + "'");
    }

    @Override
    public void close() {
        server.close();
    }
}
