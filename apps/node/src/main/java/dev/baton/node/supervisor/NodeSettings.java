package dev.baton.node.supervisor;

import dev.baton.node.ControllerSettings;
import dev.baton.support.text.Names;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The settings of a node.
 *
 * @param electionUrl the store of the election, as for {@code Baton.connect}
 * @param drain the maximum wait for results before the node steps down by choice
 * @param validity how long the lock stays valid without renewal; if empty, the default of the store
 * @param controllerCommand the command that starts a controller
 * @param agentCommand the command that starts the worker; empty if this node has none
 */
public record NodeSettings(
        ControllerSettings controller,
        String electionUrl,
        Duration drain,
        Optional<Duration> validity,
        List<String> controllerCommand,
        Optional<List<String>> agentCommand) {
    private static final int LONGEST_ID = 100;

    public NodeSettings {
        Names.check("node id", controller.nodeId());
        if (controller.nodeId().length() > LONGEST_ID) {
            throw new IllegalArgumentException("a node id must have at most " + LONGEST_ID + " characters, but has "
                    + controller.nodeId().length());
        }
        if (drain.isNegative()) {
            throw new IllegalArgumentException("drain must not be negative, but is " + drain.toMillis() + " ms");
        }
        controllerCommand = List.copyOf(controllerCommand);
        agentCommand = agentCommand.map(List::copyOf);
    }

    public String nodeId() {
        return controller.nodeId();
    }

    /** Returns the agent name of a node's worker. */
    public static String workerName(String nodeId) {
        return nodeId + "-worker";
    }
}
