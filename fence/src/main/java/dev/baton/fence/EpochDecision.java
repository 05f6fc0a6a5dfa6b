package dev.baton.fence;

import dev.baton.support.json.Json;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a filter says of a request. */
public sealed interface EpochDecision {

    /** Let it in: no higher epoch is known. */
    record Accepted(String election, long epoch) implements EpochDecision {}

    /** Turn it away: it is not let in. */
    sealed interface Refused extends EpochDecision {

        /** The HTTP status to answer with. */
        int status();

        /** The JSON to answer with, on one line. */
        String body();
    }

    /**
     * It comes from a former leader.
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
            Map<String, @Nullable Object> answer = new LinkedHashMap<>();
            answer.put("error", "STALE_EPOCH");
            answer.put(
                    "message",
                    "epoch " + epoch + " of election " + election + " is stale: the current epoch is " + leaderEpoch);
            answer.put("leader_epoch", leaderEpoch);
            return Json.write(answer);
        }
    }

    /**
     * It does not say properly under which epoch of which election it was sent.
     *
     * @param reason for whoever wrote the client
     */
    record Malformed(String reason) implements Refused {

        @Override
        public int status() {
            return 400;
        }

        @Override
        public String body() {
            Map<String, @Nullable Object> answer = new LinkedHashMap<>();
            answer.put("error", "BAD_EPOCH");
            answer.put("message", reason);
            return Json.write(answer);
        }
    }
}
