package dev.baton.quorum.step;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Writes that a node has requested and the disk has not started. All votes go into one write; of several group records,
 * as at a first start, only the last is written.
 *
 * <p>A node requests one vote of an election at a time, so that no vote is lost here.
 */
public final class WriteBacklog {
    private Map<String, Vote> votes = new LinkedHashMap<>();
    private @Nullable GroupRecord group;

    public void add(NodeEffect.Persist effect) {
        votes.put(effect.election(), effect.vote());
    }

    public void add(NodeEffect.PersistGroup effect) {
        group = effect.group();
    }

    public boolean hasVotes() {
        return !votes.isEmpty();
    }

    public boolean hasGroup() {
        return group != null;
    }

    public boolean isEmpty() {
        return votes.isEmpty() && group == null;
    }

    /** Removes and returns all votes, to be written together. */
    public Map<String, Vote> takeVotes() {
        Map<String, Vote> taken = votes;
        votes = new LinkedHashMap<>();
        return taken;
    }

    /** Removes and returns the newest group record, if there is one to write. */
    public Optional<GroupRecord> takeGroup() {
        Optional<GroupRecord> taken = Optional.ofNullable(group);
        group = null;
        return taken;
    }
}
