package dev.baton.cli;

import dev.baton.Candidate;
import dev.baton.Leadership;
import dev.baton.machine.Event;
import dev.baton.machine.State;
import dev.baton.spi.Backend;
import dev.baton.spi.ElectionFigures;
import dev.baton.spi.MeasuresElections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

/** What a candidate's events add up to, in the Prometheus text format. Thread-safe. */
final class CandidateMetrics {
    private final Candidate candidate;
    private final Backend backend;
    private final String label;
    private final Map<String, Long> transitions = new TreeMap<>();
    private final Map<String, Long> losses = new TreeMap<>();
    private long epoch;

    CandidateMetrics(Candidate candidate, Backend backend) {
        this.candidate = candidate;
        this.backend = backend;
        this.label = "election=\"" + candidate.election() + "\"";
        candidate.listen(event -> {
            hear(event);
            return CompletableFuture.completedFuture(null);
        });
    }

    private synchronized void hear(Event event) {
        if (event instanceof Event.StateChanged changed) {
            String labels = label + ",from=\"" + changed.from().code() + "\",to=\""
                    + changed.to().code() + "\"";
            transitions.merge(labels, 1L, Long::sum);
        } else if (event instanceof Event.Acquired acquired) {
            epoch = acquired.epoch();
        } else if (event instanceof Event.Lost lost) {
            losses.merge(label + ",reason=\"" + lost.reason().code() + "\"", 1L, Long::sum);
        }
    }

    /** All of them, now. */
    synchronized String text() {
        Optional<Leadership> leadership = candidate.leadership();
        long remaining = leadership.map(reign -> reign.remaining().toMillis()).orElse(0L);
        StringBuilder out = new StringBuilder(1024);
        family(out, "baton_leader", "gauge", "1 while this instance leads with a valid claim.");
        sample(out, "baton_leader", label, leadership.isPresent() ? 1 : 0);
        family(out, "baton_epoch", "gauge", "The epoch of this instance's latest reign.");
        sample(out, "baton_epoch", label, epoch);
        family(out, "baton_lease_remaining_ms", "gauge", "How long the claim stays valid without news.");
        sample(out, "baton_lease_remaining_ms", label, remaining);
        family(out, "baton_state", "gauge", "1 for the state this instance is in.");
        State now = candidate.state();
        for (State state : State.values()) {
            sample(out, "baton_state", label + ",state=\"" + state.code() + "\"", state == now ? 1 : 0);
        }
        family(out, "baton_transitions_total", "counter", "Changes of state.");
        transitions.forEach((labels, count) -> sample(out, "baton_transitions_total", labels, count));
        family(out, "baton_losses_total", "counter", "Reigns that were lost.");
        losses.forEach((labels, count) -> sample(out, "baton_losses_total", labels, count));
        if (backend instanceof MeasuresElections measuring) {
            quorum(out, measuring);
        }
        return out.toString();
    }

    /** What a member of a group counts of its elections. */
    private void quorum(StringBuilder out, MeasuresElections measuring) {
        ElectionFigures figures = measuring.figures(candidate.election());
        family(out, "baton_election_count_total", "counter", "Leaders that this member saw elected.");
        sample(out, "baton_election_count_total", label, figures.elections());
        family(out, "baton_convergence_time_ms", "gauge", "How long the last election took.");
        figures.convergence().ifPresent(took -> sample(out, "baton_convergence_time_ms", label, took.toMillis()));
        family(out, "baton_current_state", "gauge", "1 for what this member is in the election.");
        for (String state : List.of("follower", "candidate", "leader")) {
            String labels = label + ",state=\"" + state + "\"";
            sample(out, "baton_current_state", labels, state.equals(figures.state()) ? 1 : 0);
        }
        family(out, "baton_last_leader_info", "gauge", "Who was elected last.");
        if (!figures.lastLeader().isEmpty()) {
            sample(out, "baton_last_leader_info", label + ",leader_id=\"" + figures.lastLeader() + "\"", 1);
        }
        family(out, "baton_rejected_messages_total", "counter", "Messages and connections not listened to.");
        measuring
                .rejected()
                .forEach((cause, count) ->
                        sample(out, "baton_rejected_messages_total", label + ",cause=\"" + cause + "\"", count));
    }

    private static void family(StringBuilder out, String name, String type, String help) {
        out.append("# HELP ").append(name).append(' ').append(help).append('\n');
        out.append("# TYPE ").append(name).append(' ').append(type).append('\n');
    }

    private static void sample(StringBuilder out, String name, String labels, long value) {
        out.append(name).append('{').append(labels).append("} ").append(value).append('\n');
    }
}
