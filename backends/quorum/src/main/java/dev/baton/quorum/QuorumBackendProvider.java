package dev.baton.quorum;

import dev.baton.quorum.step.Membership;
import dev.baton.spi.Backend;
import dev.baton.spi.BackendProvider;
import dev.baton.spi.Clock;
import java.util.Set;
import java.util.TreeSet;

/** Opens {@code quorum:} URLs. */
public final class QuorumBackendProvider implements BackendProvider {

    @Override
    public Set<String> schemes() {
        return Set.of("quorum");
    }

    @Override
    public Backend open(String url, Clock clock) {
        QuorumUrl parsed = QuorumUrl.parse(url);
        if (parsed.isObserver()) {
            return new ObserverBackend(parsed);
        }
        return OpenMembers.connect(parsed, clock, (own, ticking) -> {
            TreeSet<String> founders = new TreeSet<>(own.peers().keySet());
            founders.add(own.self());
            return DiskArchive.open(own, Membership.founding(founders), ticking);
        });
    }
}
