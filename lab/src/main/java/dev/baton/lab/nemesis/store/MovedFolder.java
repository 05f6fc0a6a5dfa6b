package dev.baton.lab.nemesis.store;

import dev.baton.lab.nemesis.fault.ActiveFault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Moves a folder away, and back if nothing has replaced it. */
final class MovedFolder implements ActiveFault {
    private final Path folder;
    private final Path away;

    MovedFolder(Path folder) {
        this.folder = folder;
        this.away = folder.resolveSibling(folder.getFileName() + "-away");
    }

    @Override
    public void begin() throws IOException {
        Files.move(folder, away);
    }

    @Override
    public void end() throws IOException {
        if (!Files.exists(folder) && Files.exists(away)) {
            Files.move(away, folder);
        } else {
            FolderCopies.delete(away);
        }
    }
}
