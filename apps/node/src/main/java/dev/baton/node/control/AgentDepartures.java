package dev.baton.node.control;

import java.util.LinkedHashMap;
import java.util.Map;

/** Counts how often each agent has said goodbye, for the requests of agents that wait meanwhile. Thread-safe. */
final class AgentDepartures {
    /** Far more than can leave while a request waits. */
    private static final int MAX_AGENTS = 10_000;

    private final Map<String, Long> counts = new LinkedHashMap<>();
    private long last;

    synchronized void add(String agent) {
        counts.remove(agent);
        counts.put(agent, ++last);
        if (counts.size() > MAX_AGENTS) {
            counts.remove(counts.keySet().iterator().next());
        }
    }

    /** Returns a number that changes when the agent leaves. */
    synchronized long of(String agent) {
        return counts.getOrDefault(agent, 0L);
    }
}
