package dev.baton;

/**
 * The answer of the leader to a transfer request, as its status carries it for some seconds. Best effort: a leader that
 * fails, or has a version without it, gives none.
 *
 * <pre>{@code
 * String requestId = UUID.randomUUID().toString();
 * election.transferTo("replica-2", requestId);
 * Optional<TransferResult> answer = election.transferResult(requestId);
 * }</pre>
 *
 * @param election the name of the election
 * @param requestId the id of the request
 * @param decision what the leader decided
 * @param reason why it refused; empty if it accepted
 */
public record TransferResult(String election, String requestId, TransferDecision decision, String reason) {}
