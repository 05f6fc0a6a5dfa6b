package dev.baton.node.supervisor;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.CandidateSettings;
import dev.baton.CandidateSettingsBuilder;
import dev.baton.Election;
import dev.baton.LeaderInfo;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
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

    /**
     * Acquires the lock.
     *
     * @throws IllegalArgumentException if another process has it, with that process
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
        Election election = baton.election("node:" + settings.nodeId());
        String self = host() + ":" + ProcessHandle.current().pid();
        CandidateSettingsBuilder builder = CandidateSettings.builder()
                .instanceId(self)
                .url(settings.controller().url());
        settings.validity().ifPresent(builder::validity);
        Candidate candidate = election.candidate(builder.build());
        candidate.start();
        Duration timeout = baton.backend().defaults().claimTimeout().plus(LIVE_HOLDER_TIMEOUT);
        long started = System.nanoTime();
        while (candidate.awaitLeadership(POLL_INTERVAL).isEmpty()) {
            Duration waited = Duration.ofNanos(System.nanoTime() - started);
            Optional<LeaderInfo> holder =
                    election.leader().filter(leader -> !leader.instanceId().equals(self));
            boolean alive =
                    holder.filter(leader -> isAliveHere(leader.instanceId())).isPresent();
            if (waited.compareTo(alive ? LIVE_HOLDER_TIMEOUT : timeout) > 0) {
                candidate.close();
                throw new IllegalArgumentException("node id " + settings.nodeId() + " is already in use"
                        + holder.map(NodeIdLock::describe).orElse("") + "; give this node another --id");
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

    private static boolean isAliveHere(String holder) {
        int colon = holder.lastIndexOf(':');
        return colon > 0
                && holder.substring(0, colon).equals(host())
                && ProcessHandle.of(Long.parseLong(holder.substring(colon + 1)))
                        .filter(ProcessHandle::isAlive)
                        .isPresent();
    }

    private static String host() {
        try {
            String name = InetAddress.getLocalHost().getHostName().replaceAll("[^A-Za-z0-9-]", "-");
            return name.isEmpty() ? "host" : name.substring(0, Math.min(name.length(), 64));
        } catch (UnknownHostException unnamed) {
            return "host";
        }
    }
}
