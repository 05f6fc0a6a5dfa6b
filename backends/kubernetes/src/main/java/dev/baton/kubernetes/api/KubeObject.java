package dev.baton.kubernetes.api;

import dev.baton.support.json.Json;
import dev.baton.support.json.JsonException;
import dev.baton.support.json.JsonFields;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An object of the API with all fields as they were read, so that a rewrite keeps what other programs and newer versions
 * wrote, and sends back {@code uid} and {@code resourceVersion}. Immutable.
 */
public record KubeObject(Map<String, @Nullable Object> fields) {

    /** Returns a Lease that does not exist yet. */
    public static KubeObject newLease(String name) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("apiVersion", "coordination.k8s.io/v1");
        fields.put("kind", "Lease");
        fields.put("metadata", Map.of("name", name));
        fields.put("spec", Map.of());
        return new KubeObject(fields);
    }

    static KubeObject parse(String json) {
        return new KubeObject(Json.parseObject(json));
    }

    String json() {
        return Json.write(fields);
    }

    /** Returns the name. */
    public String name() {
        return metadata().textOrEmpty("name");
    }

    /** Returns the id, which a deleted and created object does not share with the one before. */
    public String uid() {
        return metadata().textOrEmpty("uid");
    }

    /** Returns the version for optimistic locking, as it was read. */
    public String version() {
        return metadata().textOrEmpty("resourceVersion");
    }

    /**
     * Returns the version as a number, which grows with every write in the cluster.
     *
     * @throws KubeException if it is not a decimal number, which Kubernetes does not promise but every server sends
     */
    public long revision() {
        try {
            return Long.parseUnsignedLong(version()) < 0 ? refuseVersion() : Long.parseLong(version());
        } catch (NumberFormatException other) {
            return refuseVersion();
        }
    }

    private long refuseVersion() {
        throw new KubeException(
                "the resourceVersion of " + name() + " is not a decimal number, so no epoch can be derived from it",
                422);
    }

    /** Returns the value of an annotation; empty if there is none. */
    public String annotation(String key) {
        return section(metadata(), "annotations").textOrEmpty(key);
    }

    /** Returns the value of a label; empty if there is none. */
    public String label(String key) {
        return section(metadata(), "labels").textOrEmpty(key);
    }

    /** Returns the fields of the specification. */
    public JsonFields spec() {
        return section(new JsonFields("object", fields), "spec");
    }

    private JsonFields metadata() {
        return section(new JsonFields("object", fields), "metadata");
    }

    private static JsonFields section(JsonFields parent, String name) {
        return Optional.ofNullable(parent.object().get(name))
                .flatMap(value -> Json.ifWellFormed(() -> JsonFields.of(name, value)))
                .orElseGet(() -> new JsonFields(name, Map.of()));
    }

    /** Returns the object with these fields of the specification; all others stay. */
    public KubeObject withSpec(Map<String, ?> changes) {
        return with("spec", changed(spec(), changes));
    }

    /** Returns the object with these annotations; an empty value removes one. */
    public KubeObject withAnnotations(Map<String, String> changes) {
        return withMetadata("annotations", changes);
    }

    /** Returns the object as if it had been read with this version. */
    public KubeObject withVersion(String version) {
        return with("metadata", changed(metadata(), Map.of("resourceVersion", version)));
    }

    /** Returns the object with this label. */
    public KubeObject withLabel(String key, String value) {
        return withMetadata("labels", Map.of(key, value));
    }

    /** Returns the object with an owner, whose deletion deletes it. */
    public KubeObject withOwner(Map<String, ?> owner) {
        return with("metadata", changed(metadata(), Map.of("ownerReferences", java.util.List.of(owner))));
    }

    private KubeObject withMetadata(String part, Map<String, String> changes) {
        return with("metadata", changed(metadata(), Map.of(part, changed(section(metadata(), part), changes))));
    }

    private KubeObject with(String section, Map<String, @Nullable Object> content) {
        return new KubeObject(changed(new JsonFields("object", fields), Map.of(section, content)));
    }

    private static Map<String, @Nullable Object> changed(JsonFields before, Map<String, ?> changes) {
        Map<String, @Nullable Object> after = new LinkedHashMap<>(before.object());
        changes.forEach((key, value) -> {
            if ("".equals(value) && !key.equals("holderIdentity")) {
                after.remove(key);
            } else {
                after.put(key, value);
            }
        });
        return after;
    }

    /** Returns the object of a field; empty if it is not an object. */
    static Optional<KubeObject> ofValue(@Nullable Object value) {
        try {
            return Optional.of(new KubeObject(JsonFields.of("object", value).object()));
        } catch (JsonException other) {
            return Optional.empty();
        }
    }
}
