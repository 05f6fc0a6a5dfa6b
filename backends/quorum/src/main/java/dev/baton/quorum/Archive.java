package dev.baton.quorum;

import dev.baton.quorum.step.Ballot;
import dev.baton.quorum.step.GroupRecord;
import dev.baton.quorum.step.Promise;
import dev.baton.quorum.step.Saved;
import dev.baton.quorum.step.Start;
import java.io.IOException;
import java.util.Map;

/** What a member keeps across restarts, as its thread uses it. */
interface Archive extends AutoCloseable {

    /** What earlier starts have left. */
    Saved saved();

    /** What is new about this one. */
    Start start();

    /** All durable when this returns, by one write to the disk's own memory; an exception means that any may not be. */
    void votes(Map<String, Ballot> ballots) throws IOException;

    /** Durable when this returns. */
    void group(GroupRecord record) throws IOException;

    /** Survives the death of the process when this returns. */
    void remember(String election, Promise promise);

    @Override
    void close();
}
