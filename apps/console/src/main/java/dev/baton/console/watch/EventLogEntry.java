package dev.baton.console.watch;

import dev.baton.spi.StatusJson;
import dev.baton.support.json.Json;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One line of the page's event log.
 *
 * @param kind {@code leads nobody_leads ended joined left aged_out overlap asked unreachable reachable}
 * @param instanceId whom it is about; empty where it is about nobody
 * @param epoch 0 where there is none
 * @param detail what else there is to say, such as the reason of an end
 */
public record EventLogEntry(
        Instant time, String kind, ElectionKey place, String instanceId, long epoch, String detail) {

    /** As one line of JSON. */
    public String json() {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        object.put("time", StatusJson.time(time));
        object.put("kind", kind);
        object.put("store", place.store());
        object.put("election", place.election());
        object.put("instance_id", instanceId);
        object.put("epoch", epoch);
        object.put("detail", detail);
        return Json.write(object);
    }
}
