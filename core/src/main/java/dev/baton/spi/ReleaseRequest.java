package dev.baton.spi;

import dev.baton.EndReason;
import java.util.Optional;

/**
 * A request to release a claim.
 *
 * <pre>{@code
 * contender.release(claim, ReleaseRequest.toSuccessor("replica-2"));
 * }</pre>
 *
 * @param reason the reason, which the history records
 * @param successor the instance id of the named successor, if any
 */
public record ReleaseRequest(EndReason reason, Optional<String> successor) {

    /** Returns a request without a successor. */
    public static ReleaseRequest of(EndReason reason) {
        return new ReleaseRequest(reason, Optional.empty());
    }

    /** Returns a request for a transfer to the named instance. */
    public static ReleaseRequest toSuccessor(String successor) {
        return new ReleaseRequest(EndReason.TRANSFERRED, Optional.of(successor));
    }
}
