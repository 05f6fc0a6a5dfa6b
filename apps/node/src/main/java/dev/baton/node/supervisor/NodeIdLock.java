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
 * A node's id is its own: an election of one, {@code node:ID}, that it leads for as long as it runs. Whoever finds it
 * led by another process is the second node of that id.
 *
 * <p>It has connections of its own. A lock session in PostgreSQL that leads nothing yet wins in fewer steps, and that
 * is what a standby's has to do.
 */
final class NodeIdLock implements AutoCloseable {
    private static final Duration LOOK = Duration.ofMillis(100);

    /** A process that was just killed may look alive for a moment. */
    private static final Duration REFUSE_AFTER = Duration.ofSeconds(2);

    private final Baton baton;
    private final Candidate candidate;

    private NodeIdLock(Baton baton, Candidate candidate) {
        this.baton = baton;
        this.candidate = candidate;
    }

    static String election(String nodeId) {
        return "node:" + nodeId;
    }

    /**
     * Takes it.
     *
     * @throws IllegalArgumentException that names the first when another process has it
     */
    static NodeIdLock take(NodeSettings settings) throws InterruptedException {
        Baton baton = Baton.connect(settings.electionUrl());
        try {
            return new NodeIdLock(baton, taken(baton, settings));
        } catch (InterruptedException | RuntimeException failed) {
            baton.close();
            throw failed;
        }
    }

    private static Candidate taken(Baton baton, NodeSettings settings) throws InterruptedException {
        Election election = baton.election(election(settings.nodeId()));
        String self = process();
        CandidateSettingsBuilder who = CandidateSettings.builder()
                .instanceId(self)
                .url(settings.controller().url());
        settings.validity().ifPresent(who::validity);
        Candidate candidate = election.candidate(who.build());
        candidate.start();
        Duration patience = baton.backend().defaults().claimTimeout().plus(REFUSE_AFTER);
        long since = System.nanoTime();
        while (candidate.awaitLeadership(LOOK).isEmpty()) {
            Duration waited = Duration.ofNanos(System.nanoTime() - since);
            Optional<LeaderInfo> first =
                    election.leader().filter(held -> !held.instanceId().equals(self));
            boolean lives = first.filter(held -> livesHere(held.instanceId())).isPresent();
            if (waited.compareTo(lives ? REFUSE_AFTER : patience) > 0) {
                candidate.close();
                throw new IllegalArgumentException("there is a node " + settings.nodeId() + " already"
                        + first.map(held -> ": process " + held.instanceId()
                                        + held.url().map(url -> " at " + url).orElse("") + ", since " + held.since())
                                .orElse("")
                        + "; give this one another --id");
            }
        }
        return candidate;
    }

    @Override
    public void close() {
        try (baton) {
            NodeSupervisor.close(candidate);
        }
    }

    private static boolean livesHere(String holder) {
        int colon = holder.lastIndexOf(':');
        return colon > 0
                && holder.substring(0, colon).equals(host())
                && ProcessHandle.of(Long.parseLong(holder.substring(colon + 1)))
                        .filter(ProcessHandle::isAlive)
                        .isPresent();
    }

    private static String process() {
        return host() + ":" + ProcessHandle.current().pid();
    }

    private static String host() {
        try {
            String name = InetAddress.getLocalHost().getHostName().replaceAll("[^A-Za-z0-9-]", "-");
            return name.isEmpty() ? "host" : name.substring(0, Math.min(name.length(), 64));
        } catch (UnknownHostException nameless) {
            return "host";
        }
    }
}
