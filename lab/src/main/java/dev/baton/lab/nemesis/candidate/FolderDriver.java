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
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/**
 * Resources that are files in a folder: the name is the id, the content the status. Files that are being written have a dot.
 * Some calls fail and some hang for a while, as those of a platform do.
 */
record FolderDriver(Path folder) implements ResourceDriver<String> {
    private static final long POLL_MILLIS = 200;
    /** One of so many calls fails. */
    private static final int FAILING = 20;
    /** One of so many calls for one resource hangs. */
    private static final int HANGING = 50;

    private static final long HANGING_MILLIS = 2_000;

    @Override
    public Map<String, ResourceSighting<String>> list() throws IOException {
        failSometimes("list");
        return all();
    }

    private Map<String, ResourceSighting<String>> all() throws IOException {
        Map<String, ResourceSighting<String>> all = new HashMap<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
            for (Path file : files) {
                String id = file.getFileName().toString();
                if (!id.startsWith(".")) {
                    read(id).ifPresent(sighting -> all.put(id, sighting));
                }
            }
        }
        return all;
    }

    private static void failSometimes(String call) throws IOException {
        if (ThreadLocalRandom.current().nextInt(FAILING) == 0) {
            throw new IOException(call + " failed, as one of " + FAILING + " calls does");
        }
    }

    @Override
    public Optional<ResourceSighting<String>> get(String id) throws Exception {
        if (ThreadLocalRandom.current().nextInt(HANGING) == 0) {
            TimeUnit.MILLISECONDS.sleep(HANGING_MILLIS);
        }
        failSometimes("get");
        return read(id);
    }

    private Optional<ResourceSighting<String>> read(String id) throws IOException {
        try {
            String status = Files.readString(folder.resolve(id));
            return Optional.of(new ResourceSighting<>(ResourceCondition.READY, status));
        } catch (NoSuchFileException absent) {
            return Optional.empty();
        }
    }

    @Override
    public void watch(ResourceDriver.Stream<String> stream) throws Exception {
        Map<String, ResourceSighting<String>> known = all();
        known.forEach(stream::seen);
        stream.complete();
        while (true) {
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
            Map<String, ResourceSighting<String>> now = all();
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
