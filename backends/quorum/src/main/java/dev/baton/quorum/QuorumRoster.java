package dev.baton.quorum;

import dev.baton.spi.ClaimFrame;
import dev.baton.spi.Roster;
import dev.baton.spi.StatusFrame;
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
    public CompletionStage<Void> announce(List<StatusFrame> frames) {
        return member.<Boolean>ask(() -> {
                    member.gossip().announce(owner, frames);
                    return true;
                })
                .thenAccept(done -> {});
    }

    @Override
    public CompletionStage<List<StatusFrame>> list(String election) {
        return member.ask(() -> member.gossip()
                .presence()
                .list(member.clock().nanos(), frame -> frame.election().equals(election)));
    }

    @Override
    public CompletionStage<List<StatusFrame>> list(Set<String> elections) {
        return member.ask(() ->
                member.gossip().presence().list(member.clock().nanos(), frame -> elections.contains(frame.election())));
    }

    @Override
    public CompletionStage<List<StatusFrame>> prioritised() {
        return member.ask(() -> member.gossip().presence().list(member.clock().nanos(), frame -> frame.priority() > 0));
    }

    @Override
    public CompletionStage<Void> send(ClaimFrame frame) {
        return member.<Boolean>ask(() -> {
                    member.gossip().send(frame);
                    return true;
                })
                .thenAccept(done -> {});
    }
}
