package dev.baton.spi;

import dev.baton.InstanceStatus;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;

/**
 * The live instances of the elections in a store. Best effort: it never decides leadership. No method blocks. A failed
 * request completes exceptionally and changes nothing. Entries need not be durable.
 *
 * <pre>{@code
 * backend.roster().list("nightly-report").thenAccept(statuses -> statuses.forEach(System.out::println));
 * }</pre>
 */
public interface Roster {

    /** The system property with the milliseconds of {@link #maxAge()}. For tests. */
    String MAX_AGE_PROPERTY = "dev.baton.roster.maxAgeMillis";

    /**
     * Returns how long a status stays on the roster after its last publication: 15 seconds. Every process publishes
     * three times in this period. Tests can shorten it for the whole JVM with {@link #MAX_AGE_PROPERTY}.
     */
    static Duration maxAge() {
        return Duration.ofMillis(Long.getLong(MAX_AGE_PROPERTY, 15_000));
    }

    /** Publishes the status of all instances of this process. It replaces everything published before. Idempotent. */
    CompletionStage<Void> announce(List<InstanceStatus> statuses);

    /** Reads the latest status of every live instance of an election. */
    CompletionStage<List<InstanceStatus>> list(String election);

    /** Reads the latest status of every live instance of several elections, in one request if the store can. */
    default CompletionStage<List<InstanceStatus>> list(Set<String> elections) {
        CompletionStage<List<InstanceStatus>> all = CompletableFuture.completedFuture(List.of());
        for (String election : elections) {
            all = all.thenCombine(
                    list(election),
                    (some, more) -> Stream.concat(some.stream(), more.stream()).toList());
        }
        return all;
    }

    /**
     * Reads the latest status of every live instance, in any election, with a priority above zero. Called every few
     * seconds, so it must be cheap if there is none.
     */
    CompletionStage<List<InstanceStatus>> prioritised();

    /** Sends a transfer request to the processes of its election. Completes when it is sent, not when it is handled. */
    CompletionStage<Void> send(TransferRequest request);
}
