package dev.baton.quorum;

import dev.baton.BatonClock;
import dev.baton.quorum.disk.BootInfo;
import dev.baton.quorum.disk.StateFolder;
import dev.baton.quorum.step.GroupRecord;
import dev.baton.quorum.step.LeasePromise;
import dev.baton.quorum.step.MemberStart;
import dev.baton.quorum.step.Membership;
import dev.baton.quorum.step.SavedState;
import dev.baton.quorum.step.Vote;
import java.io.IOException;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A member's state folder. */
record DiskStorage(StateFolder folder, MemberStart start, SavedState saved) implements MemberStorage {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");

    static DiskStorage open(MemberSettings plan, Membership founding, BatonClock clock) throws IOException {
        StateFolder.Opened opened =
                StateFolder.open(plan.state(), plan.self(), founding, plan.settings(), BootInfo.here(), clock.nanos());
        return new DiskStorage(opened.folder(), opened.start(), opened.saved());
    }

    @Override
    public void votes(Map<String, Vote> ballots) throws IOException {
        folder.persist(ballots);
    }

    @Override
    public void group(GroupRecord record) throws IOException {
        folder.persist(record);
    }

    @Override
    public void remember(String election, LeasePromise promise) {
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
