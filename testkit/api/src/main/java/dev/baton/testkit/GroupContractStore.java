package dev.baton.testkit;

import dev.baton.BatonClock;
import dev.baton.LeaderInfo;
import dev.baton.spi.Backend;
import dev.baton.spi.StoreCheck;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/**
 * A contract store for backends whose members form a group instead of using a store. The members run until the store is
 * closed, and connections use them in turn. The test candidate is the last member, in its own process. To break down,
 * the network between the members drops all packets.
 */
public final class GroupContractStore implements ContractStore {

    /** The members and the network between them. */
    public interface Group extends AutoCloseable {

        /** Returns the ids of the members, in order. */
        List<String> ids();

        /** Returns the URL of a member. */
        String url(String id);

        /** Opens a member in this process. */
        Backend open(String id, BatonClock clock);

        /** Returns the proxies that carry the messages between the members. */
        Iterable<FaultProxy> proxies();

        /** Returns the folder that has the key file {@code key} and the state of each member in a folder of its id. */
        Path directory();

        /** Restarts the server between the members, if there is one. */
        void restart();

        @Override
        void close();
    }

    private final Group group;
    private final Map<String, Backend> members = new TreeMap<>();
    private int next;

    /** Starts the members. Closing the store closes the group. */
    public GroupContractStore(Group group) {
        this.group = group;
        group.ids().forEach(id -> members.put(id, group.open(id, BatonClock.system())));
        awaitVoting(members.values());
    }

    /** Waits until every member votes, which needs contact with a majority. */
    public static void awaitVoting(Collection<Backend> members) {
        Awaitility.await("all members vote")
                .atMost(Duration.ofSeconds(30))
                .until(() -> members.stream()
                        .allMatch(member -> member.selfTest().stream().allMatch(StoreCheck::ok)));
    }

    @Override
    public Map<StoreFeature, String> optOuts() {
        return Map.of(
                StoreFeature.TRAFFIC, "members exchange messages all the time, so that none belongs to one request",
                StoreFeature.VISIBLE_STATE, "the state is in the members",
                StoreFeature.EPOCH_EDITS, "there is no record");
    }

    @Override
    public Backend open(BatonClock clock) {
        List<String> local = List.copyOf(members.keySet());
        return group.open(local.get(next++ % local.size()), clock);
    }

    @Override
    public TestCandidate testCandidate(String election, String instanceId, Duration validity) {
        return lastMember(election, instanceId, validity, ProcessIsolation.NONE);
    }

    private TestCandidate lastMember(
            String election, String instanceId, Duration validity, ProcessIsolation isolation) {
        String last = group.ids().get(group.ids().size() - 1);
        Backend running = members.remove(last);
        if (running != null) {
            running.close();
        }
        if (isolation == ProcessIsolation.OTHER_USER) {
            giveToOtherUser(last);
        }
        return TestCandidateProcess.start(group.url(last), election, instanceId, validity, isolation);
    }

    /** Asks all members of this process. The newest answer counts, because the others may not have heard of it yet. */
    @Override
    public Optional<StoreHolder> holderInStore(String election) {
        return members.values().stream()
                .flatMap(member -> ContractFixture.get(member.observe(election)).stream())
                .max(Comparator.comparingLong(LeaderInfo::epoch))
                .map(leader -> new StoreHolder(
                        group.ids().contains(leader.instanceId()) ? "" : leader.instanceId(), leader.epoch()));
    }

    private void giveToOtherUser(String id) {
        try (Stream<Path> state = Files.walk(group.directory().resolve(id))) {
            Files.setPosixFilePermissions(group.directory(), PosixFilePermissions.fromString("rwx--x--x"));
            for (Path file : Stream.concat(state, Stream.of(group.directory().resolve("key")))
                    .toList()) {
                Files.setAttribute(file, "unix:uid", ProcessIsolation.user());
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    @Override
    public Optional<TestCandidate> isolatedCandidate(
            String election, String instanceId, Duration validity, ProcessIsolation isolation) {
        return Optional.of(lastMember(election, instanceId, validity, isolation));
    }

    @Override
    public Optional<String> stateInStore(String election) {
        return Optional.empty();
    }

    /** The members exchange messages all the time, so that no message belongs to one request. */
    @Override
    public boolean onTraffic(Runnable hook) {
        return false;
    }

    @Override
    public long unsyncedPages(String election) {
        return 0;
    }

    @Override
    public boolean rewriteEpoch(String election, long epoch) {
        return false;
    }

    @Override
    public void deleteLock(String election) {
        // There is no record.
    }

    @Override
    public void corruptLock(String election) {
        // There is no record.
    }

    @Override
    public void breakDown() {
        group.proxies().forEach(FaultProxy::blackhole);
    }

    @Override
    public void repair() {
        group.proxies().forEach(FaultProxy::heal);
    }

    @Override
    public void restart() {
        group.restart();
    }

    @Override
    public void crash() {
        group.restart();
    }

    @Override
    public void close() {
        members.values().forEach(Backend::close);
        group.close();
    }
}
