package dev.baton.file.disk;

import dev.baton.file.record.ClaimOwner;
import dev.baton.file.record.EpochState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** A program whose second epoch write is incomplete, as on a full disk: {@code DIR}. Prints the size of the file. */
final class ShortWriteMain {
    static final int MAX_QUEUED_BYTES = 1500;

    private ShortWriteMain() {}

    public static void main(String[] args) throws Exception {
        DirectoryLayout layout = new DirectoryLayout(Path.of(args[0]));
        EpochState first = EpochState.of(1, 1, new ClaimOwner("a", 1, 1, "", 0, "1-1-a"));
        try (CriticalSection section = new CriticalSection(layout, "nightly", Duration.ofSeconds(1), DiskSync.KERNEL)) {
            section.writeEpoch(first);
            limitFileSize();
            section.writeEpoch(first.ended(Optional.empty()));
            System.out.println("written");
        } catch (IOException cutOff) {
            System.out.println("bytes: " + Files.size(layout.epoch("nightly")));
        }
    }

    private static void limitFileSize() throws Exception {
        int failed = new ProcessBuilder(
                        "prlimit",
                        "--pid",
                        Long.toString(ProcessHandle.current().pid()),
                        "--fsize=" + MAX_QUEUED_BYTES)
                .inheritIO()
                .start()
                .waitFor();
        if (failed != 0) {
            System.out.println("no prlimit");
        }
    }
}
