package dev.baton.fence;

import dev.baton.support.json.Json;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The decision of an {@link EpochFilter} on one request. */
public sealed interface EpochDecision {

    /** Accept the request: no higher epoch is known. */
    record Accepted(String election, long epoch) implements EpochDecision {}

    /** Refuse the request. */
    sealed interface Refused extends EpochDecision {

        /** Returns the HTTP status of the response. */
        int status();

        /** Returns the JSON body of the response, on one line. */
        String body();
    }

    /**
     * The request comes from a former leader.
     *
     * @param leaderEpoch the higher epoch that is known
     */
    record Stale(String election, long epoch, long leaderEpoch) implements Refused {

        @Override
        public int status() {
            return 409;
        }

        @Override
        public String body() {
            String message =
                    "epoch " + epoch + " of election " + election + " is stale: the current epoch is " + leaderEpoch;
            Map<String, @Nullable Object> body = error("STALE_EPOCH", message);
            body.put("leader_epoch", leaderEpoch);
            return Json.write(body);
        }
    }

    /**
     * The request does not have a valid election and epoch.
     *
     * @param reason what is wrong, for the author of the client
     */
    record Malformed(String reason) implements Refused {

        @Override
        public int status() {
            return 400;
        }

        @Override
        public String body() {
            return Json.write(error("BAD_EPOCH", reason));
        }
    }

    private static Map<String, @Nullable Object> error(String code, String message) {
        Map<String, @Nullable Object> body = new LinkedHashMap<>();
        body.put("error", code);
        body.put("message", message);
        return body;
    }
}
