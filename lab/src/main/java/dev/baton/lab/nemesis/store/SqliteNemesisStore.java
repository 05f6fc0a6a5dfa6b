package dev.baton.lab.nemesis.store;

import dev.baton.lab.nemesis.fault.ActiveFault;
import dev.baton.lab.nemesis.fault.TrialProcesses;
import dev.baton.lab.nemesis.schedule.FaultKind;
import dev.baton.lab.nemesis.schedule.PlannedFault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Leases in an SQLite file. */
final class SqliteNemesisStore implements NemesisStore {
    private static final Duration DEFAULT_TTL = Duration.ofSeconds(30);

    private final TrialPlan plan;
    private final SmallDisk disk;
    private final Path file;
    private final LeaseTiming timing;

    SqliteNemesisStore(TrialPlan plan) throws SQLException, IOException {
        this.plan = plan;
        this.disk = SmallDisk.create(plan);
        this.file = disk.path().resolve("lease.db");
        this.timing = LeaseTiming.of(plan.validity(), "ttl", DEFAULT_TTL);
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
        Set<FaultKind> all = EnumSet.of(FaultKind.SIDE_FILES);
        if (disk.canBeFilled()) {
            all.add(FaultKind.DISK_FULL);
        }
        return all;
    }

    @Override
    public ActiveFault fault(PlannedFault fault, TrialProcesses processes) {
        return fault.kind() == FaultKind.DISK_FULL ? disk.full() : ActiveFault.once(this::deleteSideFiles);
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
