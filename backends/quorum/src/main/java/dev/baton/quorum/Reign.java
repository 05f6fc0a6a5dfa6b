package dev.baton.quorum;

import dev.baton.json.Fields;
import dev.baton.json.FrameJson;
import dev.baton.spi.LeaderRecord;
import dev.baton.spi.ReignRecord;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One reign, as members tell each other of it. */
record Reign(
        String election,
        long epoch,
        String instanceId,
        String member,
        Instant from,
        Optional<String> url,
        Optional<Instant> to,
        Optional<String> reason) {

    Reign ended(Instant at, String why) {
        return new Reign(election, epoch, instanceId, member, from, url, Optional.of(at), Optional.of(why));
    }

    LeaderRecord leader() {
        return new LeaderRecord(election, instanceId, epoch, from, url);
    }

    ReignRecord record() {
        return new ReignRecord(epoch, instanceId, from, to, reason);
    }

    Map<String, @Nullable Object> toJson() {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        object.put("election", election);
        object.put("epoch", epoch);
        object.put("instance_id", instanceId);
        object.put("member", member);
        object.put("from", FrameJson.time(from));
        url.ifPresent(value -> object.put("url", value));
        to.ifPresent(value -> object.put("to", FrameJson.time(value)));
        reason.ifPresent(value -> object.put("reason", value));
        return object;
    }

    static Reign read(Map<String, @Nullable Object> object) {
        Fields fields = new Fields("reign", object);
        return new Reign(
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
