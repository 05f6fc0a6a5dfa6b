package dev.baton.console.watch;

import dev.baton.support.json.Json;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A store as the page knows it. */
public final class StoreJson {

    private StoreJson() {}

    /** Its short name, what it is, and what is wrong with it. */
    public static Map<String, @Nullable Object> of(StoreObserver store) {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        object.put("store", store.id());
        object.put("describe", store.describe());
        object.put("trouble", store.trouble().orElse(null));
        return object;
    }

    static String write(StoreObserver store) {
        return Json.write(of(store));
    }
}
