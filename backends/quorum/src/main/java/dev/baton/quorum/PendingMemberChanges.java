package dev.baton.quorum;

import dev.baton.quorum.step.Membership;
import dev.baton.quorum.step.NodeEffect;
import dev.baton.quorum.step.NodeEvent;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** The membership change in progress, at most one. Used only by the member's thread. */
final class PendingMemberChanges {
    private final GroupMember member;
    private @Nullable CompletableFuture<Membership> pending;

    PendingMemberChanges(GroupMember member) {
        this.member = member;
    }

    CompletionStage<Membership> add(String id) {
        return change(new NodeEvent.AddMember(id));
    }

    CompletionStage<Membership> remove(String id) {
        return change(new NodeEvent.RemoveMember(id));
    }

    private CompletionStage<Membership> change(NodeEvent request) {
        if (pending != null) {
            return CompletableFuture.failedFuture(new IllegalStateException(
                    "member " + member.self() + " already handles another change; try again when it is complete"));
        }
        CompletableFuture<Membership> result = new CompletableFuture<>();
        pending = result;
        member.handle(request);
        return result;
    }

    void changed(NodeEffect.MembershipChanged changed) {
        CompletableFuture<Membership> result = pending;
        pending = null;
        if (result == null) {
            return;
        }
        if (changed.done()) {
            result.complete(changed.membership());
        } else {
            result.completeExceptionally(new IllegalStateException(changed.what()));
        }
    }
}
