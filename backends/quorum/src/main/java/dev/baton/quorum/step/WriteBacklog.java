package dev.baton.quorum.step;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a node wants to have on disk and the disk has not begun to write: all votes go by one write, and of many
 * lists of members, as at a first start, the last.
 *
 * <p>A node asks for one vote of an election at a time, so that none is overtaken here.
 */
public final class WriteBacklog {
    private Map<String, Vote> votes = new LinkedHashMap<>();
    private @Nullable GroupRecord list;

    /** Takes what is for the disk; whether it was. */
    public boolean takes(NodeEffect effect) {
        if (effect instanceof NodeEffect.Persist vote) {
            votes.put(vote.election(), vote.ballot());
            return true;
        }
        if (effect instanceof NodeEffect.PersistGroup group) {
            list = group.group();
            return true;
        }
        return false;
    }

    public boolean hasVotes() {
        return !votes.isEmpty();
    }

    public boolean hasList() {
        return list != null;
    }

    public boolean isEmpty() {
        return votes.isEmpty() && list == null;
    }

    /** All votes, to be written together. */
    public Map<String, Vote> takeVotes() {
        Map<String, Vote> taken = votes;
        votes = new LinkedHashMap<>();
        return taken;
    }

    /** The newest list, if there is one to be written. */
    public Optional<GroupRecord> takeList() {
        Optional<GroupRecord> taken = Optional.ofNullable(list);
        list = null;
        return taken;
    }
}
