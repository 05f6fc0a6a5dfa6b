package dev.baton.reconcile;

import dev.baton.BatonClock;
import dev.baton.store.VersionedValue;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;

/**
 * The copy of all readable records that a leader keeps from sweep to sweep. The first refresh reads all records. Later ones
 * read what was written since; they notice records that another process deleted only if they compare all versions. Not
 * thread-safe.
 */
final class RecordCopy<S, T> {
    /** How many changed records are read at once. */
    private static final int PAGE = 500;

    private final Resources<S, T> resources;
    private final BatonClock clock;
    private final Map<String, VersionedValue<Resource<S, T>>> records = new HashMap<>();
    /** The records that are left alone, each with the cause. */
    private final Map<String, String> leftAlone = new TreeMap<>();

    private Optional<ReadCheckpoint> checkpoint = Optional.empty();

    RecordCopy(Resources<S, T> resources, BatonClock clock) {
        this.resources = resources;
        this.clock = clock;
    }

    /**
     * Brings the copy up to date and returns the ids of the records that have changed.
     *
     * @param all whether the versions of all records are compared
     */
    Set<String> refresh(boolean all) {
        long nanos = clock.nanos();
        ReadCheckpoint now = new ReadCheckpoint(resources.store().clockMillis(), nanos);
        Set<String> changed = read(all, now);
        checkpoint = Optional.of(now);
        return changed;
    }

    private Set<String> read(boolean all, ReadCheckpoint now) {
        if (checkpoint.isEmpty()) {
            records.clear();
            leftAlone.clear();
            resources.forEach(this::put, leftAlone::put);
            return new HashSet<>(records.keySet());
        }
        OptionalLong since = all ? OptionalLong.empty() : checkpoint.get().since(now);
        Map<String, Long> versions = since.isPresent()
                ? resources.store().versionsSince(resources.type(), since.getAsLong())
                : resources.store().versions(resources.type());
        Set<String> changed = new HashSet<>();
        versions.forEach((id, version) -> {
            VersionedValue<Resource<S, T>> known = records.get(id);
            if ((known == null || known.resourceVersion() != version) && resources.isId(id)) {
                changed.add(id);
            }
        });
        readAgain(changed);
        if (since.isEmpty()) {
            records.keySet().stream().filter(id -> !versions.containsKey(id)).forEach(changed::add);
            records.keySet().retainAll(versions.keySet());
            leftAlone.keySet().retainAll(versions.keySet());
        }
        return changed;
    }

    private void readAgain(Collection<String> changed) {
        List<String> ids = new ArrayList<>(changed);
        for (int from = 0; from < ids.size(); from += PAGE) {
            List<String> page = ids.subList(from, Math.min(ids.size(), from + PAGE));
            // An unreadable record has no copy.
            page.forEach(this::remove);
            resources.forEach(page, this::put, leftAlone::put);
        }
    }

    private void put(VersionedValue<Resource<S, T>> record) {
        records.put(record.id(), record);
        if (record.value().phase() == ResourcePhase.UNKNOWN) {
            leftAlone.put(record.id(), "its phase is not known to this version");
        }
    }

    Optional<VersionedValue<Resource<S, T>>> get(String id) {
        return Optional.ofNullable(records.get(id));
    }

    /** A record does not exist any more. */
    void remove(String id) {
        records.remove(id);
        leftAlone.remove(id);
    }

    /** Returns the records that are left alone because they, or their phases, are unreadable; each with the cause. */
    Map<String, String> leftAlone() {
        return new TreeMap<>(leftAlone);
    }

    Set<String> ids() {
        return Collections.unmodifiableSet(records.keySet());
    }
}
