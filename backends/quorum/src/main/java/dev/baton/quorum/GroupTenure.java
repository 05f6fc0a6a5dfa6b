package dev.baton.quorum;

import dev.baton.LeaderInfo;
import dev.baton.Tenure;
import dev.baton.spi.StatusJson;
import dev.baton.support.json.JsonFields;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One tenure, as members send it to each other. */
record GroupTenure(
        String election,
        long epoch,
        String instanceId,
        String member,
        Instant from,
        Optional<String> url,
        Optional<Instant> to,
        Optional<String> reason) {

    /** Creates a tenure that has not ended. */
    static GroupTenure of(LeaderInfo leader, String member) {
        return new GroupTenure(
                leader.election(),
                leader.epoch(),
                leader.instanceId(),
                member,
                leader.since(),
                leader.url(),
                Optional.empty(),
                Optional.empty());
    }

    GroupTenure ended(Instant at, String code) {
        return new GroupTenure(election, epoch, instanceId, member, from, url, Optional.of(at), Optional.of(code));
    }

    LeaderInfo leader() {
        return new LeaderInfo(election, instanceId, epoch, from, url);
    }

    Tenure tenure() {
        return new Tenure(epoch, instanceId, from, to, reason);
    }

    Map<String, @Nullable Object> toJson() {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        object.put("election", election);
        object.put("epoch", epoch);
        object.put("instance_id", instanceId);
        object.put("member", member);
        object.put("from", StatusJson.time(from));
        url.ifPresent(value -> object.put("url", value));
        to.ifPresent(value -> object.put("to", StatusJson.time(value)));
        reason.ifPresent(value -> object.put("reason", value));
        return object;
    }

    static GroupTenure fromJson(@Nullable Object value) {
        JsonFields fields = JsonFields.of("tenure", value);
        return new GroupTenure(
                fields.text("election"),
                fields.number("epoch"),
                fields.text("instance_id"),
                fields.text("member"),
                fields.time("from"),
                fields.optionalText("url"),
                fields.optionalText("to").map(present -> fields.time("to")),
                fields.optionalText("reason"));
    }
}
