package dev.baton.node.supervisor;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.CandidateSettings;
import dev.baton.CandidateSettingsBuilder;
import dev.baton.ConnectionException;
import dev.baton.Election;
import dev.baton.LeaderInfo;
import dev.baton.support.process.ProcessEvidence;
import java.time.Duration;
import java.util.Optional;

/**
 * Keeps the id of a node unique: the node leads an election of its own, {@code node:ID}, as long as it runs. A second node
 * with the same id finds that election led by another process. It is refused only if that process is alive: it runs on this
 * machine, or it has kept its claim for longer than the store keeps the claim of a dead process.
 *
 * <p>It has its own connections. A PostgreSQL lock session that holds no lock yet acquires one in fewer steps, and the
 * session of a standby must be fast.
 */
record NodeIdLock(Baton baton, Candidate candidate) implements AutoCloseable {
    private static final Duration POLL_INTERVAL = Duration.ofMillis(100);

    /** A process that was just killed may look alive for a moment. */
    private static final Duration LIVE_HOLDER_TIMEOUT = Duration.ofSeconds(2);

    private static final Duration LONGEST_WAIT = Duration.ofSeconds(60);

    /**
     * Acquires the lock.
     *
     * @throws IllegalArgumentException if another process has kept it for longer than a dead one can, with that process
     * @throws ConnectionException if nobody has it and it cannot be acquired
     */
    static NodeIdLock acquire(NodeSettings settings) throws InterruptedException {
        // The lock must not be lost together with a session that the node's elections use.
        Baton baton = Baton.builder().url(settings.electionUrl()).isolated().connect();
        try {
            return new NodeIdLock(baton, acquire(baton, settings));
        } catch (InterruptedException | RuntimeException failed) {
            baton.close();
            throw failed;
        }
    }

    private static Candidate acquire(Baton baton, NodeSettings settings) throws InterruptedException {
        Election election = baton.election(electionOf(settings.nodeId()));
        String self = NodeIdHolder.current().instanceId();
        ProcessEvidence evidence = ProcessEvidence.ofThisMachine();
        CandidateSettingsBuilder builder = CandidateSettings.builder()
                .instanceId(self)
                .url(settings.controller().url());
        settings.validity().ifPresent(builder::validity);
        Candidate candidate = election.candidate(builder.build());
        candidate.start();
        Duration claimTimeout = baton.backend().defaults().claimTimeout().plus(LIVE_HOLDER_TIMEOUT);
        HolderTimer timer = new HolderTimer(System.nanoTime());
        while (candidate.awaitLeadership(POLL_INTERVAL).isEmpty()) {
            Optional<LeaderInfo> holder =
                    leader(election).filter(leader -> !leader.instanceId().equals(self));
            boolean alive = holder.flatMap(leader -> NodeIdHolder.parse(leader.instanceId()))
                    .filter(process -> process.isAlive(evidence))
                    .isPresent();
            long now = System.nanoTime();
            if (timer.heldFor(holder.map(LeaderInfo::instanceId), now)
                            .compareTo(alive ? LIVE_HOLDER_TIMEOUT : claimTimeout)
                    > 0) {
                candidate.close();
                throw new IllegalArgumentException("node id " + settings.nodeId() + " is already in use"
                        + holder.map(NodeIdLock::describe).orElse("") + "; give this node another --id");
            }
            if (timer.waitedFor(now).compareTo(claimTimeout.plus(LONGEST_WAIT)) > 0) {
                candidate.close();
                throw new ConnectionException("the lock of node id " + settings.nodeId() + " was not acquired within "
                        + timer.waitedFor(now).toSeconds()
                        + " s, although no other process holds it; check the store of"
                        + " the election");
            }
        }
        return candidate;
    }

    /** Returns the leader, if the store answers: a short outage while a node starts does not end it. The candidate logs it. */
    private static Optional<LeaderInfo> leader(Election election) {
        try {
            return election.leader();
        } catch (ConnectionException unreachable) {
            return Optional.empty();
        }
    }

    private static String describe(LeaderInfo holder) {
        return " by process "
                + NodeIdHolder.parse(holder.instanceId())
                        .map(NodeIdHolder::toString)
                        .orElse(holder.instanceId())
                + holder.url().map(url -> " at " + url).orElse("") + ", since " + holder.since();
    }

    @Override
    public void close() {
        try (baton) {
            NodeSupervisor.close(candidate);
        }
    }

    /** Returns the election that a node with this id leads as long as it runs. */
    static String electionOf(String nodeId) {
        return "node:" + nodeId;
    }
}
