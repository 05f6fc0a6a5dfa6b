package dev.baton.quorum;

import dev.baton.BatonClock;
import dev.baton.ClockReading;
import dev.baton.InstanceStatus;
import dev.baton.LeaderInfo;
import dev.baton.Registration;
import dev.baton.Tenure;
import dev.baton.quorum.wire.RejectionCause;
import dev.baton.quorum.wire.TrafficStats;
import dev.baton.spi.Backend;
import dev.baton.spi.BackendDefaults;
import dev.baton.spi.CandidateTiming;
import dev.baton.spi.Claim;
import dev.baton.spi.CommandRecords;
import dev.baton.spi.Contender;
import dev.baton.spi.ContenderSettings;
import dev.baton.spi.ElectionMetrics;
import dev.baton.spi.FailoverTimes;
import dev.baton.spi.LeaderWatcher;
import dev.baton.spi.MeteredBackend;
import dev.baton.spi.RenewOutcome;
import dev.baton.spi.Roster;
import dev.baton.spi.RunningCommand;
import dev.baton.spi.StoreCheck;
import dev.baton.spi.TransferRequest;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;

/** A member's connection to its group. */
public final class QuorumBackend implements Backend, Roster, MeteredBackend, MembershipAdmin, CommandRecords {
    private static final Duration TIMEOUT = Duration.ofSeconds(2);

    private final String description;
    private final GroupMember member;
    private final BatonClock clock;
    private final Runnable onClose;
    private final AtomicBoolean closed = new AtomicBoolean();

    QuorumBackend(String description, GroupMember member, BatonClock clock, Runnable onClose) {
        this.description = description;
        this.member = member;
        this.clock = clock;
        this.onClose = onClose;
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
        return QuorumFailoverTimes.defaults(member.timing);
    }

    /** Returns the name of the member: on a quorum, an instance is a member. */
    @Override
    public String newInstanceId() {
        return member.self();
    }

    @Override
    public Contender contend(ContenderSettings settings) {
        QuorumContender contender = new QuorumContender(this, member, settings);
        member.execute(() -> member.gossip.contenders.add(contender));
        return contender;
    }

    /** Returns the difference between the clocks of this backend and of the member, which is zero except in tests. */
    ClockReading viewOffset() {
        return new ClockReading(0, clock.wallMillis() - member.clock.wallMillis());
    }

    @Override
    public CompletionStage<Map<Claim, RenewOutcome>> renew(List<Claim> claims) {
        return member.call(() -> {
            Map<Claim, RenewOutcome> outcomes = new LinkedHashMap<>();
            ClockReading offset = viewOffset();
            claims.forEach(claim ->
                    outcomes.put(claim, member.candidates(claim.election()).renew(claim, offset)));
            return outcomes;
        });
    }

    /** Completes when a majority keeps the command, also over restarts of members. Fails if the tenure ends before. */
    @Override
    public CompletionStage<Boolean> record(String election, long epoch, RunningCommand command) {
        return member.call(() -> member.commands.record(this, election, epoch, command))
                .thenCompose(recorded -> recorded);
    }

    /** Removes the command from all connected members, if this member recorded it; otherwise does nothing. */
    @Override
    public CompletionStage<Void> clear(String election, RunningCommand command) {
        return member.run(() -> member.commands.clear(election, command));
    }

    @Override
    public CompletionStage<Optional<LeaderInfo>> observe(String election) {
        return member.call(() -> member.view.observe(election));
    }

    @Override
    public CompletionStage<List<String>> elections() {
        return member.call(() -> member.view.elections());
    }

    @Override
    public Registration watch(String election, LeaderWatcher watcher) {
        CompletionStage<Registration> watching =
                member.call(() -> member.gossip.tenures.watch(election, watcher, member.view.leader(election)));
        return () -> watching.thenAccept(registration -> member.execute(registration::close));
    }

    @Override
    public Duration watchStaleness() {
        return member.timing.lease().plus(member.timing.heartbeatEvery().multipliedBy(2));
    }

    @Override
    public CompletionStage<List<Tenure>> history(String election) {
        return member.call(() -> member.gossip.tenures.list(election).stream()
                .map(GroupTenure::tenure)
                .toList());
    }

    @Override
    public Roster roster() {
        return this;
    }

    @Override
    public CompletionStage<Void> announce(List<InstanceStatus> statuses) {
        return member.run(() -> member.gossip.announce(this, statuses));
    }

    @Override
    public CompletionStage<List<InstanceStatus>> list(String election) {
        return list(Set.of(election));
    }

    @Override
    public CompletionStage<List<InstanceStatus>> list(Set<String> elections) {
        return find(status -> elections.contains(status.election()));
    }

    @Override
    public CompletionStage<List<InstanceStatus>> prioritised() {
        return find(status -> status.priority() > 0);
    }

    private CompletionStage<List<InstanceStatus>> find(Predicate<InstanceStatus> filter) {
        return member.call(() -> member.gossip.roster.list(member.self(), member.clock.nanos(), filter));
    }

    @Override
    public CompletionStage<Void> send(TransferRequest request) {
        return member.run(() -> member.gossip.send(request));
    }

    @Override
    public FailoverTimes failover(CandidateTiming timing) {
        return QuorumFailoverTimes.failover(member.timing);
    }

    @Override
    public List<StoreCheck> selfTest() {
        return GroupMember.await(member.call(() -> member.view.selfTest()), TIMEOUT);
    }

    @Override
    public ElectionMetrics metrics(String election) {
        return GroupMember.await(member.call(() -> member.metrics.snapshot(election)), TIMEOUT);
    }

    @Override
    public Map<String, Long> rejected() {
        Map<String, Long> counts = new TreeMap<>();
        for (RejectionCause cause : RejectionCause.values()) {
            counts.put(cause.code(), 0L);
        }
        counts.putAll(traffic().rejected());
        return counts;
    }

    /** Returns the network traffic of this member since its start. */
    public TrafficStats traffic() {
        return member.transport.traffic();
    }

    /** Returns the longest promise that this member gives, with the leases of the peers that it knows. */
    CompletionStage<Duration> longestPromise() {
        return member.call(() -> Duration.ofNanos(member.node.longestPromise()));
    }

    @Override
    public CompletionStage<MemberList> members() {
        return member.call(() -> MemberList.of(member, member.node.membership()));
    }

    @Override
    public CompletionStage<MemberList> add(String id) {
        return change(true, id);
    }

    @Override
    public CompletionStage<MemberList> remove(String id) {
        return change(false, id);
    }

    private CompletionStage<MemberList> change(boolean add, String id) {
        return member.call(() -> member.changeMembers(add, id))
                .thenCompose(started -> started)
                .thenCompose(done -> members());
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            member.execute(() -> member.gossip.roster.closed(this));
            onClose.run();
        }
    }
}
