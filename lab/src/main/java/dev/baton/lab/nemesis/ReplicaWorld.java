package dev.baton.lab.nemesis;

import dev.baton.lab.nemesis.candidate.ReconciledFolder;
import dev.baton.reconcile.Resource;
import dev.baton.reconcile.ResourcePhase;
import dev.baton.reconcile.Resources;
import dev.baton.store.VersionedValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The users and the platform of the replicated service: before each step they request, change, delete and lose resources, and
 * create some again under their ids; after it they compare each record with what they know.
 */
final class ReplicaWorld implements AutoCloseable {
    private static final int NEW = 4;
    private static final int MOST = 60;
    private static final int AGAIN = 2;

    private final ReconciledFolder folder;
    private final Resources<String, String> records;
    private final Map<String, String> existing = new LinkedHashMap<>();
    private final Set<String> ended = new HashSet<>();
    private int numbers;

    ReplicaWorld(Path path) throws IOException {
        this.folder = new ReconciledFolder(path);
        this.records = folder.records();
    }

    /** Creates some resources, changes one, deletes one, loses one without a request, and creates some ended ones again. */
    void change(int step) throws IOException {
        createAgain(step);
        Deque<String> oldest = new ArrayDeque<>(existing.keySet());
        if (oldest.size() > NEW) {
            String changed = oldest.removeLast();
            write(changed, "changed in step " + step);
        }
        while (oldest.size() > MOST || (oldest.size() > NEW && ended.size() < 2 * step)) {
            end(oldest.removeFirst(), ended.size() % 2 == 0);
        }
        for (int i = 0; i < NEW; i++) {
            String id = "r" + numbers++;
            records.create(id, "spec");
            write(id, "created in step " + step);
        }
    }

    /** Only what the service knows to have ended: it refuses to create a resource whose record says that it exists. */
    private void createAgain(int step) throws IOException {
        List<String> ids = new ArrayList<>();
        for (String id : ended) {
            Optional<ResourcePhase> phase =
                    records.get(id).map(record -> record.value().phase());
            if (ids.size() < AGAIN && (phase.isEmpty() || phase.get() == ResourcePhase.DELETED)) {
                ids.add(id);
            }
        }
        for (String id : ids) {
            ended.remove(id);
            records.create(id, "spec of step " + step);
            write(id, "created again in step " + step);
        }
    }

    private void write(String id, String status) throws IOException {
        Path target = folder.resources().resolve(id);
        Path part = target.resolveSibling("." + id);
        Files.writeString(part, status);
        Files.move(part, target, StandardCopyOption.ATOMIC_MOVE);
        existing.put(id, status);
    }

    private void end(String id, boolean requested) throws IOException {
        if (requested) {
            records.delete(id);
        }
        Files.delete(folder.resources().resolve(id));
        existing.remove(id);
        ended.add(id);
    }

    /** Returns a line for every record that does not agree with its resource. */
    List<String> differences() {
        List<String> found = new ArrayList<>();
        Map<String, Resource<String, String>> stored = new LinkedHashMap<>();
        for (VersionedValue<Resource<String, String>> record : records.list()) {
            stored.put(record.id(), record.value());
        }
        existing.forEach((id, status) -> {
            Resource<String, String> record = stored.get(id);
            if (record == null) {
                found.add("the record of " + id + " is lost, but its resource exists");
            } else if (record.phase() != ResourcePhase.READY || !record.status().equals(Optional.of(status))) {
                found.add(id + " is ready with \"" + status + "\", but its record is " + record);
            }
        });
        for (String id : ended) {
            Resource<String, String> record = stored.get(id);
            if (record != null && record.phase() != ResourcePhase.DELETED) {
                found.add(id + " does not exist, but its record is " + record);
            }
        }
        return found;
    }

    @Override
    public void close() {
        folder.close();
    }
}
