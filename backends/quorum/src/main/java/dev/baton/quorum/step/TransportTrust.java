package dev.baton.quorum.step;

/**
 * Whether a closed connection that is then refused proves that the peer's process has ended. A firewall that
 * resets connections to a living peer looks the same, so that only loopback is believed by default.
 */
public enum TransportTrust {
    NEVER,
    LOOPBACK,
    ALWAYS;

    boolean believes(boolean loopback) {
        return this == ALWAYS || (this == LOOPBACK && loopback);
    }
}
