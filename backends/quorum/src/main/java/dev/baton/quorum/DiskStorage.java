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

/** The state directory of a member. */
record DiskStorage(StateFolder folder, MemberStart start, SavedState saved) implements MemberStorage {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");

    static DiskStorage open(MemberSettings settings, BatonClock clock) throws IOException {
        StateFolder.Opened opened = StateFolder.open(
                settings.state(),
                settings.self(),
                Membership.founding(settings.founders()),
                settings.timing(),
                BootInfo.current(),
                clock.nanos());
        return new DiskStorage(opened.folder(), opened.start(), opened.saved());
    }

    @Override
    public void persist(Map<String, Vote> votes) throws IOException {
        folder.persist(votes);
    }

    @Override
    public void persist(GroupRecord members) throws IOException {
        folder.persist(members);
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
            LOG.warn("could not close the state directory: {}", failed.toString());
        }
    }
}
