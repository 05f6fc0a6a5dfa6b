package dev.baton.lab.nemesis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.lab.nemesis.candidate.ReconciledFolder;
import dev.baton.reconcile.Resources;
import dev.baton.store.ObjectKey;
import dev.baton.store.ObjectStore;
import dev.baton.store.WriteCondition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The comparison of records with resources finds each planted difference, and nothing else. */
class ReplicaWorldTest {
    @TempDir
    Path folder;

    private ReplicaWorld world;
    private ReconciledFolder files;
    private Resources<String, String> records;
    private ObjectStore store;

    @BeforeEach
    void open() throws IOException {
        world = new ReplicaWorld(folder);
        files = new ReconciledFolder(folder);
        records = files.records();
        store = ObjectStore.open("sqlite:" + folder.resolve("records.db"));
    }

    @AfterEach
    void close() {
        store.close();
        files.close();
        world.close();
    }

    @Test
    void recordsThatNobodyHasReconciledDiffer() throws Exception {
        world.change(1);
        assertThat(world.differences())
                .hasSize(4)
                .allSatisfy(line -> assertThat(line).contains("is ready with \"created in step 1\""));
    }

    @Test
    void eachPlantedDifferenceIsFound() throws Exception {
        for (int step = 1; step <= 3; step++) {
            world.change(step);
        }
        reconcile();
        assertThat(world.differences()).isEmpty();
        List<String> existing = existing();
        delete(existing.get(0));
        write(existing.get(1), "{\"phase\":\"ready\",\"epoch\":1,\"spec\":\"spec\",\"status\":\"stale\"}");
        write(existing.get(2), "{\"phase\":\"deleted\",\"epoch\":1,\"spec\":\"spec\"}");
        String ended = ended().get(0);
        write(ended, "{\"phase\":\"ready\",\"epoch\":1,\"spec\":\"spec\",\"status\":\"up\"}");
        assertThat(world.differences())
                .hasSize(4)
                .anySatisfy(line -> assertThat(line).contains("the record of " + existing.get(0) + " is lost"))
                .anySatisfy(line -> assertThat(line)
                        .startsWith(existing.get(1) + " is ready with")
                        .contains("stale"))
                .anySatisfy(line -> assertThat(line)
                        .startsWith(existing.get(2) + " is ready with")
                        .contains("DELETED"))
                .anySatisfy(line -> assertThat(line).startsWith(ended + " does not exist"));
    }

    @Test
    void endedResourcesAreCreatedAgainUnderTheirIds() throws Exception {
        for (int step = 1; step <= 3; step++) {
            world.change(step);
        }
        List<String> before = ended();
        reconcile();
        world.change(4);
        assertThat(before)
                .anySatisfy(id -> assertThat(files.resources().resolve(id)).exists());
        assertThat(world.differences()).isNotEmpty();
        reconcile();
        assertThat(world.differences()).isEmpty();
    }

    /** Writes every record as the reconciler would. */
    private void reconcile() throws IOException {
        for (String id : existing()) {
            String status = Files.readString(files.resources().resolve(id));
            write(id, "{\"phase\":\"ready\",\"epoch\":1,\"spec\":\"spec\",\"status\":\"" + status + "\"}");
        }
        for (String id : ended()) {
            write(id, "{\"phase\":\"deleted\",\"epoch\":1,\"spec\":\"spec\"}");
        }
    }

    private List<String> existing() throws IOException {
        try (Stream<Path> all = Files.list(files.resources())) {
            return all.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    private List<String> ended() throws IOException {
        List<String> existing = existing();
        return records.list().stream()
                .map(record -> record.id())
                .filter(id -> !existing.contains(id))
                .toList();
    }

    private void write(String id, String payload) {
        store.putIf(new ObjectKey("resource", id), payload, WriteCondition.unconditional());
    }

    private void delete(String id) {
        ObjectKey key = new ObjectKey("resource", id);
        store.deleteIf(key, store.get(key).orElseThrow().resourceVersion());
    }
}
