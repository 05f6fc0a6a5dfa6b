package dev.baton.lab.nemesis.candidate;

import dev.baton.Leadership;
import dev.baton.fence.FencedFile;
import dev.baton.lab.nemesis.history.HistoryEvent.WriteOutcome;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A file per election, with a fence or without one.
 *
 * @param folder the folder that all processes share
 */
record LeaderFiles(Path folder, boolean guarded) implements LeaderResource {

    @Override
    public String name() {
        return guarded ? "fenced-file" : "file";
    }

    @Override
    public WriteOutcome write(Leadership leadership, SendTime sent) throws IOException {
        Path file = folder.resolve(name() + "-" + leadership.election());
        byte[] content = Long.toString(leadership.epoch()).getBytes(StandardCharsets.UTF_8);
        if (guarded) {
            FencedFile.write(file, leadership, content);
            return WriteOutcome.ACCEPTED;
        }
        Files.write(file, content);
        return WriteOutcome.UNGUARDED;
    }
}
