package dev.baton.console.watch;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The last known status of a node.
 *
 * @param reachable whether the node answered the last request for its role
 * @param error why the last reading failed or is incomplete
 * @param role the response to {@code /role}
 * @param jobs its latest jobs, newest first
 * @param agents its agents
 */
public record NodeStatus(
        String url,
        boolean reachable,
        Optional<String> error,
        Map<String, @Nullable Object> role,
        List<Map<String, @Nullable Object>> jobs,
        List<Map<String, @Nullable Object>> agents) {

    /** Returns the status of a node before the first reading. */
    static NodeStatus unread(String url) {
        return new NodeStatus(url, false, Optional.of("not read yet"), Map.of(), List.of(), List.of());
    }

    /** Returns this status after a reading that failed. */
    NodeStatus unreachable(String why) {
        return new NodeStatus(url, false, Optional.of(why), role, jobs, agents);
    }

    /** Returns this status with a new role, after a reading in which jobs or agents could not be read. */
    NodeStatus incomplete(Map<String, @Nullable Object> newRole, String why) {
        return new NodeStatus(url, true, Optional.of(why), newRole, jobs, agents);
    }

    /** Returns the fields of the node's JSON object for the page. */
    public Map<String, @Nullable Object> fields() {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        object.put("url", url);
        object.put("reached", reachable);
        object.put("trouble", error.orElse(null));
        object.put("role", role);
        object.put("jobs", jobs);
        object.put("agents", agents);
        return object;
    }
}
