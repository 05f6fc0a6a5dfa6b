package dev.baton.runtime;

import dev.baton.Baton;

public final class BatonRuntime {
    private BatonRuntime() {}

    public static Baton connect(String url) {
        throw new UnsupportedOperationException(url);
    }
}
