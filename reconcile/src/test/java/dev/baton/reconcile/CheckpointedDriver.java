package dev.baton.reconcile;

import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** A driver that lists what has changed since a checkpoint, and counts the resources that it has listed. No watch. */
final class CheckpointedDriver implements ResourceDriver<String> {
    int listed;
    int complete;
    boolean broken;
    boolean forgetful;
    private final Map<String, ResourceSighting<String>> resources = new TreeMap<>();
    private final Map<String, Long> changedAt = new TreeMap<>();
    private long changes;

    synchronized void set(String id, ResourceCondition condition, String status) {
        resources.put(id, new ResourceSighting<>(condition, status));
        changedAt.put(id, ++changes);
    }

    synchronized void remove(String id) {
        resources.remove(id);
        changedAt.put(id, ++changes);
    }

    /** Changes a resource so that no later list of changes has it. */
    synchronized void setUnlisted(String id, ResourceCondition condition, String status) {
        resources.put(id, new ResourceSighting<>(condition, status));
    }

    @Override
    public synchronized Map<String, ResourceSighting<String>> list() {
        return new TreeMap<>(resources);
    }

    @Override
    public synchronized ResourceChanges<String> changes(Optional<String> checkpoint) {
        if (broken) {
            throw new IllegalStateException("the driver is out of order");
        }
        String now = Long.toString(changes);
        if (checkpoint.isEmpty() || forgetful) {
            complete++;
            listed += resources.size();
            return ResourceChanges.all(list(), now);
        }
        Map<String, ResourceSighting<String>> seen = new TreeMap<>();
        Set<String> gone = new HashSet<>();
        changedAt.forEach((id, at) -> {
            if (at > Long.parseLong(checkpoint.get())) {
                if (resources.containsKey(id)) {
                    seen.put(id, resources.get(id));
                } else {
                    gone.add(id);
                }
            }
        });
        listed += seen.size() + gone.size();
        return ResourceChanges.since(seen, gone, now);
    }

    @Override
    public synchronized Optional<ResourceSighting<String>> get(String id) {
        return Optional.ofNullable(resources.get(id));
    }

    @Override
    public void watch(Stream<String> stream) {
        throw new UnsupportedOperationException("this driver has no watch");
    }
}
