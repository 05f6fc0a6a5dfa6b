package dev.baton.lab.nemesis.candidate;

import dev.baton.reconcile.ResourceCondition;
import dev.baton.reconcile.ResourceDriver;
import dev.baton.reconcile.ResourceSighting;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** Resources that are files in a folder: the name is the id, the content the status. Files that are being written have a dot. */
record FolderDriver(Path folder) implements ResourceDriver<String> {
    private static final long POLL_MILLIS = 200;

    @Override
    public Map<String, ResourceSighting<String>> list() throws IOException {
        Map<String, ResourceSighting<String>> all = new HashMap<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
            for (Path file : files) {
                String id = file.getFileName().toString();
                if (!id.startsWith(".")) {
                    get(id).ifPresent(sighting -> all.put(id, sighting));
                }
            }
        }
        return all;
    }

    @Override
    public Optional<ResourceSighting<String>> get(String id) throws IOException {
        try {
            String status = Files.readString(folder.resolve(id));
            return Optional.of(new ResourceSighting<>(ResourceCondition.READY, status));
        } catch (NoSuchFileException absent) {
            return Optional.empty();
        }
    }

    @Override
    public void watch(ResourceDriver.Stream<String> stream) throws Exception {
        Map<String, ResourceSighting<String>> known = list();
        known.forEach(stream::seen);
        stream.complete();
        while (true) {
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
            Map<String, ResourceSighting<String>> now = list();
            Set<String> gone = new HashSet<>(known.keySet());
            gone.removeAll(now.keySet());
            gone.forEach(stream::gone);
            for (Map.Entry<String, ResourceSighting<String>> one : now.entrySet()) {
                if (!one.getValue().equals(known.get(one.getKey()))) {
                    stream.seen(one.getKey(), one.getValue());
                }
            }
            known = now;
        }
    }
}
