package dev.baton.reconcile;

import dev.baton.store.ObjectStore;
import dev.baton.store.ObjectType;
import dev.baton.store.PutOutcome;
import dev.baton.store.StoreException;
import dev.baton.store.StoredObject;
import dev.baton.store.TypedObjects;
import dev.baton.store.UpdateOutcome;
import dev.baton.store.VersionedValue;
import dev.baton.store.WriteCondition;
import dev.baton.support.json.Json;
import dev.baton.support.json.JsonFields;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

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
    private final ResourceCodec<S> specs;
    private final ResourceCodec<T> statuses;
    private final TypedObjects<Resource<S, T>> objects;

    public Resources(ObjectStore store, String type, ResourceCodec<S> specs, ResourceCodec<T> statuses) {
        this.store = store;
        this.type = type;
        this.specs = specs;
        this.statuses = statuses;
        this.objects = new TypedObjects<>(store, new ObjectType<>(type, this::write, this::read));
    }

    /** Requests a resource. The record of a deleted resource is replaced. */
    public PutOutcome create(String id, S spec) {
        WriteCondition condition = get(id).filter(record -> record.value().phase() == ResourcePhase.DELETED)
                .map(deleted -> WriteCondition.matchResourceVersion(deleted.resourceVersion()))
                .orElseGet(WriteCondition::mustCreate);
        return objects.putIf(id, Resource.wanted(spec), condition);
    }

    /** Changes the desired state; {@code expectedVersion} 0 means any version. */
    public UpdateOutcome update(String id, long expectedVersion, S spec) {
        return objects.updateCas(
                id, expectedVersion, record -> new Resource<>(spec, record.phase(), record.status(), record.epoch()));
    }

    /** Marks a resource for deletion. */
    public UpdateOutcome delete(String id) {
        return objects.updateCas(
                id, 0, record -> record.phase() == ResourcePhase.DELETED ? record : record.in(ResourcePhase.DELETING));
    }

    /** Returns the record, if it exists. */
    public Optional<VersionedValue<Resource<S, T>>> get(String id) {
        return objects.get(id);
    }

    /** Returns all readable records by id; an unreadable one is logged and left out. */
    public List<VersionedValue<Resource<S, T>>> list() {
        List<VersionedValue<Resource<S, T>>> readable = new ArrayList<>();
        for (StoredObject object : store.list(type)) {
            try {
                readable.add(objects.read(object));
            } catch (StoreException unreadable) {
                Reconciler.LOG.error("{}", unreadable.getMessage());
            }
        }
        return readable;
    }

    /** Returns the type of the records. */
    public String type() {
        return type;
    }

    ObjectStore store() {
        return store;
    }

    TypedObjects<Resource<S, T>> objects() {
        return objects;
    }

    String write(Resource<S, T> resource) {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        object.put("phase", resource.phase().code());
        object.put("epoch", resource.epoch());
        object.put("spec", specs.write().apply(resource.spec()));
        resource.status()
                .ifPresent(status -> object.put("status", statuses.write().apply(status)));
        return Json.write(object);
    }

    private Resource<S, T> read(String text) {
        Map<String, @Nullable Object> object = Json.parseObject(text);
        JsonFields fields = new JsonFields(type, object);
        Optional<T> status = object.get("status") instanceof String written
                ? Optional.of(statuses.read().apply(written))
                : Optional.empty();
        String spec = object.get("spec") instanceof String written ? written : "";
        return new Resource<>(
                specs.read().apply(spec), ResourcePhase.of(fields.text("phase")), status, fields.number("epoch", 0));
    }
}
