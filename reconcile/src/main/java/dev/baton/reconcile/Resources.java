package dev.baton.reconcile;

import dev.baton.store.ObjectKey;
import dev.baton.store.ObjectStore;
import dev.baton.store.ObjectType;
import dev.baton.store.PutOutcome;
import dev.baton.store.StoreException;
import dev.baton.store.StoredObject;
import dev.baton.store.TypedObjects;
import dev.baton.store.UpdateOutcome;
import dev.baton.store.VersionedValue;
import dev.baton.store.WriteCondition;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * The records of one type of resource. Every replica may create, update and delete at any time: each write is a
 * compare-and-swap, so that none is lost and none waits for a leader.
 *
 * <pre>{@code
 * Resources<String, String> sandboxes = new Resources<>(store, "sandbox", ResourceCodec.plain(), ResourceCodec.plain());
 * sandboxes.create("a1", "image=base");
 * }</pre>
 *
 * @param <S> the desired state
 * @param <T> the driver's description of the actual state
 */
public final class Resources<S, T> {

    private final ObjectStore store;
    private final String type;
    private final ResourceRecords<S, T> records;
    private final TypedObjects<Resource<S, T>> objects;

    public Resources(ObjectStore store, String type, ResourceCodec<S> specs, ResourceCodec<T> statuses) {
        this.store = store;
        this.type = type;
        this.records = new ResourceRecords<>(type, specs, statuses);
        this.objects = new TypedObjects<>(store, new ObjectType<>(type, records::write, records::read));
    }

    /**
     * Requests a resource. The record of a deleted resource is used again; fields of a later version of this program stay in
     * it.
     */
    public PutOutcome create(String id, S spec) {
        Optional<StoredObject> present = stored(id);
        if (present.isPresent()) {
            Resource<S, T> record = read(present.get()).value();
            if (record.phase() == ResourcePhase.DELETED) {
                return store.putIf(
                        present.get().key(),
                        rewrite(present.get(), record.again(spec)),
                        WriteCondition.matchResourceVersion(present.get().resourceVersion()));
            }
        }
        return objects.putIf(id, Resource.wanted(spec), WriteCondition.mustCreate());
    }

    /** Changes the desired state; {@code expectedVersion} 0 means any version. */
    public UpdateOutcome update(String id, long expectedVersion, S spec) {
        return change(id, expectedVersion, record -> record.with(spec));
    }

    /** Marks a resource for deletion. */
    public UpdateOutcome delete(String id) {
        return change(id, 0, Resource::deleting);
    }

    private UpdateOutcome change(String id, long expectedVersion, UnaryOperator<Resource<S, T>> change) {
        return store.updateCas(objects.key(id), expectedVersion, present -> {
            Resource<S, T> before = objects.read(present).value();
            Resource<S, T> next = change.apply(before);
            return next.equals(before) ? Optional.empty() : Optional.of(records.rewrite(present.payload(), next));
        });
    }

    /** Returns the record, if it exists. */
    public Optional<VersionedValue<Resource<S, T>>> get(String id) {
        return objects.get(id);
    }

    /** Returns all readable records by id; an unreadable one is logged and left out. */
    public List<VersionedValue<Resource<S, T>>> list() {
        return readable(store.list(type));
    }

    private List<VersionedValue<Resource<S, T>>> readable(List<StoredObject> stored) {
        return stored.stream()
                .map(object -> readable(object, (id, why) -> {}))
                .flatMap(Optional::stream)
                .toList();
    }

    private Optional<VersionedValue<Resource<S, T>>> readable(
            StoredObject object, BiConsumer<String, String> unreadable) {
        try {
            return Optional.of(objects.read(object));
        } catch (StoreException failed) {
            Reconciler.LOG.error("{}", failed.getMessage());
            unreadable.accept(object.key().id(), String.valueOf(failed.getMessage()));
            return Optional.empty();
        }
    }

    /** Passes all records on, with only a part of them in memory; an unreadable one is logged, and passed with its cause. */
    void forEach(Consumer<VersionedValue<Resource<S, T>>> receiver, BiConsumer<String, String> unreadable) {
        store.forEach(type, object -> readable(object, unreadable).ifPresent(receiver));
    }

    /** Passes those of the given records on that exist; an unreadable one is logged, and passed with its cause. */
    void forEach(
            Collection<String> ids,
            Consumer<VersionedValue<Resource<S, T>>> receiver,
            BiConsumer<String, String> unreadable) {
        store.getAll(type, ids).forEach(object -> readable(object, unreadable).ifPresent(receiver));
    }

    /** Returns whether a record can have this id. */
    boolean isId(String id) {
        try {
            return objects.key(id).id().equals(id);
        } catch (IllegalArgumentException none) {
            return false;
        }
    }

    /** Returns those of the given records that exist, by id, with their payloads as they were written. */
    Map<String, StoredObject> stored(Collection<String> ids) {
        return store.getAll(type, ids).stream()
                .collect(Collectors.toMap(object -> object.key().id(), object -> object));
    }

    /** Returns the stored record, with its payload as it was written. */
    Optional<StoredObject> stored(String id) {
        return store.get(objects.key(id));
    }

    VersionedValue<Resource<S, T>> read(StoredObject object) {
        return objects.read(object);
    }

    /** Returns the payload of a record after a change. */
    String rewrite(StoredObject object, Resource<S, T> next) {
        return records.rewrite(object.payload(), next);
    }

    ObjectKey key(String id) {
        return objects.key(id);
    }

    /** Returns the type of the records. */
    public String type() {
        return type;
    }

    ObjectStore store() {
        return store;
    }
}
