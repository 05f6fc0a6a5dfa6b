package dev.baton.quorum;

/** Opens a {@link PeerRegistry} for {@code registry=NAME:ARGUMENT} in a URL. Found with {@link java.util.ServiceLoader}. */
public interface PeerRegistryProvider {

    /** Returns the name in the URL. */
    String name();

    /**
     * Opens a registry.
     *
     * @param argument what follows the name in the URL
     * @throws IllegalArgumentException if the argument is wrong; the message says how to write it
     */
    PeerRegistry open(String argument);
}
