package dev.baton.lab.nemesis.store;

import dev.baton.lab.nemesis.fault.ActiveFault;
import dev.baton.lab.nemesis.fault.TrialProcesses;
import dev.baton.lab.nemesis.schedule.FaultKind;
import dev.baton.lab.nemesis.schedule.PlannedFault;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** A directory as the store. */
final class FileNemesisStore implements NemesisStore {
    /** A silent leader keeps its claim for 10 s, and standbys read it every 5 s. */
    private static final Duration RECOVERY = Duration.ofSeconds(15);

    private static final Duration DEFAULT_VALIDITY = Duration.ofSeconds(10);

    private static final long LOOK_MILLIS = 5_500;

    /** Folders of the roster, in which each process deletes what is old. */
    private static final List<String> FOLDERS = List.of("roster/control", "roster");

    private final TrialPlan plan;
    private final SmallDisk disk;
    private final Path directory;
    private final ForeignFiles foreign;

    FileNemesisStore(TrialPlan plan) throws IOException {
        this.plan = plan;
        this.disk = SmallDisk.create(plan);
        this.directory = disk.path().resolve("store");
        this.foreign = ForeignFiles.create(plan);
    }

    @Override
    public String url(String process) {
        return "file:" + directory;
    }

    /** The validity is not part of the URL. */
    @Override
    public String changedUrl(String process) {
        return url(process);
    }

    @Override
    public Duration validity() {
        return plan.validity().orElse(DEFAULT_VALIDITY);
    }

    @Override
    public boolean setsValidity() {
        return plan.validity().isPresent();
    }

    @Override
    public Duration recovery() {
        return RECOVERY;
    }

    /** All processes of one machine read the same clock; the age of a claim depends on that. */
    @Override
    public boolean toleratesForeignClock() {
        return false;
    }

    @Override
    public Set<FaultKind> faults() {
        Set<FaultKind> all = EnumSet.of(FaultKind.DAMAGE, FaultKind.MOVE, FaultKind.COPY, FaultKind.FOREIGN_NAMES);
        all.addAll(disk.faults());
        return all;
    }

    @Override
    public ActiveFault fault(PlannedFault fault, TrialProcesses processes) {
        return switch (fault.kind()) {
            case DAMAGE -> ActiveFault.once(() -> damage(fault.choice()));
            case DISK_FULL, FAIL_SYNC -> disk.fault(fault, processes);
            case MOVE -> new MovedFolder(directory);
            case FOREIGN_NAMES -> linked(fault.choice());
            case COPY -> ActiveFault.once(() -> FolderCopies.replaceByCopy(directory));
            default -> throw new IllegalArgumentException("file: has no fault " + fault.kind());
        };
    }

    /** Removes, empties or overwrites the claim of some elections. */
    private void damage(int choice) throws IOException {
        List<String> elections = plan.elections();
        for (int i = choice % 4; i < elections.size(); i += 4) {
            Path claim = directory.resolve("locks").resolve(elections.get(i) + ".lock");
            switch (choice / 4 % 3) {
                case 0 -> Files.deleteIfExists(claim);
                case 1 -> Files.write(claim, new byte[0]);
                default -> Files.write(claim, "damaged by the trial".getBytes(StandardCharsets.UTF_8));
            }
        }
    }

    /** Replaces a folder of the store by a link to the files of others. */
    private ActiveFault linked(int choice) {
        Path inside = directory.resolve(FOLDERS.get(choice % FOLDERS.size()));
        Path away = directory.resolveSibling("away");
        return ActiveFault.of(
                () -> {
                    if (Files.exists(inside)) {
                        Files.move(inside, away);
                    }
                    Files.createDirectories(inside.getParent());
                    Files.createSymbolicLink(inside, foreign.folder());
                    // Each process looks into its folders at least every five seconds.
                    TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
                },
                () -> {
                    Files.deleteIfExists(inside);
                    if (Files.exists(away)) {
                        Files.move(away, inside);
                    }
                });
    }

    @Override
    public List<String> damaged() throws IOException {
        return foreign.damaged();
    }

    @Override
    public List<String> left() throws IOException {
        return OpenClaims.in(url(""), plan.elections());
    }

    @Override
    public void close() throws IOException {
        disk.close();
    }
}
