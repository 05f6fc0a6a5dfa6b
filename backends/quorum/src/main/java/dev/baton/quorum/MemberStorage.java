package dev.baton.quorum;

import dev.baton.quorum.step.GroupRecord;
import dev.baton.quorum.step.LeasePromise;
import dev.baton.quorum.step.MemberStart;
import dev.baton.quorum.step.SavedState;
import dev.baton.quorum.step.Vote;
import java.io.IOException;
import java.util.Map;

/** What a member keeps across restarts, as its thread uses it. */
interface MemberStorage extends AutoCloseable {

    /** What earlier starts have left. */
    SavedState saved();

    /** What is new about this one. */
    MemberStart start();

    /** All durable when this returns, by one write to the disk's own memory; an exception means that any may not be. */
    void votes(Map<String, Vote> ballots) throws IOException;

    /** Durable when this returns. */
    void group(GroupRecord record) throws IOException;

    /** Survives the death of the process when this returns. */
    void remember(String election, LeasePromise promise);

    @Override
    void close();
}
