package dev.baton.quorum;

import dev.baton.InstanceStatus;
import dev.baton.spi.Roster;
import dev.baton.spi.TransferRequest;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;

/** The roster, as members send it to each other. */
final class QuorumRoster implements Roster {
    private final Object backend;
    private final GroupMember member;

    QuorumRoster(Object backend, GroupMember member) {
        this.backend = backend;
        this.member = member;
    }

    @Override
    public CompletionStage<Void> announce(List<InstanceStatus> statuses) {
        return member.run(() -> member.gossip().announce(backend, statuses));
    }

    @Override
    public CompletionStage<List<InstanceStatus>> list(String election) {
        return list(Set.of(election));
    }

    @Override
    public CompletionStage<List<InstanceStatus>> list(Set<String> elections) {
        return find(status -> elections.contains(status.election()));
    }

    @Override
    public CompletionStage<List<InstanceStatus>> prioritised() {
        return find(status -> status.priority() > 0);
    }

    private CompletionStage<List<InstanceStatus>> find(Predicate<InstanceStatus> filter) {
        return member.call(() -> member.gossip().roster().list(member.clock().nanos(), filter));
    }

    @Override
    public CompletionStage<Void> send(TransferRequest request) {
        return member.run(() -> member.gossip().send(request));
    }
}
