package dev.baton.lab.nemesis.store;

import dev.baton.lab.nemesis.fault.ActiveFault;
import dev.baton.lab.nemesis.fault.FailingSync;
import dev.baton.lab.nemesis.fault.TrialProcesses;
import dev.baton.lab.nemesis.schedule.FaultKind;
import dev.baton.lab.nemesis.schedule.PlannedFault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.EnumSet;
import java.util.Set;

/**
 * A small file system of its own in a folder of the trial, which can be filled. Without the right to mount one it is an
 * ordinary folder.
 */
final class SmallDisk {
    private static final String SIZE = "64M";

    private final Path path;
    private final boolean mounted;

    private SmallDisk(Path path, boolean mounted) {
        this.path = path;
        this.mounted = mounted;
    }

    static SmallDisk create(TrialPlan plan) throws IOException {
        Path path = Files.createDirectory(plan.folder().resolve("disk"));
        Path image = plan.folder().resolve("disk.img");
        boolean mounted = run("truncate", "-s", SIZE, image.toString())
                && run("mkfs.ext4", "-q", image.toString())
                && run("mount", "-o", "loop", image.toString(), path.toString());
        if (mounted) {
            Files.deleteIfExists(path.resolve("lost+found"));
        }
        return new SmallDisk(path, mounted);
    }

    Path path() {
        return path;
    }

    /** Returns the faults of the disk that are possible on this machine. */
    Set<FaultKind> faults() {
        Set<FaultKind> all = EnumSet.noneOf(FaultKind.class);
        if (mounted) {
            all.add(FaultKind.DISK_FULL);
        }
        if (FailingSync.isPossible()) {
            all.add(FaultKind.FAIL_SYNC);
        }
        return all;
    }

    /** Returns one of these faults. */
    ActiveFault fault(PlannedFault fault, TrialProcesses processes) {
        return fault.kind() == FaultKind.DISK_FULL
                ? full()
                : new FailingSync(processes.target(fault).orElseThrow());
    }

    /** Returns a fault that leaves no free block. */
    private ActiveFault full() {
        Path ballast = path.resolve("ballast");
        return ActiveFault.of(() -> fill(ballast), () -> Files.deleteIfExists(ballast));
    }

    private static void fill(Path ballast) throws IOException {
        byte[] block = new byte[4096];
        try (var out = Files.newOutputStream(ballast, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
            while (true) {
                out.write(block);
            }
        } catch (IOException full) {
            if (!Files.exists(ballast)) {
                throw full;
            }
        }
    }

    /** Removes the file system. The processes that used it have ended. */
    void close() throws IOException {
        if (mounted && !run("umount", path.toString()) && !run("umount", "-l", path.toString())) {
            throw new IOException("could not unmount " + path);
        }
    }

    private static boolean run(String... command) throws IOException {
        try {
            return new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
