package dev.baton.etcd.gateway;

import java.util.Map;

/**
 * A key of etcd with its value.
 *
 * @param value the value as UTF-8; what is not UTF-8 is replaced
 * @param createRevision the revision that created the key; 0 in the event of a deletion
 * @param lease the lease of the key; 0 for none
 */
public record KeyValue(String key, String value, long createRevision, long modRevision, long lease) {

    static KeyValue of(Object json) {
        Map<?, ?> fields = Answer.object(json);
        return new KeyValue(
                Base64Text.decode(fields.get("key")),
                Base64Text.decode(fields.get("value")),
                Answer.number(fields, "create_revision"),
                Answer.number(fields, "mod_revision"),
                Answer.number(fields, "lease"));
    }
}
