package dev.baton.console.page;

import dev.baton.console.Watched;
import org.junit.jupiter.api.Test;

/** The seed's scenes where no server is needed; the others are proved in a module of their own. */
class SeedScenariosTest {

    @Test // FILE-12 API-8
    void onALockFile() {
        try (Watched watched = Watched.fileStore()) {
            new SeedScenes("file", watched, id -> watched.storeUrl()).play();
        }
    }

    @Test // FILE-12 API-8
    void onALease() {
        try (Watched watched = Watched.leaseStore()) {
            new SeedScenes("lease", watched, id -> watched.storeUrl()).play();
        }
    }
}
