package dev.baton.quorum;

import dev.baton.BatonClock;
import dev.baton.ClockReading;
import dev.baton.LeaderInfo;
import dev.baton.Registration;
import dev.baton.Tenure;
import dev.baton.quorum.wire.RejectedMessages;
import dev.baton.quorum.wire.TrafficStats;
import dev.baton.spi.Backend;
import dev.baton.spi.BackendDefaults;
import dev.baton.spi.CandidateTiming;
import dev.baton.spi.Claim;
import dev.baton.spi.Contender;
import dev.baton.spi.ContenderSettings;
import dev.baton.spi.ElectionMetrics;
import dev.baton.spi.FailoverTimes;
import dev.baton.spi.LeaderWatcher;
import dev.baton.spi.MeteredBackend;
import dev.baton.spi.RenewOutcome;
import dev.baton.spi.Roster;
import dev.baton.spi.StoreCheck;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;

/** One connection of this process to its group. */
public final class QuorumBackend implements Backend, MeteredBackend, MembershipAdmin {
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final String description;
    private final GroupMember member;
    private final BatonClock clock;
    private final Runnable onClose;
    private final QuorumRoster roster;
    private final AtomicBoolean closed = new AtomicBoolean();

    QuorumBackend(String description, GroupMember member, BatonClock clock, Runnable onClose) {
        this.description = description;
        this.member = member;
        this.clock = clock;
        this.onClose = onClose;
        this.roster = new QuorumRoster(this, member);
    }

    @Override
    public String describe() {
        return description;
    }

    @Override
    public String logTags(String election) {
        return "member=" + member.self();
    }

    @Override
    public BackendDefaults defaults() {
        return QuorumFailoverTimes.defaults(member.settings());
    }

    /** On a quorum a candidate is its member. */
    @Override
    public String newInstanceId() {
        return member.self();
    }

    @Override
    public Contender contend(ContenderSettings contest) {
        QuorumContender contender = new QuorumContender(this, member, contest);
        member.post(() -> member.gossip().add(contender));
        return contender;
    }

    void left(QuorumContender contender) {
        member.post(() -> member.gossip().remove(contender));
    }

    /** How far this connection's clocks are from the member's; they differ in tests only. */
    ClockReading viewOffset() {
        return new ClockReading(0, clock.wallMillis() - member.clock().wallMillis());
    }

    @Override
    public CompletionStage<Map<Claim, RenewOutcome>> renew(List<Claim> claims) {
        return member.ask(() -> {
            Map<Claim, RenewOutcome> answers = new LinkedHashMap<>();
            ClockReading offset = viewOffset();
            claims.forEach(
                    claim -> answers.put(claim, member.desk(claim.election()).renew(claim, offset)));
            return answers;
        });
    }

    @Override
    public CompletionStage<Optional<LeaderInfo>> observe(String election) {
        return member.ask(() -> member.gossip().observe(election));
    }

    @Override
    public CompletionStage<List<String>> elections() {
        return member.ask(() -> member.gossip().elections());
    }

    @Override
    public Registration watch(String election, LeaderWatcher watcher) {
        CompletionStage<Registration> watching = member.ask(() -> member.gossip()
                .chronicle()
                .watch(election, watcher, member.gossip().leader(election)));
        return () -> watching.thenAccept(subscription -> member.post(subscription::close));
    }

    @Override
    public Duration watchStaleness() {
        return member.settings().lease().plus(member.gossip().confirmEvery().multipliedBy(2));
    }

    @Override
    public CompletionStage<List<Tenure>> history(String election) {
        return member.ask(() -> member.gossip().chronicle().reigns(election).stream()
                .map(GroupTenure::record)
                .toList());
    }

    @Override
    public Roster roster() {
        return roster;
    }

    @Override
    public FailoverTimes failover(CandidateTiming timing) {
        return QuorumFailoverTimes.failover(member.settings());
    }

    @Override
    public List<StoreCheck> selfTest() {
        return GroupMember.await(member.ask(() -> QuorumSelfTest.of(member)), PATIENCE);
    }

    @Override
    public ElectionMetrics figures(String election) {
        return GroupMember.await(member.ask(() -> member.metrics().figures(election)), PATIENCE);
    }

    @Override
    public Map<String, Long> rejected() {
        Map<String, Long> all = new TreeMap<>();
        for (RejectedMessages.Cause cause : RejectedMessages.Cause.values()) {
            all.put(cause.code(), 0L);
        }
        all.putAll(traffic().rejected());
        return all;
    }

    /** What this member sent and received so far. */
    public TrafficStats traffic() {
        return member.transport().traffic();
    }

    @Override
    public CompletionStage<MemberList> members() {
        return member.ask(() ->
                MemberList.read(member.gossip().clients().members(member.node().membership())));
    }

    @Override
    public CompletionStage<MemberList> add(String id) {
        return member.ask(() -> member.changes().add(id))
                .thenCompose(change -> change)
                .thenCompose(done -> members());
    }

    @Override
    public CompletionStage<MemberList> remove(String id) {
        return member.ask(() -> member.changes().remove(id))
                .thenCompose(change -> change)
                .thenCompose(done -> members());
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            member.post(() -> member.gossip().presence().left(this));
            onClose.run();
        }
    }
}
