package dev.baton.internal.runtime;

import dev.baton.CandidateEvent;
import dev.baton.CandidateState;
import dev.baton.EndReason;
import dev.baton.internal.machine.Candidacy;
import dev.baton.internal.machine.Effect;
import dev.baton.internal.machine.Transition;
import dev.baton.support.text.LogText;
import java.util.EnumSet;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs one line per transition: a loss as WARN, a change between follower and acquiring as DEBUG, everything else as
 * INFO; and one per failed attempt as DEBUG.
 */
final class TransitionLog {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");
    private static final Set<CandidateState> STANDBY = EnumSet.of(CandidateState.FOLLOWER, CandidateState.ACQUIRING);

    private final String identity;
    private String lastError = "";

    TransitionLog(String identity) {
        this.identity = identity;
    }

    void record(Candidacy before, Transition transition) {
        CandidateState from = before.state();
        CandidateState to = transition.next().state();
        Details details = new Details(before);
        StringBuilder text = new StringBuilder(0);
        for (Effect effect : transition.effects()) {
            if (effect instanceof Effect.Publish publish) {
                text.append(publish.event().accept(details));
            }
        }
        if (to == CandidateState.LEADER && from != CandidateState.LEADER) {
            lastError = "";
        }
        if (from == CandidateState.RECONNECTING && to == CandidateState.LEADER) {
            LOG.info("leadership_recovered epoch={} {}", before.epoch(), identity);
        }
        if (from == to && !details.lost) {
            return;
        }
        String line = "state_change from=" + from.code() + " to=" + to.code() + text;
        if (details.lost) {
            LOG.warn("{} {}", line, identity);
        } else if (STANDBY.contains(from) && STANDBY.contains(to)) {
            LOG.debug("{} {}", line, identity);
        } else {
            LOG.info("{} {}", line, identity);
        }
    }

    private void logError(CandidateState state, Throwable cause) {
        boolean holdsClaim = state == CandidateState.LEADER || state == CandidateState.RECONNECTING;
        String line = (holdsClaim ? "health_check_failed" : "error") + " error="
                + LogText.quoted(cause.getMessage() == null ? cause.toString() : cause.getMessage());
        // An unreachable store causes the same error every few seconds; warn once.
        if (line.equals(lastError)) {
            LOG.debug("{} {}", line, identity);
        } else {
            LOG.warn("{} {}", line, identity);
        }
        lastError = line;
    }

    /** The text that each event of a transition adds to its line. */
    private final class Details implements CandidateEvent.Visitor<String> {
        private final Candidacy before;
        private boolean lost;

        Details(Candidacy before) {
            this.before = before;
        }

        @Override
        public String stateChanged(CandidateEvent.StateChanged event) {
            return ""; // The line has the states.
        }

        @Override
        public String acquired(CandidateEvent.Acquired event) {
            LOG.info("lock_acquired epoch={} attempt={} {}", event.epoch(), before.failedAttempts() + 1, identity);
            return " epoch=" + event.epoch();
        }

        @Override
        public String released(CandidateEvent.Released event) {
            return ended(event.epoch(), event.reason());
        }

        @Override
        public String lost(CandidateEvent.Lost event) {
            lost = true;
            return ended(event.epoch(), event.reason());
        }

        @Override
        public String acquireFailed(CandidateEvent.AcquireFailed event) {
            // Usual for a standby; an error has an event of its own.
            LOG.debug(
                    "acquire_failed attempt={}{} {}",
                    before.failedAttempts() + 1,
                    event.holder()
                            .map(holder -> " holder=" + LogText.value(holder))
                            .orElse(""),
                    identity);
            return "";
        }

        @Override
        public String errorRaised(CandidateEvent.ErrorRaised event) {
            logError(before.state(), event.cause());
            return "";
        }

        @Override
        public String stopped(CandidateEvent.Stopped event) {
            return " cause=" + event.cause().code();
        }

        private String ended(long epoch, EndReason reason) {
            return " epoch=" + epoch + " reason=" + reason.code();
        }
    }
}
