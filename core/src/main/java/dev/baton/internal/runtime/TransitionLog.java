package dev.baton.internal.runtime;

import dev.baton.CandidateEvent;
import dev.baton.CandidateState;
import dev.baton.EndReason;
import dev.baton.internal.machine.Candidacy;
import dev.baton.internal.machine.Effect;
import dev.baton.internal.machine.Transition;
import java.util.EnumSet;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs one line per transition: a loss as WARN, a change between follower and acquiring as DEBUG, everything else as
 * INFO.
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
        for (Effect effect : transition.effects()) {
            if (effect instanceof Effect.Publish publish) {
                publish.event().accept(details);
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
        String line = "state_change from=" + from.code() + " to=" + to.code() + details.text;
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
        String line = (holdsClaim ? "health_check_failed" : "error") + " error=\"" + cause.getMessage() + "\"";
        // An unreachable store causes the same error every few seconds; warn once.
        if (line.equals(lastError)) {
            LOG.debug("{} {}", line, identity);
        } else {
            LOG.warn("{} {}", line, identity);
        }
        lastError = line;
    }

    /** Collects what the events of one transition add to its line. */
    private final class Details implements CandidateEvent.Visitor {
        private final Candidacy before;
        private final StringBuilder text = new StringBuilder(0);
        private boolean lost;

        Details(Candidacy before) {
            this.before = before;
        }

        @Override
        public void stateChanged(CandidateEvent.StateChanged event) {
            // The line has the states.
        }

        @Override
        public void acquired(CandidateEvent.Acquired event) {
            LOG.info("lock_acquired epoch={} attempt={} {}", event.epoch(), before.failedAttempts() + 1, identity);
            text.append(" epoch=").append(event.epoch());
        }

        @Override
        public void released(CandidateEvent.Released event) {
            ended(event.epoch(), event.reason());
        }

        @Override
        public void lost(CandidateEvent.Lost event) {
            ended(event.epoch(), event.reason());
            lost = true;
        }

        @Override
        public void acquireFailed(CandidateEvent.AcquireFailed event) {
            // Usual for a standby; an error has an event of its own.
        }

        @Override
        public void errorRaised(CandidateEvent.ErrorRaised event) {
            logError(before.state(), event.cause());
        }

        @Override
        public void stopped(CandidateEvent.Stopped event) {
            text.append(" cause=").append(event.cause().code());
        }

        private void ended(long epoch, EndReason reason) {
            text.append(" epoch=").append(epoch).append(" reason=").append(reason.code());
        }
    }
}
