package dev.baton.testkit.quorum;

import dev.baton.BatonClock;
import dev.baton.quorum.MemberMachine;
import dev.baton.quorum.QuorumBackend;
import dev.baton.quorum.SteppedMember;
import dev.baton.quorum.disk.StateFolder;
import dev.baton.quorum.step.MemberNode;
import dev.baton.quorum.step.MemberStart;
import dev.baton.quorum.step.ProtocolViolation;
import dev.baton.quorum.step.QuorumTiming;
import dev.baton.quorum.step.SavedState;
import dev.baton.support.process.Evidence;
import dev.baton.support.process.ProcessIdentity;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A process with a whole member. It runs the member's turns when something has arrived or is due.
 *
 * <p>A turn happens at one instant of the simulation, but waits for its disk as long as it takes: the clocks of the member
 * go on meanwhile, what it sends leaves later, and nothing else happens in the process until the turn has ended.
 */
final class MemberProcess implements SimProcess, MemberMachine, BatonClock {
    private static final int MAX_TURNS = 10_000;

    final SimulatedWorld world;
    final SimNode self;
    final long incarnation;
    final SimTransport transport;
    private final StateFolder folder;
    private final ProcessIdentity identity;
    private final SteppedMember member;
    private final List<SimCandidate> candidates = new ArrayList<>();
    /** How long the current turn has taken so far. */
    private long elapsed;

    private boolean inTurn;
    private boolean wakeUp;
    private boolean hasWork;
    /** Real time of the next scheduled turn. */
    private long wakeAt = Long.MAX_VALUE;

    MemberProcess(SimulatedWorld world, SimNode self, StateFolder.Opened state) throws IOException {
        this.world = world;
        this.self = self;
        this.incarnation = self.incarnation;
        this.folder = state.folder();
        this.identity = new ProcessIdentity(self.boot, 1, world.newPid(), self.starts);
        this.transport = new SimTransport(this);
        this.member = new SteppedMember(world.timing(self), transport, state, this);
        self.disk.onForce(() -> elapsed += world.writeTime(self));
        for (String election : world.elections) {
            candidates.add(new SimCandidate(this, election, self.index % 3 == 2 ? 1 : 0));
        }
    }

    // --- the machine of the member -----------------------------------------------------------------------------------

    @Override
    public BatonClock clock() {
        return this;
    }

    @Override
    public long nanos() {
        return self.clock.nanos(localTime());
    }

    @Override
    public long wallMillis() {
        return self.clock.wallMillis(localTime());
    }

    /** Returns the real time that the process has reached in its current turn. */
    long localTime() {
        return world.now + elapsed;
    }

    @Override
    public ProcessIdentity process() {
        return identity;
    }

    /** The kernel of another machine does not know the process, so that its pid seems to be free. */
    @Override
    public Evidence hasEnded(ProcessIdentity other) {
        if (world.random.oneIn(8)) {
            return Evidence.UNKNOWN;
        }
        boolean runs = other.bootId().equals(self.boot) && world.runs(other);
        return runs ? Evidence.NO : Evidence.YES;
    }

    @Override
    public void pause(Duration time) {
        elapsed += time.toNanos();
    }

    @Override
    public MemberNode createNode(QuorumTiming timing, MemberStart start, SavedState saved) {
        return world.factory.create(timing, start, saved, now());
    }

    // --- turns -------------------------------------------------------------------------------------------------------

    boolean isCurrent() {
        return self.process == this;
    }

    QuorumBackend backend() {
        return member.backend();
    }

    QuorumTiming timing() {
        return world.timing(self);
    }

    /** Lets the process do something at the time that it has reached in its current turn, unless it has ended by then. */
    void later(Runnable action) {
        later(0, action);
    }

    void later(long delay, Runnable action) {
        world.queue.add(localTime() + delay, self.index, node -> {
            if (isCurrent()) {
                action.run();
            }
        });
    }

    void wakeUp() {
        if (inTurn) {
            wakeUp = true;
        } else {
            wakeAt(world.now);
        }
    }

    private void wakeAt(long real) {
        if (isCurrent() && real < wakeAt) {
            wakeAt = real;
            world.queue.add(real, self.index, node -> {
                if (wakeAt == real) {
                    run();
                }
            });
        }
    }

    private void run() {
        wakeAt = Long.MAX_VALUE;
        if (!isCurrent() || inTurn) {
            return;
        }
        world.events++;
        elapsed = 0;
        inTurn = true;
        boolean runs = true;
        for (int turns = 0; runs && isCurrent() && (turns == 0 || isMoreDue()); turns++) {
            if (turns > MAX_TURNS) {
                throw new SafetyViolation(self.id + " does not come to rest");
            }
            wakeUp = false;
            runs = member.turn();
        }
        inTurn = false;
        if (isCurrent()) {
            rest(runs);
        }
    }

    private boolean isMoreDue() {
        return wakeUp || transport.delivered || transport.waitsUntil <= nanos();
    }

    private void rest(boolean runs) {
        checkFailure();
        self.frozenUntil = Math.max(self.frozenUntil, localTime());
        long reached = localTime();
        elapsed = 0;
        if (!runs) {
            world.queue.add(reached, self.index, node -> end());
        } else if (transport.waitsUntil != Long.MAX_VALUE) {
            wakeAt(Math.max(reached, self.clock.realAt(transport.waitsUntil)));
        }
    }

    private void checkFailure() {
        Throwable failure = transport.failing ? null : member.failure().orElse(null);
        if (failure instanceof SafetyViolation || failure instanceof ProtocolViolation) {
            throw new SafetyViolation(String.valueOf(failure.getMessage()));
        } else if (failure != null) {
            throw new SafetyViolation(self.id + " failed: " + failure);
        }
    }

    private void end() {
        if (!isCurrent()) {
            return;
        }
        world.trace.add(world.now, self.id, "", "has ended");
        boolean again = self.restarts;
        MachineFaults.ended(world, self);
        if (!hasWork) {
            world.checker.crashed(self);
        }
        if (again) {
            world.start(self);
        }
    }

    // --- as the schedule uses it -------------------------------------------------------------------------------------

    @Override
    public MemberNode node() {
        return member.node();
    }

    @Override
    public StateFolder folder() {
        return folder;
    }

    @Override
    public void started() {
        world.connections.started(this);
        if (self.candidate) {
            campaign(0);
        }
        wakeUp();
    }

    @Override
    public void campaign(int priority) {
        candidates.forEach(SimCandidate::campaign);
    }

    @Override
    public void withdraw() {
        candidates.forEach(SimCandidate::withdraw);
    }

    @Override
    public boolean transfer(String successor) {
        return candidates.get(0).transfer(successor);
    }

    @Override
    public void changeMembers(boolean add, String id) {
        world.membersChangedAt = world.now;
        (add ? backend().add(id) : backend().remove(id))
                .whenComplete((members, failure) -> world.membersChangedAt = localTime());
    }

    @Override
    public void disconnect() {
        transport.disconnect();
    }

    @Override
    public void peerEnded(SimNode peer, long ended) {
        transport.peerEnded(peer, ended);
    }

    @Override
    public void clockChanged() {
        wakeAt = Long.MAX_VALUE;
        wakeUp();
    }

    /** Ends the member: after its candidates have resigned, or while their work goes on, or because its network fails. */
    @Override
    public boolean close(boolean workGoesOn) {
        hasWork = workGoesOn;
        candidates.forEach(workGoesOn ? SimCandidate::abandon : SimCandidate::withdraw);
        if (workGoesOn && world.random.oneIn(3)) {
            transport.failing = true;
            wakeUp();
        } else {
            later(
                    world.random.between(0, workGoesOn ? 20_000_000 : 300_000_000),
                    () -> backend().close());
        }
        return true;
    }
}
