package dev.baton.testkit.quorum;

import dev.baton.quorum.disk.StateFolder;
import dev.baton.quorum.step.AnnouncedTiming;
import dev.baton.quorum.step.Envelope;
import dev.baton.quorum.step.GroupRecord;
import dev.baton.quorum.step.MemberNode;
import dev.baton.quorum.step.MemberRole;
import dev.baton.quorum.step.NodeEffect;
import dev.baton.quorum.step.NodeEvent;
import dev.baton.quorum.step.PeerMessage;
import dev.baton.quorum.step.Vote;
import dev.baton.quorum.step.WriteBacklog;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;

/** A process with the rules of the protocol and the state directory only. The simulation passes events and effects on. */
final class StepProcess implements SimProcess, NodeEffect.Handler {
    private static final NodeEvent TICK = new NodeEvent.Tick();

    private final SimulatedWorld world;
    private final SimNode self;
    private final MemberNode node;
    private final StateFolder folder;
    /** Requests that wait until the disk has finished its current write. */
    private final WriteBacklog backlog = new WriteBacklog();

    private boolean writing;
    /** Real time of the next scheduled tick. */
    private long wakeAt = Long.MAX_VALUE;

    StepProcess(SimulatedWorld world, SimNode self, StateFolder.Opened state) {
        this.world = world;
        this.self = self;
        this.folder = state.folder();
        this.node =
                world.factory.create(world.timing(self), state.start(), state.saved(), self.clock.reading(world.now));
    }

    @Override
    public MemberNode node() {
        return node;
    }

    @Override
    public StateFolder folder() {
        return folder;
    }

    private boolean isCurrent() {
        return self.process == this;
    }

    @Override
    public void started() {
        announceLeases();
        if (self.candidate) {
            campaign(self.index % 3 == 2 ? 1 : 0);
        }
        for (SimNode peer : world.nodes) {
            if (peer != self && peer.process instanceof StepProcess other && world.network.isOpenBothWays(self, peer)) {
                long latest = 2 * world.schedule.group().slowest().toNanos();
                long at = world.now
                        + world.random.between(world.schedule.group().fastest().toNanos(), latest);
                other.handleAt(at, new NodeEvent.PeerLinked(self.id));
                handleAt(at, new NodeEvent.PeerLinked(peer.id));
            }
        }
        scheduleWake();
    }

    /** Announces the settings of this process and of the others to each other, before any message. */
    private void announceLeases() {
        if (!world.leasesDiffer) {
            return;
        }
        Duration heartbeat = world.schedule.group().settings().heartbeatEvery();
        for (SimNode peer : world.nodes) {
            if (peer != self) {
                handle(new NodeEvent.PeerTiming(peer.id, new AnnouncedTiming(heartbeat, peer.lease)));
                if (peer.process instanceof StepProcess other) {
                    other.handle(new NodeEvent.PeerTiming(self.id, new AnnouncedTiming(heartbeat, self.lease)));
                }
            }
        }
    }

    @Override
    public void campaign(int priority) {
        world.elections.forEach(election -> handle(new NodeEvent.Campaign(election, priority, 0, false)));
    }

    @Override
    public void withdraw() {
        world.elections.forEach(election -> handle(new NodeEvent.Withdraw(election)));
    }

    @Override
    public boolean transfer(String successor) {
        String election = world.elections.get(0);
        boolean leads = node.state(election).role() == MemberRole.ACTIVE;
        if (leads) {
            handle(new NodeEvent.Release(election, node.state(election).term(), successor));
        }
        return leads;
    }

    @Override
    public void changeMembers(boolean add, String id) {
        handle(new NodeEvent.ChangeMembers(add, id));
    }

    @Override
    public void disconnect() {
        for (SimNode peer : world.nodes) {
            if (peer != self && peer.process instanceof StepProcess other) {
                other.handle(new NodeEvent.PeerGone(self.id, self.incarnation, false));
            }
        }
    }

    @Override
    public void peerEnded(SimNode peer, long incarnation) {
        if (world.schedule.oneMachine()) {
            handle(new NodeEvent.PeerGone(peer.id, incarnation, true));
        }
    }

    @Override
    public boolean close(boolean workGoesOn) {
        return false;
    }

    void handleAt(long at, NodeEvent event) {
        world.queue.add(at, self.index, target -> handle(event));
    }

    /** Hands an event to the node and carries out its effects. */
    void handle(NodeEvent event) {
        if (!isCurrent()) {
            return;
        }
        world.trace.add(world.now, self.id, "<- ", event);
        world.events++;
        for (NodeEffect effect : node.handle(event, self.clock.reading(world.now))) {
            if (!(effect instanceof NodeEffect.SavePromise)) {
                world.trace.add(world.now, self.id, "   ", effect);
            }
            effect.accept(this);
        }
        write();
        scheduleWake();
    }

    // --- effects -----------------------------------------------------------------------------------------------------

    @Override
    public void send(NodeEffect.Send effect) {
        Envelope envelope = effect.envelope();
        if (envelope.message() instanceof PeerMessage.VoteGrant grant) {
            world.checker.voted(self, envelope.election(), grant.term(), envelope.to());
        }
        SimNode to = world.byName.get(envelope.to());
        if (to != null) {
            world.network.send(self.index, to.index, target -> deliver(target, envelope), world.now, world.queue);
        }
    }

    private void deliver(SimNode target, Envelope envelope) {
        world.hash += envelope.message().term();
        if (target.process instanceof StepProcess other) {
            other.handle(new NodeEvent.Received(envelope));
        }
    }

    @Override
    public void persist(NodeEffect.Persist effect) {
        backlog.add(effect);
    }

    @Override
    public void persistGroup(NodeEffect.PersistGroup effect) {
        backlog.add(effect);
        world.membersChangedAt = world.now;
    }

    @Override
    public void savePromise(NodeEffect.SavePromise effect) {
        folder.remember(effect.election(), effect.promise());
    }

    @Override
    public void lead(NodeEffect.Lead effect) {
        world.checker.leads(self, effect.election(), effect.term(), effect.nanos(), world.now);
    }

    @Override
    public void steppedDown(NodeEffect.SteppedDown effect) {
        world.checker.ended(self, effect.election(), effect.term(), effect.cause());
    }

    @Override
    public void follow(NodeEffect.Follow effect) {}

    @Override
    public void membershipChanged(NodeEffect.MembershipChanged effect) {}

    @Override
    public void warn(NodeEffect.Warn effect) {}

    // --- disk and clock ----------------------------------------------------------------------------------------------

    /** Starts the next write. As in production, all waiting votes are one write, then the newest group record. */
    private void write() {
        if (!isCurrent() || writing || backlog.isEmpty()) {
            return;
        }
        writing = true;
        long duration = world.writeTime(self);
        if (world.writesBlock) {
            self.frozenUntil = world.now + duration;
        }
        Runnable end;
        if (backlog.hasVotes()) {
            Map<String, Vote> votes = backlog.takeVotes();
            end = () -> endWrite(votes);
        } else {
            GroupRecord group = backlog.takeGroup().orElseThrow();
            end = () -> endWrite(group);
        }
        world.queue.add(world.now + duration, self.index, target -> endWrite(end));
    }

    private void endWrite(Runnable end) {
        if (isCurrent()) {
            end.run();
            writing = false;
            write();
            scheduleWake();
        }
    }

    private void endWrite(Map<String, Vote> votes) {
        try {
            folder.persist(votes);
            world.interruptedBatches += !isCurrent() && votes.size() > 1 ? 1 : 0;
            votes.forEach((election, vote) -> handle(new NodeEvent.Persisted(election, vote)));
        } catch (IOException failed) {
            votes.forEach((election, vote) ->
                    handle(new NodeEvent.PersistFailed(election, vote, String.valueOf(failed.getMessage()))));
        }
    }

    private void endWrite(GroupRecord group) {
        try {
            folder.persist(group);
            handle(new NodeEvent.GroupPersisted(group));
        } catch (IOException failed) {
            world.trace.add(world.now, self.id, "!! ", failed);
        }
    }

    void scheduleWake() {
        long at = node.wakeAt();
        if (!isCurrent() || at == Long.MAX_VALUE) {
            return;
        }
        long real = Math.max(world.now, self.clock.realAt(at));
        if (real < wakeAt) {
            wakeAt = real;
            world.queue.add(real, self.index, target -> {
                if (wakeAt == real) {
                    wake();
                }
            });
        }
    }

    /** The clock of the machine has changed, so that the next tick may be due at another time. */
    @Override
    public void clockChanged() {
        wakeAt = Long.MAX_VALUE;
        scheduleWake();
    }

    private void wake() {
        wakeAt = Long.MAX_VALUE;
        if (isCurrent() && node.wakeAt() <= self.clock.nanos(world.now)) {
            handle(TICK);
        } else {
            scheduleWake();
        }
    }
}
