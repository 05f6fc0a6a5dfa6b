package dev.baton.quorum;

import java.util.concurrent.CompletionStage;

/** A connection to a group that can list and change its members. */
public interface MembershipAdmin {

    /** Who votes, as the asked member has it. */
    CompletionStage<MemberList> members();

    /** Makes a node that runs and has introduced itself a member; answers when a majority has the new list. */
    CompletionStage<MemberList> add(String id);

    /** Takes a member out; answers when a majority of the others has the new list. */
    CompletionStage<MemberList> remove(String id);
}
