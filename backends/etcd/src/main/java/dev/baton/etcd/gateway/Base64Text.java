package dev.baton.etcd.gateway;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/** Keys and values as the gateway writes them. */
final class Base64Text {

    private Base64Text() {}

    static String encode(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns the text; the gateway leaves out an empty one. */
    static String decode(@Nullable Object encoded) {
        try {
            return encoded instanceof String text
                    ? new String(Base64.getDecoder().decode(text), StandardCharsets.UTF_8)
                    : "";
        } catch (IllegalArgumentException malformed) {
            throw new EtcdException("etcd sent a malformed answer: not base64", 0);
        }
    }
}
