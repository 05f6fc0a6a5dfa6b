package dev.baton.reconcile.shards;

import dev.baton.InstanceStatus;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
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
    private Map<String, Optional<ShardStatusNote>> read = new HashMap<>();

    ShardView(String name, int count) {
        this.name = name;
        this.count = count;
    }

    /** This replica first. No shard is held by two of them. */
    List<ShardReplica> members(List<InstanceStatus> frames, ShardReplica self, ReplicaHeartbeats voices) {
        // Notes seldom change; they are read once.
        Map<String, Optional<ShardStatusNote>> before = read;
        read = new HashMap<>();
        List<ShardReplica> members = new ArrayList<>(frames.size() + 1);
        members.add(self);
        for (InstanceStatus frame : frames) {
            if (!frame.instanceId().equals(self.id())) {
                Optional<ShardStatusNote> known = before.get(frame.note());
                Optional<ShardStatusNote> note = known != null ? known : ShardStatusNote.parse(frame.note());
                read.put(frame.note(), note);
                member(frame, note).ifPresent(members::add);
            }
        }
        return disjoint(members, self.id(), voices);
    }

    /**
     * Where two say that they hold the same shard, the one that was silent for longer is believed. It may be dead or
     * frozen, and the other its deputy; but the deputies of all its shards follow from its being there, so
     * until it is gone from the roster they stay who they are, however many of them have taken theirs.
     */
    private static List<ShardReplica> disjoint(List<ShardReplica> members, String self, ReplicaHeartbeats voices) {
        List<Integer> bySilence = new ArrayList<>();
        for (int m = 0; m < members.size(); m++) {
            bySilence.add(m);
        }
        bySilence.sort(
                Comparator.<Integer>comparingLong(m -> lastHeard(members.get(m).id(), self, voices))
                        .thenComparing(m -> members.get(m).id()));
        List<ShardReplica> disjoint = new ArrayList<>(members);
        BitSet claimed = new BitSet();
        for (int m : bySilence) {
            ShardReplica member = members.get(m);
            if (member.held().intersects(claimed)) {
                BitSet rest = (BitSet) member.held().clone();
                rest.andNot(claimed);
                disjoint.set(m, member.holding(rest));
            }
            claimed.or(member.held());
        }
        return disjoint;
    }

    private static long lastHeard(String id, String self, ReplicaHeartbeats voices) {
        return id.equals(self) ? Long.MAX_VALUE : voices.lastHeard(id);
    }

    private Optional<ShardReplica> member(InstanceStatus frame, Optional<ShardStatusNote> said) {
        Optional<ShardStatusNote> note = said.filter(one -> one.count() == count);
        if (note.isEmpty() && !frame.note().isEmpty() && misunderstood.add(frame.instanceId())) {
            LOG.warn(
                    "{} takes part in the shards {} in another way (\"{}\") than this replica with {} shards; it is"
                            + " left out of account here: give all replicas the same count",
                    frame.instanceId(),
                    name,
                    frame.note(),
                    count);
        }
        return note.map(read ->
                new ShardReplica(frame.instanceId(), frame.priority(), read.weight(), frame.healthy(), read.held()));
    }
}
