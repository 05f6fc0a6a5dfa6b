package dev.baton.quorum;

import dev.baton.quorum.step.Effect;
import dev.baton.quorum.step.Event;
import dev.baton.quorum.step.Membership;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Changes of the list of members that somebody waits for. Lives on the thread of the member. */
final class MemberChanges {
    private final GroupMember member;
    private @Nullable CompletableFuture<Membership> waiting;

    MemberChanges(GroupMember member) {
        this.member = member;
    }

    CompletionStage<Membership> add(String id) {
        return change(new Event.AddMember(id));
    }

    CompletionStage<Membership> remove(String id) {
        return change(new Event.RemoveMember(id));
    }

    private CompletionStage<Membership> change(Event wish) {
        CompletableFuture<Membership> answer = new CompletableFuture<>();
        if (waiting != null) {
            answer.completeExceptionally(new IllegalStateException("another change is under way here; wait for it"));
            return answer;
        }
        waiting = answer;
        member.feed(wish);
        return answer;
    }

    void changed(Effect.Changed changed) {
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
