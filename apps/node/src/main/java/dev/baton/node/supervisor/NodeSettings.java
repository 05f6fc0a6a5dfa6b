package dev.baton.node.supervisor;

import dev.baton.node.ControllerSettings;
import dev.baton.support.text.Names;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * How a node runs.
 *
 * @param electionUrl the store of the election, as {@code Baton.connect} takes it
 * @param drain how long results are waited for before a chosen step-down
 * @param validity how long the lock may be trusted without news; empty: the store's default
 * @param controllerCommand the words that start a controller
 * @param agentCommand the words that start the worker; empty: this node is no worker
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
            throw new IllegalArgumentException("a node id may have " + LONGEST_ID + " characters at most, but has "
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

    /** The name of this node's worker. */
    public String workerName() {
        return workerName(nodeId());
    }

    /** The name of a node's worker. */
    public static String workerName(String nodeId) {
        return nodeId + "-worker";
    }
}
