package dev.baton.quorum;

import dev.baton.quorum.step.GroupRecord;
import dev.baton.quorum.step.LeasePromise;
import dev.baton.quorum.step.MemberStart;
import dev.baton.quorum.step.SavedState;
import dev.baton.quorum.step.Vote;
import java.io.IOException;
import java.util.Map;

/** The state that a member keeps across restarts. Used only by the member's thread. */
interface MemberStorage extends AutoCloseable {

    /** Returns the state that earlier starts have saved. */
    SavedState saved();

    /** Returns the facts about this start. */
    MemberStart start();

    /** Makes all votes durable with one write. If it throws, any of them may not be durable. */
    void persist(Map<String, Vote> votes) throws IOException;

    /** Makes the member list durable. */
    void persist(GroupRecord members) throws IOException;

    /** Writes a promise so that it survives the end of the process, but not of the machine. */
    void remember(String election, LeasePromise promise);

    @Override
    void close();
}
