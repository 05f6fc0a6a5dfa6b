package dev.baton.reconcile;

import dev.baton.store.VersionedValue;
import dev.baton.support.time.UnchangedTimer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The sweeps of one tenure: they compare records with what the driver lists, and find those that need a closer look. The
 * copies of both are kept from sweep to sweep, so that a sweep compares only what has changed in one of them, what is
 * missing, and what waits for its session. At times, and after each failure, a sweep compares everything. Pure except for
 * the lists; one thread at a time begins a sweep.
 */
final class ResourceSweep<S, T> {
    private final ReconcileContext<S, T> context;
    private final ResourceQueue queue;
    private final RecordCopy<S, T> records;
    /** What the driver itself listed; empty if it lists everything each time. */
    private Map<String, ResourceSighting<T>> listed = new HashMap<>();

    private Optional<String> checkpoint = Optional.empty();
    private boolean everything = true;
    private long everythingAt;
    private final Set<String> withoutSession = new HashSet<>();
    private final Set<String> strangers = new TreeSet<>();
    /** How long resources have been missing, with the versions of their records: a write restarts the count. */
    private final UnchangedTimer<String, Long> missing = new UnchangedTimer<>();

    private final Set<String> missed = ConcurrentHashMap.newKeySet();
    private final Set<String> vanished = ConcurrentHashMap.newKeySet();

    /**
     * A record that needs a closer look, as the sweep found it.
     *
     * @param waits whether there is only something to write if the resource has its session
     */
    record Item(String id, long version, boolean waits) {}

    /**
     * The result of a sweep: the records that need a closer look, the resources without a record, and the records that are
     * left alone, each with the cause.
     */
    record Found(Queue<Item> items, Set<String> strangers, Map<String, String> leftAlone) {}

    /** @param queue has the records that are left to their own backoff */
    ResourceSweep(ReconcileContext<S, T> context, ResourceQueue queue) {
        this.context = context;
        this.queue = queue;
        this.records = new RecordCopy<>(context.resources(), context.clock());
    }

    Found begin() throws Exception {
        long now = context.clock().nanos();
        boolean all = everything || now - everythingAt >= 0;
        // A sweep that fails is followed by one of everything.
        everything = true;
        forgetVanished();
        // The records first: a resource that is created while the driver lists does not count as missing.
        Set<String> written = records.refresh(all);
        long asked = context.clock().nanos();
        Optional<String> since = all ? Optional.empty() : checkpoint;
        ResourceChanges<T> answer = context.driver().changes(since);
        if (since.isEmpty() && !answer.complete()) {
            throw new IllegalStateException(
                    "the driver returned changes, but without a checkpoint it must list everything");
        }
        Found found = answer.complete() ? compareAll(answer, asked) : compareChanged(answer, asked, written);
        checkpoint = answer.checkpoint();
        if (all) {
            everythingAt = now + context.settings().fullSweepInterval().toNanos();
        }
        everything = false;
        return found;
    }

    private void forgetVanished() {
        for (String id : Set.copyOf(vanished)) {
            vanished.remove(id);
            records.remove(id);
            found(id);
        }
    }

    private Found compareAll(ResourceChanges<T> answer, long asked) {
        context.index().correct(answer.seen(), asked);
        Set<String> present = new HashSet<>(records.ids());
        missing.retain(present);
        missed.retainAll(present);
        withoutSession.retainAll(present);
        strangers.clear();
        Found found = compare(present, answer.seen());
        answer.seen().keySet().stream().filter(id -> !present.contains(id)).forEach(strangers::add);
        listed = answer.checkpoint().isPresent() ? new HashMap<>(answer.seen()) : new HashMap<>();
        return new Found(found.items(), new TreeSet<>(strangers), found.leftAlone());
    }

    private Found compareChanged(ResourceChanges<T> answer, long asked, Set<String> written) {
        answer.gone().forEach(id -> {
            listed.remove(id);
            if (!answer.seen().containsKey(id)) {
                context.index().correct(id, Optional.empty(), asked);
            }
        });
        listed.putAll(answer.seen());
        answer.seen().forEach((id, sighting) -> context.index().correct(id, Optional.of(sighting), asked));
        Set<String> changed = new HashSet<>(written);
        changed.addAll(answer.gone());
        changed.addAll(answer.seen().keySet());
        changed.addAll(missed);
        changed.addAll(withoutSession);
        return compare(changed, listed);
    }

    private Found compare(Set<String> ids, Map<String, ResourceSighting<T>> resources) {
        List<Item> items = new ArrayList<>();
        for (String id : ids) {
            Optional<ResourceSighting<T>> resource = Optional.ofNullable(resources.get(id));
            Optional<VersionedValue<Resource<S, T>>> record = records.get(id);
            if (record.isEmpty()) {
                withoutSession.remove(id);
                found(id);
            } else if (needsLook(record.get(), resource) && !queue.isDelayed(id)) {
                items.add(new Item(id, record.get().resourceVersion(), withoutSession.contains(id)));
            }
            if (record.isEmpty() && resource.isPresent()) {
                strangers.add(id);
            } else {
                strangers.remove(id);
            }
        }
        if (context.progress().severalFail()) {
            probe(resources.keySet()).ifPresent(items::add);
        } else if (context.progress().failsRepeatedly()
                && candidate(resources.keySet()).isEmpty()) {
            context.progress().everyResourceFails();
        }
        items.sort(Comparator.comparing(Item::id));
        return new Found(new ArrayDeque<>(items), new TreeSet<>(strangers), records.leftAlone());
    }

    /** Chooses a resource that has not failed: the look at it shows whether every resource fails, or only some. */
    private Optional<Item> probe(Set<String> existing) {
        Optional<Item> chosen = candidate(existing);
        chosen.ifPresentOrElse(
                item -> context.progress().probe(item.id()),
                () -> context.progress().everyResourceFails());
        return chosen;
    }

    private Optional<Item> candidate(Set<String> existing) {
        return existing.stream()
                .filter(id -> !queue.hasFailed(id))
                .map(records::get)
                .flatMap(Optional::stream)
                .filter(record -> record.value().phase() != ResourcePhase.UNKNOWN)
                .findFirst()
                .map(record -> new Item(record.id(), record.resourceVersion(), false));
    }

    private boolean needsLook(VersionedValue<Resource<S, T>> record, Optional<ResourceSighting<T>> listed) {
        try {
            return differs(record, listed);
        } catch (RuntimeException | Error failed) {
            // A comparison: the closer look fails for this resource alone.
            return true;
        }
    }

    private boolean differs(VersionedValue<Resource<S, T>> record, Optional<ResourceSighting<T>> listed) {
        if (record.value().phase() == ResourcePhase.UNKNOWN) {
            return false;
        }
        if (listed.isEmpty()) {
            withoutSession.remove(record.id());
            return isMissingLongEnough(record);
        }
        found(record.id());
        boolean differs =
                !LifecycleRules.seen(record.value(), listed.get(), false).equals(record.value());
        // The session check can hang. The closer look has a limit for it; a sweep that begins has none.
        boolean waits = !differs
                && !LifecycleRules.seen(record.value(), listed.get(), true).equals(record.value());
        if (waits) {
            withoutSession.add(record.id());
        } else {
            withoutSession.remove(record.id());
        }
        return differs || waits;
    }

    /** The resource exists after all, or its record does not exist any more. */
    void found(String id) {
        missed.remove(id);
        missing.forget(id);
    }

    /** The record does not exist any more. */
    void vanished(String id) {
        vanished.add(id);
    }

    /**
     * Returns whether the resource has been missing for the grace, with its record unchanged. A deletion that was requested
     * needs no grace: should the resource be created late, its deletion goes on.
     */
    boolean isMissingLongEnough(VersionedValue<Resource<S, T>> record) {
        missed.add(record.id());
        if (record.value().phase() == ResourcePhase.DELETING && record.value().deletionRequested()) {
            return true;
        }
        Duration missed = missing.observe(
                record.id(), record.resourceVersion(), context.clock().nanos());
        return missed.compareTo(context.settings().orphanGrace()) >= 0;
    }
}
