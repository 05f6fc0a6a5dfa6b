package dev.baton.quorum.step;

/**
 * Whether a connection that was closed and is then refused proves that the peer's process has ended. A firewall that
 * resets connections to a running peer looks the same, so only loopback connections are trusted by default.
 */
public enum TransportTrust {
    NEVER,
    LOOPBACK,
    ALWAYS;

    boolean trusts(boolean loopback) {
        return this == ALWAYS || (this == LOOPBACK && loopback);
    }
}
