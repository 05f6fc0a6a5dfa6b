package dev.baton.cli;

import dev.baton.CandidateState;
import dev.baton.InstanceStatus;
import dev.baton.LeaderInfo;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** The health of an election in a few words: whether it has a leader, and whether its instances report that they are healthy. */
enum ElectionHealth {
    OK(TextColour.GREEN, "●"),
    DEGRADED(TextColour.YELLOW, "▲"),
    LEADERLESS(TextColour.RED, "✗"),
    UNUSED(TextColour.GREY, "○");

    /** Instances report every 5 s. */
    private static final Duration SILENCE = Duration.ofSeconds(15);

    private final TextColour colour;
    private final String symbol;

    ElectionHealth(TextColour colour, String symbol) {
        this.colour = colour;
        this.symbol = symbol;
    }

    /** Returns the cell of a table. */
    static ColouredText describe(ElectionStatus status, Instant now, boolean symbols) {
        String text = problem(status, now).orElse("ok");
        ElectionHealth health = of(status, text);
        return health.colour.of(symbols ? health.symbol + " " + text : text);
    }

    private static ElectionHealth of(ElectionStatus status, String text) {
        if (status.leader().isPresent()) {
            return text.equals("ok") ? OK : DEGRADED;
        }
        return status.instances().isEmpty() ? UNUSED : LEADERLESS;
    }

    private static Optional<String> problem(ElectionStatus status, Instant now) {
        if (status.leader().isEmpty()) {
            return Optional.of(status.instances().isEmpty() ? "no candidates" : "no leader");
        }
        return leaderProblem(status, status.leader().get(), now).or(() -> standbyProblem(status));
    }

    private static Optional<String> leaderProblem(ElectionStatus status, LeaderInfo leader, Instant now) {
        Optional<InstanceStatus> report = status.instances().stream()
                .filter(instance -> instance.instanceId().equals(leader.instanceId()))
                .findFirst();
        if (report.isEmpty()) {
            return Optional.of("leader not reporting");
        }
        Duration silence = Duration.between(report.get().timestamp(), now);
        if (silence.compareTo(SILENCE) > 0) {
            return Optional.of("leader silent for " + ShortDuration.rounded(silence));
        }
        return report.get().healthy() ? Optional.empty() : Optional.of("leader unhealthy");
    }

    private static Optional<String> standbyProblem(ElectionStatus status) {
        long unhealthy = status.standbys().filter(standby -> !standby.healthy()).count();
        long cutOff = status.standbys()
                .filter(standby -> standby.state() == CandidateState.RECONNECTING)
                .count();
        if (unhealthy > 0) {
            return Optional.of(unhealthy + " unhealthy");
        }
        return cutOff > 0 ? Optional.of(cutOff + " reconnecting") : Optional.empty();
    }
}
