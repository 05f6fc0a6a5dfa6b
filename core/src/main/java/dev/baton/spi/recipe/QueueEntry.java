package dev.baton.spi.recipe;

import java.util.List;
import java.util.Optional;

/**
 * A candidate in a queue, as any process sees it.
 *
 * @param name its instance id, or a text for people if it has none
 * @param ofBaton whether it follows the rules of Baton; candidates of other programs never let others go first
 */
public record QueueEntry(String name, boolean ofBaton) {

    /**
     * Returns why the successor cannot follow the leader; empty if it can. Those in between can let it go first, except
     * candidates of other programs. A successor that is not in the queue comes after all that are.
     *
     * @param queue all candidates in their order, the leader first
     */
    public static Optional<String> obstacle(List<QueueEntry> queue, String successor) {
        for (QueueEntry entry : queue.stream().skip(1).toList()) {
            if (!entry.ofBaton()) {
                return Optional.of(entry.name() + ", a candidate of another program, is next in the queue");
            }
            if (entry.name().equals(successor)) {
                return Optional.empty();
            }
        }
        return Optional.empty();
    }
}
