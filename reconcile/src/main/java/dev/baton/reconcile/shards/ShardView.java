package dev.baton.reconcile.shards;

import dev.baton.spi.StatusFrame;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Turns what the roster shows into members: this replica as it knows itself, the others as they say. */
final class ShardView {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");

    private final String name;
    private final int count;
    private final Set<String> misunderstood = new HashSet<>();
    private Map<String, Optional<ShardNote>> read = new HashMap<>();

    ShardView(String name, int count) {
        this.name = name;
        this.count = count;
    }

    List<Member> members(List<StatusFrame> frames, Member self) {
        // Notes seldom change; they are read once.
        Map<String, Optional<ShardNote>> before = read;
        read = new HashMap<>();
        List<Member> members = new ArrayList<>(frames.size() + 1);
        members.add(self);
        for (StatusFrame frame : frames) {
            if (!frame.instanceId().equals(self.id())) {
                Optional<ShardNote> known = before.get(frame.note());
                Optional<ShardNote> note = known != null ? known : ShardNote.parse(frame.note());
                read.put(frame.note(), note);
                member(frame, note).ifPresent(members::add);
            }
        }
        return members;
    }

    private Optional<Member> member(StatusFrame frame, Optional<ShardNote> said) {
        Optional<ShardNote> note = said.filter(one -> one.count() == count);
        if (note.isEmpty() && !frame.note().isEmpty() && misunderstood.add(frame.instanceId())) {
            LOG.warn(
                    "{} takes part in the shards {} in another way (\"{}\") than this replica with {} shards; it is"
                            + " left out of account here: give all replicas the same count",
                    frame.instanceId(),
                    name,
                    frame.note(),
                    count);
        }
        return note.map(
                read -> new Member(frame.instanceId(), frame.priority(), read.weight(), frame.healthy(), read.held()));
    }
}
