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

/** One reign, as members tell each other of it. */
record GroupTenure(
        String election,
        long epoch,
        String instanceId,
        String member,
        Instant from,
        Optional<String> url,
        Optional<Instant> to,
        Optional<String> reason) {

    GroupTenure ended(Instant at, String why) {
        return new GroupTenure(election, epoch, instanceId, member, from, url, Optional.of(at), Optional.of(why));
    }

    LeaderInfo leader() {
        return new LeaderInfo(election, instanceId, epoch, from, url);
    }

    Tenure record() {
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

    static GroupTenure read(Map<String, @Nullable Object> object) {
        JsonFields fields = new JsonFields("reign", object);
        return new GroupTenure(
                fields.text("election"),
                fields.number("epoch"),
                fields.text("instance_id"),
                fields.text("member"),
                fields.time("from"),
                fields.optionalText("url"),
                object.containsKey("to") ? Optional.of(fields.time("to")) : Optional.empty(),
                fields.optionalText("reason"));
    }
}
