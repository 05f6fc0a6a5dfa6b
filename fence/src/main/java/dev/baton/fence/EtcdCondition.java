package dev.baton.fence;

import dev.baton.support.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One comparison of an etcd transaction, for any client of etcd.
 *
 * <pre>{@code
 * Cmp own = new Cmp(ByteSequence.from(condition.key(), UTF_8), Cmp.Op.EQUAL,
 *         CmpTarget.createRevision(condition.revision()));
 * }</pre>
 *
 * @param kind what is compared
 * @param key the key, or the first key of a range
 * @param rangeEnd the first key after the range; empty for the key alone. On a range, all keys must fulfil the condition
 * @param revision the revision that a create revision is compared with; otherwise 0
 * @param value the value that the key must have; otherwise empty
 */
public record EtcdCondition(Kind kind, String key, String rangeEnd, long revision, String value) {

    /** What a condition compares. */
    public enum Kind {
        CREATE_REVISION_EQUALS,
        CREATE_REVISION_GREATER,
        VALUE_EQUALS
    }

    /** Returns the condition as an element of {@code compare} in a request to etcd's JSON gateway. */
    public String toJson() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("key", base64(key));
        if (!rangeEnd.isEmpty()) {
            json.put("range_end", base64(rangeEnd));
        }
        switch (kind) {
            case VALUE_EQUALS -> {
                json.put("target", "VALUE");
                json.put("result", "EQUAL");
                json.put("value", base64(value));
            }
            case CREATE_REVISION_EQUALS, CREATE_REVISION_GREATER -> {
                json.put("target", "CREATE");
                json.put("result", kind == Kind.CREATE_REVISION_EQUALS ? "EQUAL" : "GREATER");
                json.put("create_revision", Long.toString(revision));
            }
        }
        return Json.write(json);
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }
}
