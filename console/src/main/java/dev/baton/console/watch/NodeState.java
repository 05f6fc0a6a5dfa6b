package dev.baton.console.watch;

import dev.baton.json.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a node controller says of itself.
 *
 * @param trouble why it could not be asked, if it could not
 * @param role the answer of {@code /role}
 * @param jobs its latest jobs
 * @param agents its agents
 */
public record NodeState(
        String url,
        Optional<String> trouble,
        Map<String, @Nullable Object> role,
        List<@Nullable Object> jobs,
        List<@Nullable Object> agents) {

    /** A node that was not heard of yet. */
    static NodeState unheard(String url) {
        return new NodeState(url, Optional.of("not asked yet"), Map.of(), List.of(), List.of());
    }

    /** The same as it was, but out of reach. */
    NodeState inTrouble(String why) {
        return new NodeState(url, Optional.of(why), role, jobs, agents);
    }

    /** As JSON for the page. */
    public Map<String, @Nullable Object> fields() {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        object.put("url", url);
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
