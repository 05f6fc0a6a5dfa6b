package dev.baton.node.control;

import static dev.baton.node.database.JobDatabase.ELECTION;

import dev.baton.BatonClock;
import dev.baton.BatonException;
import dev.baton.ClockReading;
import dev.baton.LeadershipLostException;
import dev.baton.fence.StaleEpochException;
import dev.baton.node.database.JobDatabase;
import dev.baton.node.database.LeaderTerm;
import dev.baton.node.database.StartedTerm;
import dev.baton.node.database.TermWriter;
import dev.baton.node.deadline.DeadlineLeadership;
import dev.baton.node.job.JobLease;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The controller of one node: its role, and the check that every write passes. */
public final class Controller {
    static final Logger LOG = LoggerFactory.getLogger("dev.baton");

    private final String nodeId;
    private final String url;
    private final JobDatabase database;
    private final BatonClock clock;
    private final JobLeaseTimers leaseTimers = new JobLeaseTimers();
    private final WriteMeters writeMeters = new WriteMeters();
    private final WriteHealth writeHealth = new WriteHealth();
    private final AgentContacts contacts = new AgentContacts();
    private final JobSignals jobSignals = new JobSignals();
    private final List<Runnable> roleListeners = new CopyOnWriteArrayList<>();
    private final List<Consumer<Long>> fencedListeners = new CopyOnWriteArrayList<>();
    /** A term of this node. */
    private record ActiveTerm(StartedTerm started, DeadlineLeadership leadership, TermWriter writer) {
        long epoch() {
            return leadership.epoch();
        }
    }

    private volatile @Nullable ActiveTerm preparedTerm;
    private volatile @Nullable ActiveTerm activeTerm;
    private volatile long openedAt;
    private volatile boolean draining;
    private volatile boolean standbyDrained;
    private volatile Optional<KnownLeader> leader = Optional.empty();
    private volatile Optional<LeaderTerm> lastTerm = Optional.empty();
    private volatile @Nullable NodeRoleReport published;

    public Controller(String nodeId, String url, JobDatabase database, BatonClock clock) {
        this.nodeId = nodeId;
        this.url = url;
        this.database = database;
        this.clock = clock;
    }

    /**
     * Begins a term in the database and returns its leader_epoch. Writes are not accepted before {@link #open}.
     *
     * @param tenureId the id of the tenure that the supervisor holds the lock for; the database refuses another tenure with
     *     the same leader_epoch, which can exist after its data went back
     */
    public long raise(long lockEpoch, String tenureId, ClockReading deadline) {
        DeadlineLeadership granted =
                new DeadlineLeadership(ELECTION, nodeId, lockEpoch, deadline, clock).ofTenure(tenureId);
        long knownEpoch = lastTerm.map(LeaderTerm::leaderEpoch).orElse(0L);
        StartedTerm started = database.beginTerm(nodeId, url, lockEpoch, knownEpoch, granted::withEpoch);
        DeadlineLeadership leadership = granted.withEpoch(started.term().leaderEpoch());
        preparedTerm = new ActiveTerm(started, leadership, new TermWriter(database, leadership));
        return leadership.epoch();
    }

    /** Accepts writes from now on. Returns false if the prepared term has ended or has another epoch. */
    public synchronized boolean open(long leaderEpoch) {
        ActiveTerm prepared = preparedTerm;
        if (prepared == null
                || prepared.epoch() != leaderEpoch
                || !prepared.leadership().isValid()) {
            return false;
        }
        preparedTerm = null;
        openedAt = clock.nanos();
        writeHealth.succeeded(openedAt);
        contacts.clear();
        leaseTimers.clear();
        leaseTimers.synchronizeWith(prepared.started().inherited(), clock.nanos());
        draining = false;
        lastTerm = Optional.of(prepared.started().term());
        activeTerm = prepared;
        publishRole();
        return true;
    }

    /** Returns whether this node has a term that has not ended. One that expired is not opened again by an extension. */
    public boolean hasTerm() {
        return activeTerm != null;
    }

    /** Returns for how long agents have been able to reach this node as their leader. */
    Duration sinceOpened() {
        return Duration.ofNanos(clock.nanos() - openedAt);
    }

    /** Returns whether a lease of this agent was current when the term began. */
    boolean hasInheritedLeaseOf(String agent) {
        ActiveTerm term = activeTerm;
        return term != null
                && term.started().inherited().stream()
                        .anyMatch(lease -> lease.agent().equals(agent));
    }

    /** Extends the leadership to this deadline. */
    public void extend(ClockReading deadline) {
        Stream.concat(Stream.ofNullable(preparedTerm), Stream.ofNullable(activeTerm))
                .forEach(term -> term.leadership().extend(deadline));
    }

    /** Refuses new jobs and leases from now on. */
    public synchronized void drain() {
        if (activeTerm != null) {
            draining = true;
            publishRole();
        }
    }

    /** Records whether this node is kept from leading. */
    public void standbyDrained(boolean drained) {
        standbyDrained = drained;
    }

    /** Accepts new jobs and leases again, if this node was draining. */
    public synchronized void undrain() {
        draining = false;
        publishRole();
    }

    /** Refuses all writes from now on and notifies the waiting agents. */
    public synchronized void close() {
        ActiveTerm term = activeTerm;
        preparedTerm = null;
        activeTerm = null;
        draining = false;
        if (term != null) {
            term.leadership().end();
        }
        publishRole();
    }

    /** Records the leader that the election reports. */
    public void leaderChanged(Optional<KnownLeader> current) {
        leader = current;
        publishRole();
    }

    /** Reads the current term, for a node that does not lead. Throws if the database cannot be reached. */
    public void refreshTerm() {
        Optional<LeaderTerm> latest = database.latestTerm();
        if (!latest.equals(lastTerm)) {
            lastTerm = latest;
            publishRole();
        }
    }

    /** Closes this controller if its leadership has expired, so that listeners are notified without a request. */
    public void checkExpiry() {
        ActiveTerm term = activeTerm;
        if (term != null && !term.leadership().isValid()) {
            LOG.warn(
                    "election={} node={} mandate_expired leader_epoch={}: read-only; the supervisor steps down",
                    ELECTION,
                    nodeId,
                    term.epoch());
            close();
        }
    }

    /** Returns the role of this node and the leader it knows. */
    public NodeRoleReport roleReport() {
        ActiveTerm term = activeTerm;
        if (term != null && term.leadership().isValid()) {
            return new NodeRoleReport(
                    nodeId,
                    draining ? NodeRole.DRAINING : NodeRole.LEADER,
                    Optional.of(term.epoch()),
                    Optional.of(nodeId),
                    Optional.of(url));
        }
        Optional<KnownLeader> other = leader.filter(known -> !known.id().equals(nodeId));
        return new NodeRoleReport(
                nodeId,
                NodeRole.STANDBY,
                lastTerm.map(LeaderTerm::leaderEpoch),
                other.map(KnownLeader::id),
                other.flatMap(KnownLeader::url));
    }

    /** Returns the role report for a client whose write was refused here: it names no node that would refuse it too. */
    public NodeRoleReport reportFor(Admission refused) {
        NodeRoleReport report = roleReport();
        boolean self = report.leaderId().filter(nodeId::equals).isPresent();
        boolean drains = refused == Admission.LEADER_ONLY
                && lastTerm.filter(LeaderTerm::draining).map(LeaderTerm::nodeId).equals(report.leaderId());
        return self || drains
                ? new NodeRoleReport(nodeId, report.role(), report.leaderEpoch(), Optional.empty(), Optional.empty())
                : report;
    }

    /**
     * Checks that this node accepts a write now.
     *
     * @param expectedEpoch the leader_epoch that the client expects
     * @throws WriteRefusal if this node does not lead, or else if the client expects another epoch
     */
    public WritePermit admit(Admission admission, Optional<Long> expectedEpoch) {
        ActiveTerm term = activeTerm;
        if (term == null || !term.leadership().isValid() || (draining && admission == Admission.LEADER_ONLY)) {
            throw WriteRefusal.notLeader(admission);
        }
        if (expectedEpoch.isPresent() && expectedEpoch.get() != term.epoch()) {
            throw WriteRefusal.staleEpoch(
                    "leader_epoch " + expectedEpoch.get() + " is not current; the current one is " + term.epoch(),
                    term.epoch());
        }
        return new WritePermit(term.writer(), term.epoch());
    }

    /** Writes to the database. If the database refuses the epoch, the term of this node ends. */
    <T> WriteResult<T> write(WritePermit permit, Function<TermWriter, T> work) {
        long started = clock.nanos();
        WriteMeters.Outcome outcome = WriteMeters.Outcome.FAILED;
        try {
            T value = work.apply(permit.writer());
            outcome = WriteMeters.Outcome.COMMITTED;
            return new WriteResult<>(value, permit.leaderEpoch());
        } catch (StaleEpochException refused) {
            outcome = WriteMeters.Outcome.REFUSED;
            long current = refused.currentEpoch().orElse(permit.leaderEpoch());
            fenced(permit.leaderEpoch(), current);
            throw WriteRefusal.staleEpoch(
                    "the store refused leader_epoch " + permit.leaderEpoch() + ": a later term has begun", current);
        } catch (LeadershipLostException expired) {
            outcome = WriteMeters.Outcome.REFUSED;
            throw WriteRefusal.notLeader(Admission.LEADER_OR_DRAINING);
        } catch (BatonException failed) {
            writeHealth.failed();
            throw failed;
        } finally {
            writeMeters.record(outcome, clock.nanos() - started);
        }
    }

    /** Returns the counters of the writes of this process. */
    public WriteMeters writeMeters() {
        return writeMeters;
    }

    /** Returns how many requests of agents wait for a job now. */
    public int waitingRequests() {
        return jobSignals.waitingRequests();
    }

    /** Writes something without effect if the last write has failed. Throws if that fails too. */
    void retryFailedWrite() {
        if (writeHealth.isFailing() && roleReport().role() != NodeRole.STANDBY) {
            probe();
        }
    }

    /** Writes something without effect if a job may not have been stored for long. Throws if that fails. */
    void checkWrites() {
        if (writeHealth.isUnknown(clock.nanos()) && roleReport().role() != NodeRole.STANDBY) {
            probe();
        }
    }

    private void probe() {
        write(admit(Admission.LEADER_OR_DRAINING, Optional.empty()), TermWriter::probe);
        writeHealth.succeeded(clock.nanos());
    }

    /** Records in the database whether this node is draining, so that other nodes do not name it to clients. */
    public void recordDraining() {
        if (roleReport().role() != NodeRole.STANDBY) {
            write(
                    admit(Admission.LEADER_OR_DRAINING, Optional.empty()),
                    writer -> writer.recordDraining(() -> draining));
        }
    }

    /** Records whether the last access to the database succeeded. */
    void databaseReachable(boolean reachable) {
        writeHealth.reachable(reachable);
    }

    /** Returns why no write can succeed now, as far as this node knows by itself; empty if one can. */
    public Optional<String> notReadyReason() {
        NodeRoleReport report = roleReport();
        Optional<String> problem = writeHealth.problem(report.role() != NodeRole.STANDBY);
        if (problem.isPresent()) {
            return problem;
        }
        if (report.role() == NodeRole.DRAINING) {
            return Optional.of("this node is draining");
        }
        if (report.role() == NodeRole.STANDBY && standbyDrained) {
            return Optional.of("this node is drained");
        }
        if (report.leaderId().isEmpty()) {
            return Optional.of("no leader is known");
        }
        boolean waits = report.role() == NodeRole.STANDBY
                && leader.filter(known -> known.hasNotBegun(lastTerm)).isPresent();
        return waits ? Optional.of("the leader does not accept writes yet") : Optional.empty();
    }

    private void fenced(long epoch, long current) {
        ActiveTerm term = activeTerm;
        if (term != null && term.epoch() == epoch) {
            LOG.warn("election={} node={} fenced leader_epoch={} current={}", ELECTION, nodeId, epoch, current);
            close();
            fencedListeners.forEach(listener -> listener.accept(current));
        }
    }

    /** Adds a listener that is called on every change of the role report. */
    public void onRoleChange(Runnable listener) {
        roleListeners.add(listener);
    }

    /** Adds a listener that is called with the current leader_epoch when the database refuses this node. */
    public void onFenced(Consumer<Long> listener) {
        fencedListeners.add(listener);
    }

    public String nodeId() {
        return nodeId;
    }

    public JobDatabase database() {
        return database;
    }

    /** Starts or restarts the timer of a lease. */
    void startTimer(JobLease lease) {
        leaseTimers.start(lease, clock.nanos());
    }

    JobLeaseTimers leaseTimers() {
        return leaseTimers;
    }

    AgentContacts contacts() {
        return contacts;
    }

    JobSignals jobSignals() {
        return jobSignals;
    }

    BatonClock clock() {
        return clock;
    }

    private synchronized void publishRole() {
        NodeRoleReport current = roleReport();
        if (!current.equals(published)) {
            published = current;
            jobSignals.notifyAllAgents();
            roleListeners.forEach(Runnable::run);
        }
    }
}
