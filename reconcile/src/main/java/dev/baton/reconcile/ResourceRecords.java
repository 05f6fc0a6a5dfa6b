package dev.baton.reconcile;

import dev.baton.support.json.Json;
import dev.baton.support.json.JsonFields;
import dev.baton.support.json.JsonFormat;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The JSON of a resource's record. A change keeps every field that it does not concern as it was written: a later version of
 * this program, beside this one, may have fields that this one does not know, also inside the desired state.
 */
record ResourceRecords<S, T>(String type, ResourceCodec<S> specs, ResourceCodec<T> statuses) {
    private static final String PHASE = "phase";
    private static final String EPOCH = "epoch";
    private static final String SPEC = "spec";
    private static final String STATUS = "status";
    private static final String REQUESTED = "deletion_requested";
    private static final String GENERATION = "generation";
    private static final Set<String> KNOWN = Set.of(PHASE, EPOCH, SPEC, STATUS, REQUESTED, GENERATION);

    /** Returns the payload of a new record. */
    String write(Resource<S, T> resource) {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        object.put(PHASE, resource.phase().code());
        object.put(EPOCH, resource.epoch());
        object.put(SPEC, specs.write().apply(resource.spec()));
        resource.status()
                .ifPresent(status -> object.put(STATUS, statuses.write().apply(status)));
        putOwn(object, resource);
        return Json.write(object);
    }

    /** Returns the payload of a record after a change. */
    String rewrite(String payload, Resource<S, T> next) {
        Set<String> unknown = new HashSet<>(
                Json.parseObject(payload, JsonFormat.ofAnyLength()).keySet());
        unknown.removeAll(KNOWN);
        // Numbers of any length and depth stay as they are, because they are not read.
        Map<String, @Nullable Object> object =
                new LinkedHashMap<>(Json.parseObject(payload, JsonFormat.ofAnyLength(unknown.toArray(String[]::new))));
        Resource<S, T> before = read(object);
        if (before.phase() != next.phase()) {
            object.put(PHASE, next.phase().code());
        }
        object.put(EPOCH, next.epoch());
        if (!before.spec().equals(next.spec())) {
            object.put(SPEC, specs.write().apply(next.spec()));
        }
        if (!before.status().equals(next.status())) {
            object.remove(STATUS);
            next.status()
                    .ifPresent(status -> object.put(STATUS, statuses.write().apply(status)));
        }
        putOwn(object, next);
        return Json.write(object);
    }

    /** Whether a deletion was requested is written where it matters: earlier versions did not write it. */
    private static void putOwn(Map<String, @Nullable Object> object, Resource<?, ?> resource) {
        if (resource.deletionRequested() || LifecycleRules.isEnd(resource.phase())) {
            object.put(REQUESTED, resource.deletionRequested());
        } else if (resource.phase() != ResourcePhase.UNKNOWN) {
            object.remove(REQUESTED);
        }
        if (resource.generation() > 0) {
            object.put(GENERATION, resource.generation());
        }
    }

    Resource<S, T> read(String payload) {
        return read(Json.parseObject(payload, JsonFormat.ofAnyLength()));
    }

    private Resource<S, T> read(Map<String, @Nullable Object> object) {
        JsonFields fields = new JsonFields(type, object);
        Optional<T> status = object.get(STATUS) instanceof String written
                ? Optional.of(statuses.read().apply(written))
                : Optional.empty();
        String spec = object.get(SPEC) instanceof String written ? written : "";
        ResourcePhase phase = ResourcePhase.of(fields.text(PHASE));
        // Of a record of an earlier version nobody knows. To undo a deletion that was requested would be worse.
        boolean requested = fields.flag(REQUESTED, LifecycleRules.isEnd(phase));
        return new Resource<>(
                specs.read().apply(spec),
                phase,
                status,
                fields.number(EPOCH, 0),
                requested,
                fields.number(GENERATION, 0));
    }
}
