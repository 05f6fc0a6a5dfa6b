package dev.baton.spring;

import dev.baton.Baton;

/** The connection of a disabled application, to no store. Its own one could lead. */
record DisabledConnection(Baton baton) implements AutoCloseable {

    static DisabledConnection open() {
        return new DisabledConnection(
                Baton.builder().backend(clock -> new NeverLeadingBackend()).connect());
    }

    @Override
    public void close() {
        baton.close();
    }
}
