package dev.baton.quorum;

import dev.baton.quorum.step.Membership;
import dev.baton.quorum.step.NodeEffect;
import dev.baton.quorum.step.NodeEvent;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Changes of the list of members that somebody waits for. Lives on the thread of the member. */
final class PendingMemberChanges {
    private final GroupMember member;
    private @Nullable CompletableFuture<Membership> waiting;

    PendingMemberChanges(GroupMember member) {
        this.member = member;
    }

    CompletionStage<Membership> add(String id) {
        return change(new NodeEvent.AddMember(id));
    }

    CompletionStage<Membership> remove(String id) {
        return change(new NodeEvent.RemoveMember(id));
    }

    private CompletionStage<Membership> change(NodeEvent wish) {
        CompletableFuture<Membership> answer = new CompletableFuture<>();
        if (waiting != null) {
            answer.completeExceptionally(new IllegalStateException("another change is under way here; wait for it"));
            return answer;
        }
        waiting = answer;
        member.feed(wish);
        return answer;
    }

    void changed(NodeEffect.Changed changed) {
        CompletableFuture<Membership> answer = waiting;
        waiting = null;
        if (answer == null) {
            return;
        }
        if (changed.done()) {
            answer.complete(changed.membership());
        } else {
            answer.completeExceptionally(new IllegalStateException(changed.what()));
        }
    }
}
