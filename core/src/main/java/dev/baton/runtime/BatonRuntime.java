package dev.baton.runtime;

import dev.baton.Baton;

public final class BatonRuntime {
    private BatonRuntime() {}

    public static Baton connect(String url) {
        if (!url.isEmpty()) {
            throw new UnsupportedOperationException(url);
        }
        throw new IllegalArgumentException("empty");
    }
}
