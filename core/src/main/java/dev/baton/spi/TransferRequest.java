package dev.baton.spi;

/**
 * A request to transfer the leadership to a named instance. It goes to the leader, which steps down for it, and to the
 * target, which tries to acquire at once.
 *
 * <pre>{@code
 * backend.roster().send(new TransferRequest("nightly-report", "replica-2", UUID.randomUUID().toString()));
 * }</pre>
 *
 * @param election the name of the election
 * @param instanceId the instance id of the target
 * @param requestId a unique id of this request
 */
public record TransferRequest(String election, String instanceId, String requestId) {}
