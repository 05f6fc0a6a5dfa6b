package dev.baton.testkit;

import dev.baton.BatonClock;
import dev.baton.spi.Backend;
import dev.baton.spi.StoreCheck;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.awaitility.Awaitility;

/**
 * A group of members behind the contract's hooks, where there is no store at all. The members run for as long as this
 * does; connections take turns on them. A contestant is the last member, in a process of its own. The store breaks
 * down by the network delivering nothing.
 */
public final class GroupContractStore implements ContractStore {

    /** The members, and the ways between them. */
    public interface Group extends AutoCloseable {

        /** The members' names, in order. */
        List<String> ids();

        /** The URL of a member. */
        String url(String id);

        /** A connection to a member in this process. */
        Backend open(String id, BatonClock clock);

        /** The ways on which messages travel. */
        Iterable<FaultProxy> ways();

        /** Whatever is between the members is started anew. */
        void restart();

        @Override
        void close();
    }

    private final Group group;
    private final Map<String, Backend> members = new TreeMap<>();
    private int next;

    /** Starts the members, and closes the group in the end. */
    public GroupContractStore(Group group) {
        this.group = group;
        group.ids().forEach(id -> members.put(id, group.open(id, BatonClock.system())));
        awaitFounded(members.values());
    }

    /** Waits until every member is known to a majority of the others: before that it does not vote. */
    public static void awaitFounded(Collection<Backend> members) {
        Awaitility.await("all members vote")
                .atMost(Duration.ofSeconds(30))
                .until(() -> members.stream()
                        .allMatch(member -> member.selfTest().stream().allMatch(StoreCheck::ok)));
    }

    @Override
    public Backend open(BatonClock clock) {
        List<String> here = List.copyOf(members.keySet());
        return group.open(here.get(next++ % here.size()), clock);
    }

    @Override
    public TestCandidate contestant(String election, String instanceId, Duration validity) {
        String last = group.ids().get(group.ids().size() - 1);
        Backend running = members.remove(last);
        if (running != null) {
            running.close();
        }
        return TestCandidateProcess.start(group.url(last), election, instanceId, validity);
    }

    @Override
    public void deleteLock(String election) {
        // Nothing is kept that an operator could delete.
    }

    @Override
    public void corruptLock(String election) {
        // Nothing is kept that somebody could overwrite.
    }

    @Override
    public void breakDown() {
        group.ways().forEach(FaultProxy::blackhole);
    }

    @Override
    public void repair() {
        group.ways().forEach(FaultProxy::heal);
    }

    @Override
    public void restart() {
        group.restart();
    }

    @Override
    public void close() {
        members.values().forEach(Backend::close);
        group.close();
    }
}
