package dev.baton.etcd.gateway;

import java.util.LinkedHashMap;
import java.util.Map;

/** One operation of a transaction. */
public record Operation(Map<String, Object> json) {

    /** Writes a key; lease 0 for none. */
    public static Operation put(String key, String value, long lease) {
        Map<String, Object> put = new LinkedHashMap<>();
        put.put("key", Base64Text.encode(key));
        put.put("value", Base64Text.encode(value));
        if (lease != 0) {
            put.put("lease", Long.toString(lease));
        }
        return new Operation(Map.of("request_put", put));
    }

    public static Operation delete(KeyRange keys) {
        return new Operation(Map.of("request_delete_range", keys.json()));
    }

    public static Operation read(KeyRange keys) {
        return new Operation(Map.of("request_range", keys.json()));
    }

    /** Reads the keys without their values. */
    public static Operation readKeys(KeyRange keys) {
        Map<String, Object> json = keys.json();
        json.put("keys_only", true);
        return new Operation(Map.of("request_range", json));
    }

    /** Reads the last keys of a range, the last first, without their values. */
    public static Operation readLastKeys(KeyRange keys, int limit) {
        Map<String, Object> json = keys.json();
        json.put("keys_only", true);
        json.put("sort_order", "DESCEND");
        json.put("sort_target", "KEY");
        json.put("limit", Integer.toString(limit));
        return new Operation(Map.of("request_range", json));
    }
}
