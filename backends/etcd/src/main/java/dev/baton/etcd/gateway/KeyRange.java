package dev.baton.etcd.gateway;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One key or a range of keys.
 *
 * @param end the first key after the range; empty for the key alone
 */
public record KeyRange(String key, String end) {

    public static KeyRange of(String key) {
        return new KeyRange(key, "");
    }

    /** Returns all keys that begin with this text, whose last character is ASCII. */
    public static KeyRange prefix(String prefix) {
        int last = prefix.length() - 1;
        return new KeyRange(prefix, prefix.substring(0, last) + (char) (prefix.charAt(last) + 1));
    }

    Map<String, Object> json() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("key", Base64Text.encode(key));
        if (!end.isEmpty()) {
            json.put("range_end", Base64Text.encode(end));
        }
        return json;
    }
}
