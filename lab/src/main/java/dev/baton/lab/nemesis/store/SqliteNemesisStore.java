package dev.baton.lab.nemesis.store;

import dev.baton.lab.nemesis.fault.ActiveFault;
import dev.baton.lab.nemesis.fault.ProcessVariant;
import dev.baton.lab.nemesis.fault.TrialProcess;
import dev.baton.lab.nemesis.fault.TrialProcesses;
import dev.baton.lab.nemesis.schedule.FaultKind;
import dev.baton.lab.nemesis.schedule.PlannedFault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** Leases in an SQLite file. */
final class SqliteNemesisStore implements NemesisStore {
    private static final Duration DEFAULT_TTL = Duration.ofSeconds(30);
    private static final Duration START_LIMIT = Duration.ofSeconds(20);
    private static final long POLL_MILLIS = 50;

    private final TrialPlan plan;
    private final SmallDisk disk;
    private final Path file;
    private final LeaseTiming timing;
    private final ForeignFiles foreign;

    SqliteNemesisStore(TrialPlan plan) throws SQLException, IOException {
        this.plan = plan;
        this.disk = SmallDisk.create(plan);
        this.file = disk.path().resolve("lease.db");
        this.timing = LeaseTiming.of(plan.validity(), "ttl", DEFAULT_TTL);
        this.foreign = ForeignFiles.create(plan);
        Files.createDirectory(disk.path().resolve("second"));
        LeaderTable.create(rows(), plan.elections());
    }

    private String rows() {
        return "jdbc:sqlite:" + plan.folder().resolve("rows.db") + "?busy_timeout=1000";
    }

    @Override
    public String url(String process) {
        return timing.url("lease:sqlite:" + file);
    }

    @Override
    public String changedUrl(String process) {
        return timing.longer("ttl").url("lease:sqlite:" + file);
    }

    @Override
    public String secondUrl(String process) {
        return timing.url("lease:sqlite:" + second());
    }

    private Path second() {
        return disk.path().resolve("second").resolve(file.getFileName());
    }

    @Override
    public boolean isSharedByUsers() {
        return true;
    }

    @Override
    public Duration validity() {
        return timing.validity();
    }

    /** A ttl, a tenth for a renewal that was seen late, and a third until the next attempt. */
    @Override
    public Duration recovery() {
        return validity().multipliedBy(3).dividedBy(2);
    }

    @Override
    public Set<FaultKind> faults() {
        Set<FaultKind> all = EnumSet.of(FaultKind.SIDE_FILES, FaultKind.TWO_NAMES, FaultKind.FOREIGN_NAMES);
        all.addAll(disk.faults());
        return all;
    }

    @Override
    public ActiveFault fault(PlannedFault fault, TrialProcesses processes) {
        return switch (fault.kind()) {
            case DISK_FULL, FAIL_SYNC -> disk.fault(fault, processes);
            case SIDE_FILES -> ActiveFault.once(this::deleteSideFiles);
            case TWO_NAMES -> twoNames(processes.target(fault).orElseThrow());
            case FOREIGN_NAMES -> ActiveFault.once(this::nameForeignFiles);
            default -> throw new IllegalArgumentException("lease:sqlite: has no fault " + fault.kind());
        };
    }

    /** A process that is refused does not end in time by itself, so it is killed. */
    private ActiveFault twoNames(TrialProcess target) {
        return ActiveFault.of(
                () -> {
                    target.kill();
                    Files.createLink(second(), file);
                    target.restart(ProcessVariant.SECOND_NAME);
                    awaitFirstEvent(target.label());
                    // Before a ttl is over, nobody takes anything from a leader.
                    TimeUnit.MILLISECONDS.sleep(validity().multipliedBy(2).toMillis());
                },
                () -> {
                    target.kill();
                    Files.deleteIfExists(second());
                    target.restart(ProcessVariant.USUAL);
                });
    }

    /** Waits until the process has led, or the time for that is over because it was refused. */
    private void awaitFirstEvent(String label) throws IOException, InterruptedException {
        Path history = plan.folder().resolve(label + ".history");
        long deadline = System.nanoTime() + START_LIMIT.toNanos();
        while ((!Files.exists(history) || Files.size(history) == 0) && System.nanoTime() - deadline < 0) {
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
        }
    }

    /** Edits the leases as somebody could who may write to the database: other processes and their files. */
    private void nameForeignFiles() throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file + "?busy_timeout=5000");
                PreparedStatement edit = connection.prepareStatement(
                        "UPDATE objects SET payload = json_set(payload, '$.holds', ?, '$.process', ?)"
                                + " WHERE json_valid(payload) AND json_type(payload, '$.epoch') = 'integer'")) {
            edit.setString(1, foreign.folder().toString());
            edit.setString(2, "important");
            edit.executeUpdate();
        }
    }

    @Override
    public List<String> damaged() throws IOException {
        return foreign.damaged();
    }

    private void deleteSideFiles() throws IOException {
        for (String suffix : List.of("-wal", "-shm", "-journal")) {
            Files.deleteIfExists(file.resolveSibling(file.getFileName() + suffix));
        }
    }

    @Override
    public Optional<String> sql(String process) {
        return Optional.of(rows());
    }

    @Override
    public List<String> left() {
        return OpenClaims.in(url(""), plan.elections());
    }

    @Override
    public void close() throws IOException {
        disk.close();
    }
}
