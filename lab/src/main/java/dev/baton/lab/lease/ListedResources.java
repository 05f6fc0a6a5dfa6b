package dev.baton.lab.lease;

import dev.baton.reconcile.ResourceChanges;
import dev.baton.reconcile.ResourceCondition;
import dev.baton.reconcile.ResourceDriver;
import dev.baton.reconcile.ResourceSighting;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * A driver that lists resources from memory, all of them or those that have changed since the last list. Its watch reports
 * only that a sweep is wanted.
 */
final class ListedResources implements ResourceDriver<String> {
    private final Map<String, ResourceSighting<String>> resources = new HashMap<>();
    private final Set<String> changed = new LinkedHashSet<>();
    private final BlockingQueue<String> events = new LinkedBlockingQueue<>();
    private long lists;

    ListedResources(int count) {
        for (int i = 0; i < count; i++) {
            set(id(i), "up");
        }
        changed.clear();
    }

    static String id(int number) {
        return "resource-" + number;
    }

    synchronized void set(String id, String status) {
        resources.put(id, new ResourceSighting<>(ResourceCondition.READY, status));
        changed.add(id);
    }

    void requestSweep() {
        events.add("sweep");
    }

    @Override
    public synchronized Map<String, ResourceSighting<String>> list() {
        return new HashMap<>(resources);
    }

    /** Knows only the checkpoint of its last answer. */
    @Override
    public synchronized ResourceChanges<String> changes(Optional<String> checkpoint) {
        boolean known = checkpoint.equals(Optional.of(Long.toString(lists)));
        String next = Long.toString(++lists);
        Map<String, ResourceSighting<String>> seen = new HashMap<>();
        changed.forEach(id -> seen.put(id, resources.get(id)));
        changed.clear();
        return known ? ResourceChanges.since(seen, Set.of(), next) : ResourceChanges.all(list(), next);
    }

    @Override
    public synchronized Optional<ResourceSighting<String>> get(String id) {
        return Optional.ofNullable(resources.get(id));
    }

    @Override
    public void watch(Stream<String> stream) throws InterruptedException {
        stream.complete();
        while (true) {
            stream.platform(events.take());
        }
    }
}
