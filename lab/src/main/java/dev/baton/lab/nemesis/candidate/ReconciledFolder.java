package dev.baton.lab.nemesis.candidate;

import dev.baton.reconcile.ResourceCodec;
import dev.baton.reconcile.ResourceDriver;
import dev.baton.reconcile.Resources;
import dev.baton.store.ObjectStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A folder with resources, which are files, and with their records in an SQLite file. No fault of a store hits it. */
public final class ReconciledFolder implements AutoCloseable {
    private final Path resources;
    private final ObjectStore store;

    /** Opens the folder, and creates what is missing. */
    public ReconciledFolder(Path folder) throws IOException {
        this.resources = Files.createDirectories(folder.resolve("resources"));
        this.store = ObjectStore.open("sqlite:" + folder.resolve("records.db"));
    }

    /** Returns the records. */
    public Resources<String, String> records() {
        return new Resources<>(store, "resource", ResourceCodec.plain(), ResourceCodec.plain());
    }

    /** Returns the folder with the files. */
    public Path resources() {
        return resources;
    }

    ResourceDriver<String> driver() {
        return new FolderDriver(resources);
    }

    @Override
    public void close() {
        store.close();
    }
}
