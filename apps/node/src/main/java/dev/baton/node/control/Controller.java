package dev.baton.node.control;

import dev.baton.BatonClock;
import dev.baton.ClockReading;
import dev.baton.LeadershipLostException;
import dev.baton.fence.StaleEpochException;
import dev.baton.node.database.JobDatabase;
import dev.baton.node.database.LeaderTerm;
import dev.baton.node.database.StartedTerm;
import dev.baton.node.database.TermWriter;
import dev.baton.node.job.Job;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One node's controller: its role, and the door that every write goes through. */
public final class Controller {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");

    /** Who leads, as the election says. */
    public record Leader(String id, Optional<String> url) {}

    private final String nodeId;
    private final String url;
    private final JobDatabase ledger;
    private final BatonClock clock;
    private final JobLeaseTimers leases = new JobLeaseTimers();
    private final WaitingAgents anyWork = new WaitingAgents();
    private final WaitingAgents commandWork = new WaitingAgents();
    private final List<Runnable> roleListeners = new CopyOnWriteArrayList<>();
    private final List<Consumer<Long>> fencedListeners = new CopyOnWriteArrayList<>();
    private volatile @Nullable ActiveTerm raised;
    private volatile @Nullable ActiveTerm reign;
    private volatile boolean draining;
    private volatile Optional<Leader> leader = Optional.empty();
    private volatile Optional<LeaderTerm> lastTerm = Optional.empty();
    private volatile @Nullable NodeRoleReport told;

    public Controller(String nodeId, String url, JobDatabase ledger, BatonClock clock) {
        this.nodeId = nodeId;
        this.url = url;
        this.ledger = ledger;
        this.clock = clock;
    }

    /** Begins a term in the ledger; this node does not take writes yet. Returns its leader_epoch. */
    public long raise(long lockEpoch, ClockReading deadline) {
        LentLeadership lent = new LentLeadership(nodeId, lockEpoch, deadline, clock);
        long heard = lastTerm.map(LeaderTerm::leaderEpoch).orElse(0L);
        StartedTerm begun = ledger.beginTerm(nodeId, url, lockEpoch, heard, lent::withEpoch);
        LeaderTerm term = begun.term();
        LentLeadership mandate = lent.withEpoch(term.leaderEpoch());
        raised = new ActiveTerm(term, begun.found(), mandate, new TermWriter(ledger, mandate));
        return term.leaderEpoch();
    }

    /** Takes writes from now on, under the term that was begun; false when that is over, or another was begun. */
    public boolean open(long leaderEpoch) {
        ActiveTerm begun = raised;
        if (begun == null || begun.term().leaderEpoch() != leaderEpoch) {
            return false;
        }
        synchronized (this) {
            // Closed meanwhile: what was said last counts.
            if (!begun.equals(raised) || !begun.mandate().isValid()) {
                return false;
            }
            raised = null;
            leases.clear();
            leases.adopt(begun.found(), clock.nanos());
            draining = false;
            lastTerm = Optional.of(begun.term());
            reign = begun;
            tell();
            return true;
        }
    }

    /** Whether this term began with a lease of that agent. */
    boolean foundLeaseOf(String agent) {
        ActiveTerm current = reign;
        return current != null
                && current.found().stream().anyMatch(lease -> lease.agent().equals(agent));
    }

    /** The leadership lasts until then. */
    public void extend(ClockReading deadline) {
        for (ActiveTerm current : new @Nullable ActiveTerm[] {raised, reign}) {
            if (current != null) {
                current.mandate().extend(deadline);
            }
        }
    }

    /** Takes no new jobs and leases from now on. */
    public synchronized void drain() {
        if (reign != null) {
            draining = true;
            tell();
        }
    }

    /** Takes no writes from now on; whoever waits for work is told. */
    public synchronized void close() {
        ActiveTerm current = reign;
        raised = null;
        reign = null;
        draining = false;
        if (current != null) {
            current.mandate().end();
        }
        tell();
    }

    /** The election says that this node leads, that another does, or that nobody does. */
    public void leaderChanged(Optional<Leader> now) {
        leader = now;
        tell();
    }

    /** Looks up the current term, for a node that does not lead; throws when the ledger is out of reach. */
    public void refreshTerm() {
        Optional<LeaderTerm> latest = ledger.latestTerm();
        if (!latest.equals(lastTerm)) {
            lastTerm = latest;
            tell();
        }
    }

    /** Notices by itself that the mandate ran out, so that listeners hear of it without a request. */
    public void noticeExpiry() {
        ActiveTerm current = reign;
        if (current != null && !current.mandate().isValid()) {
            LOG.warn(
                    "election={} node={} mandate_expired leader_epoch={}: read-only until the supervisor says more",
                    JobDatabase.ELECTION,
                    nodeId,
                    current.term().leaderEpoch());
            close();
        }
    }

    /** What this node says of itself now. */
    public NodeRoleReport standing() {
        ActiveTerm current = reign;
        if (current != null && current.mandate().isValid()) {
            return new NodeRoleReport(
                    nodeId,
                    draining ? NodeRole.DRAINING : NodeRole.LEADER,
                    Optional.of(current.term().leaderEpoch()),
                    Optional.of(nodeId),
                    Optional.of(url));
        }
        Optional<Leader> other = leader.filter(known -> !known.id().equals(nodeId));
        return new NodeRoleReport(
                nodeId,
                NodeRole.STANDBY,
                lastTerm.map(LeaderTerm::leaderEpoch),
                other.map(Leader::id),
                other.flatMap(Leader::url));
    }

    /** When a write may be done. */
    public enum Admission {
        /** Only while leading. */
        LEADING,
        /** While draining too. */
        DRAINING_TOO
    }

    /** The term and its writer, as a write sees them. */
    public record Pen(TermWriter writer, long leaderEpoch, boolean draining) {}

    /**
     * Checks that this node may write now, under the term that the writer believes in.
     *
     * @throws WriteRefusal.NotLeader before {@link WriteRefusal.Stale}
     */
    public Pen admit(Admission admission, Optional<Long> believed) {
        ActiveTerm current = reign;
        boolean drains = draining;
        if (current == null || !current.mandate().isValid() || (drains && admission == Admission.LEADING)) {
            throw new WriteRefusal.NotLeader();
        }
        long epoch = current.term().leaderEpoch();
        if (believed.isPresent() && believed.get() != epoch) {
            throw new WriteRefusal.Stale(
                    "leader_epoch " + believed.get() + " is not the active one, which is " + epoch, epoch);
        }
        return new Pen(current.writer(), epoch, drains);
    }

    /** Writes, with an admission. What the database refuses ends this node's term. */
    public <T> WriteResult<T> write(Pen pen, Function<TermWriter, T> work) {
        try {
            return new WriteResult<>(work.apply(pen.writer()), pen.leaderEpoch());
        } catch (StaleEpochException refused) {
            long current = refused.currentEpoch().orElse(pen.leaderEpoch());
            fenced(pen.leaderEpoch(), current);
            throw new WriteRefusal.Stale(
                    "the store refused leader_epoch " + pen.leaderEpoch() + ", because a later term has begun",
                    current);
        } catch (LeadershipLostException over) {
            throw new WriteRefusal.NotLeader();
        }
    }

    private void fenced(long epoch, long current) {
        ActiveTerm mine = reign;
        if (mine != null && mine.term().leaderEpoch() == epoch) {
            LOG.warn(
                    "election={} node={} fenced leader_epoch={} current={}",
                    JobDatabase.ELECTION,
                    nodeId,
                    epoch,
                    current);
            close();
            fencedListeners.forEach(listener -> listener.accept(current));
        }
    }

    /** Hears of every change of the standing. */
    public void onChange(Runnable listener) {
        roleListeners.add(listener);
    }

    /** Hears that the store refused this node, and which leader_epoch counts. */
    public void onFenced(Consumer<Long> listener) {
        fencedListeners.add(listener);
    }

    public String nodeId() {
        return nodeId;
    }

    public JobDatabase ledger() {
        return ledger;
    }

    JobLeaseTimers leases() {
        return leases;
    }

    WaitingAgents waiters(boolean commandsOnly) {
        return commandsOnly ? commandWork : anyWork;
    }

    /** A job waits: one of those who wait for such is woken. */
    void queued(Job job) {
        anyWork.wake();
        if (!job.order().command().isEmpty()) {
            commandWork.wake();
        }
    }

    /** All who wait look again. */
    void wakeAll() {
        anyWork.wakeAll();
        commandWork.wakeAll();
    }

    BatonClock clock() {
        return clock;
    }

    private synchronized void tell() {
        NodeRoleReport now = standing();
        if (!now.equals(told)) {
            told = now;
            wakeAll();
            roleListeners.forEach(Runnable::run);
        }
    }
}
