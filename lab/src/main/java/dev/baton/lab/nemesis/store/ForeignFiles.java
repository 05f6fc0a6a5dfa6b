package dev.baton.lab.nemesis.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Files beside the store that belong to others. The processes must not change them, whatever the store names. */
record ForeignFiles(Path folder) {
    /** Names that the store uses itself. */
    private static final List<String> NAMES = List.of("important.json", "important.lock", "important.hold1");

    private static final Duration AGE = Duration.ofDays(1);

    static ForeignFiles create(TrialPlan plan) throws IOException {
        ForeignFiles files =
                new ForeignFiles(Files.createDirectory(plan.folder().resolve("foreign")));
        for (String name : NAMES) {
            Path file = Files.writeString(files.folder.resolve(name), "important");
            // An old file is one that a clean-up would delete.
            Files.setLastModifiedTime(file, FileTime.from(Instant.now().minus(AGE)));
        }
        return files;
    }

    /** Returns what has happened to them, once. */
    List<String> damaged() throws IOException {
        List<String> found = new ArrayList<>();
        for (String name : NAMES) {
            Path file = folder.resolve(name);
            if (!Files.isRegularFile(file)) {
                found.add(file + " was deleted");
                Files.writeString(file, "important");
            } else if (!Files.readString(file).equals("important")) {
                found.add(file + " was overwritten");
                Files.writeString(file, "important");
            }
        }
        return found;
    }
}
