package dev.baton.sidecar.http;

import dev.baton.sidecar.answer.LeaderAnswer;
import dev.baton.support.json.JsonObject;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** An answer as JSON. */
final class AnswerJson {

    private AnswerJson() {}

    static JsonObject of(LeaderAnswer answer) {
        return new JsonObject()
                .with("election", answer.election())
                .with("instance_id", answer.instanceId())
                .with("leading", answer.leads())
                .with("epoch", number(answer.epoch()))
                .with("remaining_ms", answer.remaining().toMillis())
                .with("leader", answer.leader().map(AnswerJson::leader).orElse(null))
                .with("leader_age_ms", answer.leaderAge().toMillis());
    }

    private static JsonObject leader(LeaderAnswer.Leader leader) {
        return new JsonObject()
                .with("instance_id", leader.instanceId())
                .with("epoch", number(leader.epoch()))
                .with("url", leader.url().orElse(null));
    }

    private static @Nullable Long number(OptionalLong value) {
        return value.isPresent() ? value.getAsLong() : null;
    }
}
