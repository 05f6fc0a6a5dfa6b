package dev.baton.lease;

import dev.baton.BatonClock;
import dev.baton.spi.Backend;
import dev.baton.testkit.ContractStore;
import dev.baton.testkit.DirtyPages;
import dev.baton.testkit.ProcessIsolation;
import dev.baton.testkit.StoreFeature;
import dev.baton.testkit.StoreHolder;
import dev.baton.testkit.TestCandidate;
import dev.baton.testkit.TestCandidateProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** The contract's store for leases in an SQLite file. It breaks down by a lock of another program. */
final class SqliteLeaseStore implements ContractStore {
    private final Path folder;
    private final List<LeaseBackend> opened = new CopyOnWriteArrayList<>();
    private Optional<Connection> rude = Optional.empty();

    SqliteLeaseStore() {
        try {
            folder = Files.createTempDirectory("baton-lease");
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    Path file() {
        return folder.resolve("lease.db");
    }

    String url() {
        return "lease:sqlite:" + file() + "?ttl=3s";
    }

    @Override
    public Map<StoreFeature, String> optOuts() {
        return Map.of(StoreFeature.TRAFFIC, "there is no network");
    }

    @Override
    public Backend open(BatonClock clock) {
        LeaseUrl url = LeaseUrl.parse(url());
        LeaseBackend backend = LeaseBackend.open(url.store(), url.options(), clock);
        opened.add(backend);
        return backend;
    }

    @Override
    public TestCandidate testCandidate(String election, String instanceId, Duration validity) {
        return new OutsideWrites(TestCandidateProcess.start(url(), election, instanceId, validity), this::isLocked);
    }

    /** Returns whether a process holds a lock on the file for longer than a running reader or writer does. */
    boolean isLocked() {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file() + "?busy_timeout=1000");
                Statement statement = connection.createStatement()) {
            statement.execute("BEGIN EXCLUSIVE");
            statement.execute("ROLLBACK");
            return false;
        } catch (SQLException locked) {
            return true;
        }
    }

    @Override
    public Optional<StoreHolder> holderInStore(String election) {
        try (Connection connection = connect()) {
            return StoredLease.holder(connection, election);
        } catch (SQLException failed) {
            if (String.valueOf(failed.getMessage()).contains("no such table")) {
                return Optional.empty();
            }
            throw new IllegalStateException(failed);
        }
    }

    @Override
    public Optional<TestCandidate> isolatedCandidate(
            String election, String instanceId, Duration validity, ProcessIsolation isolation) {
        shareWithOtherUser();
        return Optional.of(TestCandidateProcess.start(url(), election, instanceId, validity, isolation));
    }

    @Override
    public Optional<String> stateInStore(String election) {
        try (Connection connection = connect()) {
            return Optional.of(StoredLease.versions(connection, election));
        } catch (SQLException failed) {
            throw new IllegalStateException(failed);
        }
    }

    @Override
    public boolean onTraffic(Runnable hook) {
        return false;
    }

    @Override
    public boolean rewriteEpoch(String election, long epoch) {
        try (Connection connection = connect()) {
            StoredLease.rewriteEpoch(connection, election, epoch);
        } catch (SQLException failed) {
            throw new IllegalStateException(failed);
        }
        return true;
    }

    /** SQLite creates its other files with the owner and the mode of the database. */
    private void shareWithOtherUser() {
        try {
            Files.setAttribute(folder, "unix:uid", ProcessIsolation.user());
            try (Stream<Path> files = Files.list(folder)) {
                for (Path file : files.toList()) {
                    share(file);
                }
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static void share(Path file) throws IOException {
        try {
            Files.setAttribute(file, "unix:uid", ProcessIsolation.user());
        } catch (NoSuchFileException ended) {
            // The journal of a transaction that has ended meanwhile.
        }
    }

    @Override
    public long unsyncedPages(String election) {
        return DirtyPages.of(file());
    }

    @Override
    public void crash() {
        // A file is no server.
    }

    @Override
    public void deleteLock(String election) {
        execute("DELETE FROM objects WHERE object_type = 'reconciler_lease' AND id = '" + election + "'");
    }

    @Override
    public void corruptLock(String election) {
        execute("UPDATE objects SET payload = 'garbage' WHERE object_type = 'reconciler_lease' AND id = '" + election
                + "'");
    }

    void execute(String sql) {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException failed) {
            throw new IllegalStateException(sql, failed);
        }
    }

    /** Returns the first column of the first row. */
    String text(String query) {
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            return row.next() ? row.getString(1) : "";
        } catch (SQLException failed) {
            throw new IllegalStateException(query, failed);
        }
    }

    /** Returns the age of the lease by the clock of this process; negative if it is from the future. */
    long ageMillis() {
        String question = "SELECT unixepoch('subsec') * 1000 - updated_at_ms FROM objects"
                + " WHERE object_type = 'reconciler_lease'";
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(question)) {
            return row.next() ? row.getLong(1) : 0;
        } catch (SQLException failed) {
            throw new IllegalStateException(failed);
        }
    }

    private Connection connect() throws SQLException {
        return DriverManager.getConnection("jdbc:sqlite:" + file() + "?busy_timeout=30000");
    }

    /** Another program locks the file. */
    @Override
    public void breakDown() {
        try {
            Connection other = connect();
            rude = Optional.of(other);
            try (Statement statement = other.createStatement()) {
                statement.execute("BEGIN EXCLUSIVE");
            }
        } catch (SQLException failed) {
            throw new IllegalStateException(failed);
        }
    }

    @Override
    public void repair() {
        try {
            if (rude.isPresent()) {
                rude.get().close();
            }
            rude = Optional.empty();
        } catch (SQLException failed) {
            throw new IllegalStateException(failed);
        }
    }

    @Override
    public void restart() {
        // A file is no server; what is on the disk stays there.
    }

    /** Ends all processes first: they would create files while the folder is being deleted. */
    @Override
    public void close() {
        opened.forEach(LeaseBackend::close);
        Awaitility.await().atMost(Duration.ofSeconds(30)).ignoreExceptions().until(() -> {
            delete();
            return !Files.exists(folder);
        });
    }

    private void delete() throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        }
    }
}
