package dev.baton.console.watch;

import dev.baton.support.json.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a node controller says of itself.
 *
 * @param reached whether it answered at all
 * @param trouble what could not be asked, if anything could not
 * @param role the answer of {@code /role}
 * @param jobs its latest jobs, the newest first
 * @param agents its agents
 */
public record NodeStatus(
        String url,
        boolean reached,
        Optional<String> trouble,
        Map<String, @Nullable Object> role,
        List<Map<String, @Nullable Object>> jobs,
        List<Map<String, @Nullable Object>> agents) {

    /** A node that was not heard of yet. */
    static NodeStatus unheard(String url) {
        return new NodeStatus(url, false, Optional.of("not asked yet"), Map.of(), List.of(), List.of());
    }

    /** The same as it was, but out of reach. */
    NodeStatus outOfReach(String why) {
        return new NodeStatus(url, false, Optional.of(why), role, jobs, agents);
    }

    /** It says this of its role, but what it does could not be read. */
    NodeStatus unreadable(Map<String, @Nullable Object> now, String why) {
        return new NodeStatus(url, true, Optional.of(why), now, jobs, agents);
    }

    /** As JSON for the page. */
    public Map<String, @Nullable Object> fields() {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        object.put("url", url);
        object.put("reached", reached);
        object.put("trouble", trouble.orElse(null));
        object.put("role", role);
        object.put("jobs", jobs);
        object.put("agents", agents);
        return object;
    }

    String json() {
        return Json.write(fields());
    }
}
