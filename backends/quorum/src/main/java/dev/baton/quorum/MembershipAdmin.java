package dev.baton.quorum;

import java.util.concurrent.CompletionStage;

/** A backend that can list and change the members of its group. */
public interface MembershipAdmin {

    /** Returns the members, as the requested member knows them. */
    CompletionStage<MemberList> members();

    /** Adds a running member that has registered with the group. Completes when a majority has the new list. */
    CompletionStage<MemberList> add(String id);

    /** Removes a member. Completes when a majority of the others has the new list. */
    CompletionStage<MemberList> remove(String id);
}
