package dev.baton.quorum;

import dev.baton.LeaderInfo;
import dev.baton.Tenure;
import dev.baton.quorum.step.Vote;
import dev.baton.spi.StatusJson;
import dev.baton.support.json.JsonException;
import dev.baton.support.json.JsonFields;
import dev.baton.support.json.JsonObject;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One tenure, as members send it to each other. */
record GroupTenure(LeaderInfo leader, String member, Optional<Instant> to, Optional<String> reason) {

    /** Creates a tenure that has not ended. */
    static GroupTenure of(LeaderInfo leader, String member) {
        return new GroupTenure(leader, member, Optional.empty(), Optional.empty());
    }

    GroupTenure ended(Instant at, String code) {
        return new GroupTenure(leader, member, Optional.of(at), Optional.of(code));
    }

    Tenure tenure() {
        return new Tenure(leader.epoch(), leader.instanceId(), leader.since(), to, reason);
    }

    Map<String, @Nullable Object> toJson() {
        Map<String, @Nullable Object> object =
                new JsonObject().with("election", leader.election()).with("epoch", leader.epoch());
        object.put("instance_id", leader.instanceId());
        object.put("member", member);
        object.put("from", StatusJson.time(leader.since()));
        leader.url().ifPresent(value -> object.put("url", value));
        to.ifPresent(value -> object.put("to", StatusJson.time(value)));
        reason.ifPresent(value -> object.put("reason", value));
        return object;
    }

    static Optional<LeaderInfo> leaderFromJson(@Nullable Object value) {
        return Optional.ofNullable(value).map(GroupTenure::fromJson).map(GroupTenure::leader);
    }

    static GroupTenure fromJson(@Nullable Object value) {
        JsonFields fields = JsonFields.of("tenure", value);
        if (fields.number("epoch") > Vote.HIGHEST_TERM) {
            // Watchers ignore every epoch below one that was published.
            throw new JsonException("tenure: \"epoch\" " + fields.number("epoch") + " is above the highest term");
        }
        LeaderInfo leader = new LeaderInfo(
                fields.text("election"),
                fields.text("instance_id"),
                fields.number("epoch"),
                fields.time("from"),
                fields.optionalText("url"));
        return new GroupTenure(
                leader,
                fields.text("member"),
                fields.optionalText("to").map(present -> fields.time("to")),
                fields.optionalText("reason"));
    }
}
