package dev.baton.internal.runtime;

import dev.baton.CandidateEvent;
import dev.baton.CandidateState;
import dev.baton.internal.machine.Effect;
import dev.baton.internal.machine.Transition;
import java.util.EnumSet;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The log of a candidate: one line per transition, WARN for an involuntary loss, and nothing for the
 * steps between follower and acquiring unless somebody debugs.
 */
final class TransitionLog {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");
    private static final Set<CandidateState> WAITING = EnumSet.of(CandidateState.FOLLOWER, CandidateState.ACQUIRING);

    private final String who;
    private String lastError = "";

    TransitionLog(String who) {
        this.who = who;
    }

    void record(CandidateState from, long epochBefore, int tries, Transition transition) {
        CandidateState to = transition.next().state();
        StringBuilder details = new StringBuilder(0);
        boolean lost = false;
        for (Effect effect : transition.effects()) {
            if (!(effect instanceof Effect.Tell tell)) {
                continue;
            }
            if (tell.event() instanceof CandidateEvent.Lost loss) {
                details.append(" epoch=")
                        .append(loss.epoch())
                        .append(" reason=")
                        .append(loss.reason().code());
                lost = true;
            } else if (tell.event() instanceof CandidateEvent.Released release) {
                details.append(" epoch=")
                        .append(release.epoch())
                        .append(" reason=")
                        .append(release.reason().code());
            } else if (tell.event() instanceof CandidateEvent.Stopped stop) {
                details.append(" cause=").append(stop.cause().code());
            } else if (tell.event() instanceof CandidateEvent.Acquired acquired) {
                LOG.info("lock_acquired epoch={} attempt={} {}", acquired.epoch(), tries + 1, who);
                details.append(" epoch=").append(acquired.epoch());
            } else if (tell.event() instanceof CandidateEvent.ErrorRaised error) {
                error(from, error.cause());
            }
        }
        if (to == CandidateState.LEADER && from != CandidateState.LEADER) {
            lastError = "";
        }
        if (from == CandidateState.RECONNECTING && to == CandidateState.LEADER) {
            LOG.info("leadership_recovered epoch={} {}", epochBefore, who);
        }
        if (from == to && !lost) {
            return;
        }
        String line = "state_change from=" + from.code() + " to=" + to.code() + details;
        if (lost) {
            LOG.warn("{} {}", line, who);
        } else if (WAITING.contains(from) && WAITING.contains(to)) {
            LOG.debug("{} {}", line, who);
        } else {
            LOG.info("{} {}", line, who);
        }
    }

    private void error(CandidateState state, Throwable cause) {
        boolean keeping = state == CandidateState.LEADER || state == CandidateState.RECONNECTING;
        String line = (keeping ? "health_check_failed" : "error") + " error=\"" + cause.getMessage() + "\"";
        // A store that stays away says the same every few seconds; once is enough.
        if (line.equals(lastError)) {
            LOG.debug("{} {}", line, who);
        } else {
            LOG.warn("{} {}", line, who);
        }
        lastError = line;
    }
}
