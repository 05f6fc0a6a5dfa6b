package dev.baton.node.control;

import dev.baton.node.job.Labels;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The requests of agents for work that got none, and so wrote nothing. What the database does not know is written at once,
 * the time of other contacts for all agents together. Thread-safe.
 */
final class AgentContacts {
    /** Above this number, agents are forgotten, and their next contact is written at once. */
    private static final int MAX_AGENTS = 10_000;

    private final Map<String, Labels> recorded = new HashMap<>();
    private final Set<String> pending = new HashSet<>();

    /** Records a contact. Returns false if the caller has to write it, because the agent or its labels are new. */
    synchronized boolean add(String agent, Labels labels) {
        if (labels.equals(recorded.get(agent))) {
            pending.add(agent);
            return true;
        }
        return false;
    }

    /** Records that the database knows an agent as active. */
    synchronized void recorded(String agent, Labels labels) {
        if (recorded.size() >= MAX_AGENTS) {
            recorded.clear();
        }
        recorded.put(agent, labels);
        pending.remove(agent);
    }

    /** Forgets an agent that has another state now. Its earlier contacts do not change that state. */
    synchronized void forget(String agent) {
        recorded.remove(agent);
        pending.remove(agent);
    }

    synchronized void clear() {
        recorded.clear();
        pending.clear();
    }

    /** Returns the agents whose last contact is not written yet, once. */
    synchronized List<String> takePending() {
        List<String> agents = List.copyOf(pending);
        pending.clear();
        return agents;
    }
}
