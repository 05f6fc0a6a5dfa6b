package dev.baton.support.json;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A JSON object that is built in the order of its fields. */
@SuppressWarnings("serial")
public final class JsonObject extends LinkedHashMap<String, @Nullable Object> {

    /** Adds a field. */
    public JsonObject with(String key, @Nullable Object value) {
        put(key, value);
        return this;
    }

    /** Adds a list with the JSON value of each element. */
    public <T> JsonObject withAll(String key, Collection<T> elements, Function<? super T, ?> json) {
        return with(key, elements.stream().map(json).toList());
    }
}
