package dev.baton.quorum;

import dev.baton.BatonClock;
import dev.baton.quorum.disk.Machine;
import dev.baton.quorum.disk.StateFolder;
import dev.baton.quorum.step.Ballot;
import dev.baton.quorum.step.GroupRecord;
import dev.baton.quorum.step.Membership;
import dev.baton.quorum.step.Promise;
import dev.baton.quorum.step.Saved;
import dev.baton.quorum.step.Start;
import java.io.IOException;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A member's state folder. */
record DiskArchive(StateFolder folder, Start start, Saved saved) implements Archive {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");

    static DiskArchive open(MemberPlan plan, Membership founding, BatonClock clock) throws IOException {
        StateFolder.Opened opened =
                StateFolder.open(plan.state(), plan.self(), founding, plan.settings(), Machine.here(), clock.nanos());
        return new DiskArchive(opened.folder(), opened.start(), opened.saved());
    }

    @Override
    public void votes(Map<String, Ballot> ballots) throws IOException {
        folder.persist(ballots);
    }

    @Override
    public void group(GroupRecord record) throws IOException {
        folder.persist(record);
    }

    @Override
    public void remember(String election, Promise promise) {
        folder.remember(election, promise);
    }

    @Override
    public void close() {
        try {
            folder.close();
        } catch (IOException failed) {
            LOG.warn("a state folder was not closed: {}", failed.toString());
        }
    }
}
