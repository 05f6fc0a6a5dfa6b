package dev.baton.http;

import org.jspecify.annotations.Nullable;

/** Decides whether a request carries a token that allows it. */
@FunctionalInterface
public interface TokenCheck {

    /** Returns whether the value of an {@code Authorization} header contains a valid token. Takes constant time. */
    boolean matches(@Nullable String authorization);
}
