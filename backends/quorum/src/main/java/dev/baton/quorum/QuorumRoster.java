package dev.baton.quorum;

import dev.baton.InstanceStatus;
import dev.baton.spi.Roster;
import dev.baton.spi.TransferRequest;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/** Who is here, as members tell each other. */
final class QuorumRoster implements Roster {
    private final Object owner;
    private final GroupMember member;

    QuorumRoster(Object owner, GroupMember member) {
        this.owner = owner;
        this.member = member;
    }

    @Override
    public CompletionStage<Void> announce(List<InstanceStatus> frames) {
        return member.<Boolean>ask(() -> {
                    member.gossip().announce(owner, frames);
                    return true;
                })
                .thenAccept(done -> {});
    }

    @Override
    public CompletionStage<List<InstanceStatus>> list(String election) {
        return member.ask(() -> member.gossip()
                .presence()
                .list(member.clock().nanos(), frame -> frame.election().equals(election)));
    }

    @Override
    public CompletionStage<List<InstanceStatus>> list(Set<String> elections) {
        return member.ask(() ->
                member.gossip().presence().list(member.clock().nanos(), frame -> elections.contains(frame.election())));
    }

    @Override
    public CompletionStage<List<InstanceStatus>> prioritised() {
        return member.ask(() -> member.gossip().presence().list(member.clock().nanos(), frame -> frame.priority() > 0));
    }

    @Override
    public CompletionStage<Void> send(TransferRequest frame) {
        return member.<Boolean>ask(() -> {
                    member.gossip().send(frame);
                    return true;
                })
                .thenAccept(done -> {});
    }
}
