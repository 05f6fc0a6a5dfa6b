package dev.baton.console;

import dev.baton.spi.StatusJson;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Builds the lines of a history file of a {@code file:} store. */
public final class HistoryLines {
    private final List<String> lines = new ArrayList<>();
    private final Instant now = Instant.now();
    private long epoch;

    /** Adds a tenure with the next epoch; its times are given in seconds before now. */
    public HistoryLines tenure(String instanceId, long fromAgo, long toAgo, String reason) {
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
