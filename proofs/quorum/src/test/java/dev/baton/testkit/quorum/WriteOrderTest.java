package dev.baton.testkit.quorum;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.BatonClock;
import dev.baton.quorum.MemberMachine;
import dev.baton.quorum.SteppedMember;
import dev.baton.quorum.disk.BootInfo;
import dev.baton.quorum.disk.StateFolder;
import dev.baton.quorum.step.Envelope;
import dev.baton.quorum.step.MemberNode;
import dev.baton.quorum.step.MemberStart;
import dev.baton.quorum.step.Membership;
import dev.baton.quorum.step.PeerMessage;
import dev.baton.quorum.step.QuorumTiming;
import dev.baton.quorum.step.SavedState;
import dev.baton.quorum.wire.MemberHello;
import dev.baton.quorum.wire.MemberTransport;
import dev.baton.quorum.wire.TrafficStats;
import dev.baton.support.process.Evidence;
import dev.baton.support.process.ProcessIdentity;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A member with a simulated disk: what it sends before and after a write, and what it takes over from its peers. */
class WriteOrderTest {
    private static final Membership FOUNDING = Membership.founding(List.of("n1", "n2", "n3"));

    private SimDisk disk = new SimDisk("n2", new SeededRandom(1));
    /** Forced writes, and the messages that left. */
    private final List<String> history = new ArrayList<>();

    private final List<Envelope> queued = new ArrayList<>();
    private MemberTransport.@Nullable Handler handler;
    private @Nullable SteppedMember member;
    private long nanos = 1_000_000_000;

    private StateFolder.Opened start(Membership members) throws IOException {
        disk = new SimDisk("n2", new SeededRandom(1));
        StateFolder.Opened state = StateFolder.open(
                disk, "n2", members, QuorumTiming.standard(), new BootInfo("boot"), nanos, new SeededRandom(2)::next);
        member = new SteppedMember(QuorumTiming.standard(), new TestTransport(), state, new TestMachine());
        return state;
    }

    @BeforeEach
    void startEnrolledMember() throws IOException {
        StateFolder.Opened state = start(FOUNDING);
        receive(
                "n1",
                MemberNode.GROUP,
                new PeerMessage.Registered("n1", state.folder().store()));
        receive(
                "n3",
                MemberNode.GROUP,
                new PeerMessage.Registered("n3", state.folder().store()));
        turns();
        assertThat(Objects.requireNonNull(member).node().isEnrolled()).isTrue();
        disk.onForce(() -> history.add("force"));
        history.clear();
    }

    private void receive(String from, String election, PeerMessage message) {
        Objects.requireNonNull(handler).messageReceived(new Envelope(from, "n2", election, 1, FOUNDING.id(), message));
    }

    private void turns() {
        for (int turn = 0; turn < 40; turn++) {
            nanos += 1_000_000;
            Objects.requireNonNull(member).turn();
        }
    }

    private void requestVote() {
        receive("n1", "nightly", new PeerMessage.RequestVote(1, "n1", 1, 0));
        turns();
    }

    @Test // QUORUM-7
    void voteLeavesAfterItIsOnDisk() {
        requestVote();
        assertThat(history).contains("force", "VoteGrant");
        assertThat(history.indexOf("force")).isLessThan(history.indexOf("VoteGrant"));
    }

    @Test // QUORUM-7
    void voteThatCannotBeWrittenIsNotSent() {
        disk.full = 1;
        requestVote();
        assertThat(history).doesNotContain("VoteGrant");
    }

    @Test // QUORUM-7
    void listThatCannotBeWrittenIsNotConfirmed() {
        disk.failingSync = 1;
        Membership next = new Membership(1, 0, 0, FOUNDING.members());
        receive("n1", MemberNode.GROUP, new PeerMessage.Members(next, "n1"));
        turns();
        assertThat(history).contains("force").doesNotContain("MembersAck");
    }

    @Test // QUORUM-7
    void promisesLastAsLongAsLongestLeaseOfPeers() throws IOException {
        long before = Objects.requireNonNull(member).node().longestPromise();
        MemberTransport.Handler receiver = Objects.requireNonNull(handler);
        QuorumTiming longer = QuorumTiming.of(Duration.ofSeconds(1), Duration.ofSeconds(16));
        MemberHello hello = introduction(longer, FOUNDING);
        receiver.peerIntroduced("n1", hello.incarnation(), hello);

        assertThat(before).isEqualTo(QuorumTiming.standard().longestLease().toNanos());
        assertThat(member.node().longestPromise())
                .isEqualTo(longer.longestLease().toNanos());
    }

    @Test // QUORUM-7
    void memberThatAllowsForOtherDriftIsRefused() throws IOException {
        MemberTransport.Handler receiver = Objects.requireNonNull(handler);
        MemberHello equal = introduction(QuorumTiming.standard(), FOUNDING);
        MemberHello other = introduction(QuorumTiming.standard().withDrift(0.02), FOUNDING);
        assertThat(receiver.objection("n1", equal.incarnation(), equal)).isEmpty();
        assertThat(receiver.objection("n1", other.incarnation(), other))
                .hasValueSatisfying(reason -> assertThat(reason).contains("0.02", "0.005"));
    }

    @Test // QUORUM-3
    void memberWithOtherListIsRefusedAlsoIfItsNamesHaveTheSameHashCode() throws IOException {
        Membership own = Membership.founding(List.of("n1", "n2", "Aa"));
        Membership other = Membership.founding(List.of("n1", "n2", "BB"));
        assertThat("Aa".hashCode()).isEqualTo("BB".hashCode());
        start(own);
        MemberTransport.Handler receiver = Objects.requireNonNull(handler);
        MemberHello equal = introduction(QuorumTiming.standard(), own);
        MemberHello contradicting = introduction(QuorumTiming.standard(), other);
        assertThat(receiver.objection("n1", equal.incarnation(), equal)).isEmpty();
        assertThat(receiver.objection("n1", contradicting.incarnation(), contradicting))
                .hasValueSatisfying(reason -> assertThat(reason).contains("other members"));
    }

    @Test // QUORUM-7
    void earlierCopyIsRefusedAlsoAfterPeerRanWithAnEmptyDisk() throws IOException {
        MemberTransport.Handler receiver = Objects.requireNonNull(handler);
        SimDisk first = new SimDisk("n1", new SeededRandom(3));
        MemberHello earlier = introduction(QuorumTiming.standard(), FOUNDING, first, 4);
        Map<String, SimFile> backup = first.snapshot();
        first.processEnded();
        receiver.peerIntroduced("n1", earlier.incarnation(), earlier);
        receive("n1", MemberNode.GROUP, new PeerMessage.Register("n1", earlier.store()));
        MemberHello later = introduction(QuorumTiming.standard(), FOUNDING, first, 5);
        receiver.peerIntroduced("n1", later.incarnation(), later);

        MemberHello empty = introduction(QuorumTiming.standard(), FOUNDING);
        assertThat(receiver.objection("n1", empty.incarnation(), empty)).isEmpty();
        receiver.peerIntroduced("n1", empty.incarnation(), empty);

        SimDisk restored = new SimDisk("n1", new SeededRandom(3));
        restored.restore(backup);
        MemberHello copy = introduction(QuorumTiming.standard(), FOUNDING, restored, 6);
        assertThat(copy.store()).isEqualTo(earlier.store()).isNotEqualTo(empty.store());
        assertThat(receiver.objection("n1", copy.incarnation(), copy))
                .hasValueSatisfying(reason -> assertThat(reason).contains("an earlier copy"));
    }

    /** Starts another member, and returns what it sends first. */
    private MemberHello introduction(QuorumTiming timing, Membership members) throws IOException {
        return introduction(timing, members, new SimDisk("n1", new SeededRandom(3)), 7);
    }

    private MemberHello introduction(QuorumTiming timing, Membership members, SimDisk other, long seed)
            throws IOException {
        MemberTransport.Handler receiver = handler;
        StateFolder.Opened state = StateFolder.open(
                other, "n1", members, timing, new BootInfo("other"), nanos, new SeededRandom(seed)::next);
        TestTransport peer = new TestTransport();
        new SteppedMember(timing, peer, state, new TestMachine());
        handler = receiver;
        return MemberHello.in(peer.introduction.get()).orElseThrow();
    }

    private final class TestTransport implements MemberTransport {
        private Supplier<String> introduction = () -> "";

        @Override
        public boolean introduce(Supplier<String> hello, Duration answerWithin) {
            introduction = hello;
            return true;
        }

        @Override
        public void open(Handler receiver) {
            handler = receiver;
        }

        @Override
        public void send(Envelope envelope) {
            queued.add(envelope);
        }

        @Override
        public void sendNote(String peer, String note) {}

        @Override
        public void reply(long client, String note) {}

        @Override
        public void flush() {
            queued.forEach(envelope -> history.add(envelope.message().getClass().getSimpleName()));
            queued.clear();
        }

        @Override
        public void poll(long untilNanos) {}

        @Override
        public void wakeUp() {}

        @Override
        public Set<String> connectedPeers() {
            return Set.of("n1", "n3");
        }

        @Override
        public TrafficStats traffic() {
            return new TrafficStats(0, 0, 0, 0, Map.of());
        }

        @Override
        public void close() {}
    }

    private final class TestMachine implements MemberMachine, BatonClock {
        @Override
        public BatonClock clock() {
            return this;
        }

        @Override
        public long nanos() {
            return nanos;
        }

        @Override
        public long wallMillis() {
            return nanos / 1_000_000;
        }

        @Override
        public ProcessIdentity process() {
            return new ProcessIdentity("boot", 1, 1, 1);
        }

        @Override
        public Evidence hasEnded(ProcessIdentity other) {
            return Evidence.UNKNOWN;
        }

        @Override
        public void pause(Duration time) {}

        @Override
        public MemberNode createNode(QuorumTiming timing, MemberStart start, SavedState saved) {
            return new MemberNode(timing, start, saved, now());
        }
    }
}
