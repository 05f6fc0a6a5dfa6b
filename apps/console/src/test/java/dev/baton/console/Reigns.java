package dev.baton.console;

import dev.baton.spi.StatusJson;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** A past, in the lines of a {@code file:} store's history. */
public final class Reigns {
    private final List<String> lines = new ArrayList<>();
    private final Instant now = Instant.now();
    private long epoch;

    /** One more reign, from so many seconds ago until so many seconds ago. */
    public Reigns reign(String instanceId, long fromAgo, long toAgo, String reason) {
        epoch++;
        lines.add("{\"epoch\":" + epoch + ",\"instance_id\":\"" + instanceId + "\",\"from\":\""
                + StatusJson.time(now.minusSeconds(fromAgo))
                + "\",\"pid\":1,\"boot_id\":\"then\",\"url\":\"\"}");
        lines.add("{\"epoch\":" + epoch + ",\"to\":\"" + StatusJson.time(now.minusSeconds(toAgo)) + "\",\"reason\":\""
                + reason + "\"}");
        return this;
    }

    public List<String> lines() {
        return lines;
    }
}
