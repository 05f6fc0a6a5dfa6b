package dev.baton.node.supervisor;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.CandidateSettings;
import dev.baton.CandidateSettingsBuilder;
import dev.baton.ConnectionException;
import dev.baton.Election;
import dev.baton.LeaderInfo;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Keeps the id of a node unique: the node leads an election of its own, {@code node:ID}, as long as it runs. A second node
 * with the same id finds that election led by another process.
 *
 * <p>It has its own connections. A PostgreSQL lock session that holds no lock yet acquires one in fewer steps, and the
 * session of a standby must be fast.
 */
record NodeIdLock(Baton baton, Candidate candidate) implements AutoCloseable {
    private static final Duration POLL_INTERVAL = Duration.ofMillis(100);

    /** A process that was just killed may look alive for a moment. */
    private static final Duration LIVE_HOLDER_TIMEOUT = Duration.ofSeconds(2);

    private static final Duration LONGEST_WAIT = Duration.ofSeconds(60);
    private static final Duration ROUNDING = Duration.ofSeconds(1);

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
        String self = host() + ":" + ProcessHandle.current().pid();
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
                    election.leader().filter(leader -> !leader.instanceId().equals(self));
            boolean alive = holder.filter(NodeIdLock::isAliveHere).isPresent();
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

    private static String describe(LeaderInfo holder) {
        return " by process " + holder.instanceId()
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

    /** Returns whether the holder is a live process of this machine. A later process may have the pid of a dead one. */
    static boolean isAliveHere(LeaderInfo leader) {
        String holder = leader.instanceId();
        int colon = holder.lastIndexOf(':');
        if (colon <= 0
                || !holder.substring(0, colon).equals(host())
                || !holder.substring(colon + 1).matches("[0-9]{1,18}")) {
            return false;
        }
        return ProcessHandle.of(Long.parseLong(holder.substring(colon + 1)))
                .filter(ProcessHandle::isAlive)
                .filter(process -> process.info()
                        .startInstant()
                        .filter(start -> isAfter(start, leader))
                        .isEmpty())
                .isPresent();
    }

    /** The start of a process is rounded. */
    private static boolean isAfter(Instant start, LeaderInfo leader) {
        return start.isAfter(leader.since().plus(ROUNDING));
    }

    static String host() {
        try {
            String name = InetAddress.getLocalHost().getHostName().replaceAll("[^A-Za-z0-9-]", "-");
            return name.isEmpty() ? "host" : name.substring(0, Math.min(name.length(), 64));
        } catch (UnknownHostException unnamed) {
            return "host";
        }
    }
}
