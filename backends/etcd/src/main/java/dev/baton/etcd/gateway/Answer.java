package dev.baton.etcd.gateway;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An answer of the gateway: 64-bit numbers are texts, and what is zero, false or empty is left out. */
public record Answer(Map<?, ?> fields) {

    static Map<?, ?> object(@Nullable Object json) {
        return json instanceof Map<?, ?> map ? map : Map.of();
    }

    static List<?> list(@Nullable Object json) {
        return json instanceof List<?> list ? list : List.of();
    }

    static long number(Map<?, ?> fields, String name) {
        Object value = fields.get(name);
        try {
            return value instanceof String text ? Long.parseLong(text) : value instanceof Long number ? number : 0;
        } catch (NumberFormatException malformed) {
            throw new EtcdException("etcd sent a malformed answer: " + name + " is not a number", 0);
        }
    }

    /** Returns a field that is a number; 0 if it is missing. */
    public long number(String name) {
        return number(fields, name);
    }

    /** Returns a field that is a text; empty if it is missing. */
    public String text(String name) {
        return fields.get(name) instanceof String text ? text : "";
    }

    boolean flag(String name) {
        return Boolean.TRUE.equals(fields.get(name));
    }

    Answer child(String name) {
        return new Answer(object(fields.get(name)));
    }

    /** Returns the revision of the store when it answered. */
    public long revision() {
        return child("header").number("revision");
    }

    /** Returns the term of the member's leader when it answered. */
    public long term() {
        return child("header").number("raft_term");
    }
}
