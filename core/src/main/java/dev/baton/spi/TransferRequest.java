package dev.baton.spi;

/**
 * A wish: the named instance should lead. It goes to the leader, who yields to it, and to the target,
 * who tries at once.
 */
public record TransferRequest(String election, String instanceId, String requestId) {}
