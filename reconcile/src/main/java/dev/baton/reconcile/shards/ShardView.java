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
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Turns the roster into the list of replicas: this replica from its own state, the others from their notes. */
final class ShardView {

    private final String name;
    private final int count;
    private final Set<String> warnedAbout = new HashSet<>();
    private final Map<String, Optional<ShardStatusNote>> parsedNotes = new HashMap<>();

    ShardView(String name, int count) {
        this.name = name;
        this.count = count;
    }

    /** Returns the replicas, this one first. No shard is held by two of them. */
    List<ShardReplica> members(List<InstanceStatus> statuses, ShardReplica self, ReplicaHeartbeats heartbeats) {
        List<ShardReplica> members = new ArrayList<>(statuses.size() + 1);
        members.add(self);
        // Notes seldom change, so each is parsed once.
        parsedNotes
                .keySet()
                .retainAll(statuses.stream().map(InstanceStatus::note).collect(Collectors.toSet()));
        for (InstanceStatus status : statuses) {
            if (!status.instanceId().equals(self.id())) {
                Optional<ShardStatusNote> note = parsedNotes.computeIfAbsent(status.note(), ShardStatusNote::parse);
                member(status, note).ifPresent(members::add);
            }
        }
        return disjoint(members, heartbeats);
    }

    /**
     * If two replicas report the same shard, the one with the older report counts as its holder. It may be dead or frozen, and
     * the other one its deputy. But the deputies of all its shards follow from its presence, so the plan must not change
     * before it has disappeared from the roster, however many deputies have already acquired their shards. The report of
     * this replica, the first one, is always the newest.
     */
    private static List<ShardReplica> disjoint(List<ShardReplica> members, ReplicaHeartbeats heartbeats) {
        List<Integer> byLastUpdate = IntStream.range(0, members.size())
                .boxed()
                .sorted(Comparator.<Integer>comparingLong(m -> m == 0
                                ? Long.MAX_VALUE
                                : heartbeats.lastUpdate(members.get(m).id()))
                        .thenComparing(m -> members.get(m).id()))
                .toList();
        List<ShardReplica> disjoint = new ArrayList<>(members);
        BitSet claimed = new BitSet();
        for (int m : byLastUpdate) {
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

    private Optional<ShardReplica> member(InstanceStatus status, Optional<ShardStatusNote> parsed) {
        Optional<ShardStatusNote> note = parsed.filter(one -> one.count() == count);
        if (note.isEmpty()
                && !status.note().isEmpty()
                && !ShardResize.isNote(status.note())
                && warnedAbout.add(status.instanceId())) {
            Shards.LOG.warn(
                    "instance {} publishes an incompatible note for shards {} (\"{}\"); this replica has {} shards and ignores"
                            + " that instance: give all replicas the same count",
                    status.instanceId(),
                    name,
                    status.note(),
                    count);
        }
        return note.map(read ->
                new ShardReplica(status.instanceId(), status.priority(), read.weight(), status.healthy(), read.held()));
    }
}
