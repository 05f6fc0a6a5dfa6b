package dev.baton.console.watch;

import dev.baton.support.json.Json;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The answer of a node to a request.
 *
 * @param body its text, of limited length
 */
public record NodeReply(int status, String body) {

    /** Returns whether the node did what it was asked. */
    public boolean accepted() {
        return status >= 200 && status < 300;
    }

    /** Returns why the node refused, on one line. */
    public String reason() {
        Optional<Map<String, @Nullable Object>> error = Json.ifWellFormed(() -> Json.parseObject(body));
        return PlainLine.of(error.map(NodeReply::reason).orElse("status " + status));
    }

    private static String reason(Map<String, @Nullable Object> error) {
        if ("NOT_LEADER".equals(error.get("error"))) {
            Object leader = error.get("leader_id");
            return "it does not lead" + (leader == null ? "" : "; " + leader + " does");
        }
        return error.get("error") + (error.get("message") == null ? "" : ": " + error.get("message"));
    }
}
