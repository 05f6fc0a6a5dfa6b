package dev.baton.quorum;

import dev.baton.machine.Moment;
import dev.baton.machine.Timing;
import dev.baton.quorum.wire.Rejections;
import dev.baton.quorum.wire.Traffic;
import dev.baton.spi.Backend;
import dev.baton.spi.BackendDefaults;
import dev.baton.spi.Check;
import dev.baton.spi.Claim;
import dev.baton.spi.Clock;
import dev.baton.spi.Contender;
import dev.baton.spi.Contest;
import dev.baton.spi.ElectionFigures;
import dev.baton.spi.Failover;
import dev.baton.spi.LeaderRecord;
import dev.baton.spi.MeasuresElections;
import dev.baton.spi.ReignRecord;
import dev.baton.spi.RenewOutcome;
import dev.baton.spi.Roster;
import dev.baton.spi.Subscription;
import dev.baton.spi.Watcher;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;

/** One connection of this process to its group. */
public final class QuorumBackend implements Backend, MeasuresElections, KnowsMembers {
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final String description;
    private final GroupMember member;
    private final Clock clock;
    private final Runnable onClose;
    private final QuorumRoster roster;
    private final AtomicBoolean closed = new AtomicBoolean();

    QuorumBackend(String description, GroupMember member, Clock clock, Runnable onClose) {
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
        return WorstCases.defaults(member.settings());
    }

    /** On a quorum a candidate is its member. */
    @Override
    public String mintInstanceId() {
        return member.self();
    }

    @Override
    public Contender contend(Contest contest) {
        QuorumContender contender = new QuorumContender(this, member, contest);
        member.post(() -> member.gossip().add(contender));
        return contender;
    }

    void left(QuorumContender contender) {
        member.post(() -> member.gossip().remove(contender));
    }

    /** How far this connection's clocks are from the member's; they differ in tests only. */
    Moment viewOffset() {
        return new Moment(0, clock.wallMillis() - member.clock().wallMillis());
    }

    @Override
    public CompletionStage<Map<Claim, RenewOutcome>> renew(List<Claim> claims) {
        return member.ask(() -> {
            Map<Claim, RenewOutcome> answers = new LinkedHashMap<>();
            Moment offset = viewOffset();
            claims.forEach(
                    claim -> answers.put(claim, member.desk(claim.election()).renew(claim, offset)));
            return answers;
        });
    }

    @Override
    public CompletionStage<Optional<LeaderRecord>> observe(String election) {
        return member.ask(() -> member.gossip().observe(election));
    }

    @Override
    public CompletionStage<List<String>> elections() {
        return member.ask(() -> member.gossip().elections());
    }

    @Override
    public Subscription watch(String election, Watcher watcher) {
        CompletionStage<Subscription> watching = member.ask(() -> member.gossip()
                .chronicle()
                .watch(election, watcher, member.gossip().leader(election)));
        return () -> watching.thenAccept(subscription -> member.post(subscription::close));
    }

    @Override
    public Duration watchStaleness() {
        return member.settings().lease().plus(member.gossip().confirmEvery().multipliedBy(2));
    }

    @Override
    public CompletionStage<List<ReignRecord>> history(String election) {
        return member.ask(() -> member.gossip().chronicle().reigns(election).stream()
                .map(Reign::record)
                .toList());
    }

    @Override
    public Roster roster() {
        return roster;
    }

    @Override
    public Failover failover(Timing timing) {
        return WorstCases.failover(member.settings());
    }

    @Override
    public List<Check> selfTest() {
        return GroupMember.await(member.ask(() -> SelfTest.of(member)), PATIENCE);
    }

    @Override
    public ElectionFigures figures(String election) {
        return GroupMember.await(member.ask(() -> member.metrics().figures(election)), PATIENCE);
    }

    @Override
    public Map<String, Long> rejected() {
        Map<String, Long> all = new TreeMap<>();
        for (Rejections.Cause cause : Rejections.Cause.values()) {
            all.put(cause.code(), 0L);
        }
        all.putAll(traffic().rejected());
        return all;
    }

    /** What this member sent and received so far. */
    public Traffic traffic() {
        return member.transport().traffic();
    }

    @Override
    public CompletionStage<GroupList> members() {
        return member.ask(() ->
                GroupList.read(member.gossip().clients().members(member.node().membership())));
    }

    @Override
    public CompletionStage<GroupList> add(String id) {
        return member.ask(() -> member.changes().add(id))
                .thenCompose(change -> change)
                .thenCompose(done -> members());
    }

    @Override
    public CompletionStage<GroupList> remove(String id) {
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
