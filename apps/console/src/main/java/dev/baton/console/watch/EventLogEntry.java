package dev.baton.console.watch;

import dev.baton.spi.StatusJson;
import dev.baton.support.json.Json;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An entry of the event log on the page.
 *
 * @param kind {@code leads nobody_leads ended joined left aged_out overlap asked unreachable reachable}
 * @param instanceId the instance concerned; may be empty
 * @param epoch the epoch concerned; 0 for none
 * @param detail further text, such as the reason of an end; may be empty
 */
record EventLogEntry(Instant time, String kind, ElectionKey key, String instanceId, long epoch, String detail) {

    String json() {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        object.put("time", StatusJson.time(time));
        object.put("kind", kind);
        object.put("store", key.store());
        object.put("election", key.election());
        object.put("instance_id", instanceId);
        object.put("epoch", epoch);
        object.put("detail", detail);
        return Json.write(object);
    }
}
