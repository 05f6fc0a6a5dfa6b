package dev.baton.examples.swarm;

import java.io.IOException;
import java.time.Duration;

/** What happens to the swarm: one leader is killed, the next one is cut off, and both come back. */
record SwarmStory(Swarm swarm, SwarmLog log, Duration patience) {
    private static final int SIZE = Swarm.AGENTS.size();

    /** Plays the story and returns the last leader. */
    SwarmLog.Leader play() throws IOException, InterruptedException {
        SwarmLog.Leader first = awaitObedience(0, SIZE);

        announce(
                "kill -9 " + first.agent() + ": the others elect at once, because the kernel proves that it has ended");
        swarm.kill(first.agent());
        SwarmLog.Leader second = awaitObedience(first.epoch(), SIZE - 1);

        announce(
                "cut " + second.agent() + " off: nothing proves its end, so the others wait until its lease has ended");
        swarm.cutOff(second.agent());
        SwarmLog.Leader third = awaitObedience(second.epoch(), SIZE - 2);
        log.await(second.agent() + " lost the leadership: .*", 1, patience);

        announce("connect " + second.agent()
                + " again: the orders that it gave before its end arrive late, and are refused");
        swarm.reconnect(second.agent());
        log.await("\\S+ refuses order \\d+ of " + second.agent() + ", epoch " + second.epoch(), 1, patience);
        awaitObedience(third.epoch() - 1, SIZE - 1);

        announce("start " + first.agent() + " again: it follows the leader");
        swarm.start(first.agent());
        return awaitObedience(third.epoch() - 1, SIZE);
    }

    private SwarmLog.Leader awaitObedience(long above, int agents) throws InterruptedException {
        return log.awaitObedience(above, agents, patience);
    }

    private void announce(String what) {
        log.note("== " + what);
    }
}
