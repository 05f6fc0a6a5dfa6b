package dev.baton.etcd.gateway;

import java.util.Map;

/** A comparison in a transaction. On a range it holds if it holds for every key; for none, a revision counts as 0. */
public record Condition(Map<String, Object> json) {

    private static Condition of(KeyRange keys, String target, String result, String field, String value) {
        Map<String, Object> json = keys.json();
        json.put("target", target);
        json.put("result", result);
        json.put(field, value);
        return new Condition(json);
    }

    /** The key was created by this revision; 0: it does not exist. */
    public static Condition created(String key, long revision) {
        return of(KeyRange.of(key), "CREATE", "EQUAL", "create_revision", Long.toString(revision));
    }

    /** No key of the range was created before this revision. */
    public static Condition noneCreatedBefore(KeyRange keys, long revision) {
        return of(keys, "CREATE", "GREATER", "create_revision", Long.toString(revision - 1));
    }

    /** The key was last written by this revision; 0: it does not exist. */
    public static Condition modified(String key, long revision) {
        return of(KeyRange.of(key), "MOD", "EQUAL", "mod_revision", Long.toString(revision));
    }

    /** The key has this lease. */
    public static Condition leased(String key, long lease) {
        return of(KeyRange.of(key), "LEASE", "EQUAL", "lease", Long.toString(lease));
    }

    /** The key exists and has this value. */
    public static Condition valued(String key, String value) {
        return of(KeyRange.of(key), "VALUE", "EQUAL", "value", Base64Text.encode(value));
    }
}
