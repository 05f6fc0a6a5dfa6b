package dev.baton.lab.nemesis.candidate;

import dev.baton.BatonException;
import dev.baton.Leadership;
import dev.baton.lab.nemesis.history.HistoryEvent;
import dev.baton.lab.nemesis.history.HistoryEvent.WriteOutcome;
import dev.baton.lab.nemesis.history.HistoryLog;

/** The writes of leaders, each recorded with its outcome. */
record LeaderWriting(HistoryLog log) {

    void write(LeaderResource resource, Leadership leadership) {
        SendTime sent = new SendTime();
        WriteOutcome outcome;
        try {
            outcome = resource.write(leadership, sent);
        } catch (BatonException refused) {
            outcome = WriteOutcome.REFUSED;
        } catch (Exception lost) {
            outcome = WriteOutcome.UNKNOWN;
        }
        log.add(new HistoryEvent.Written(
                resource.name(), leadership.election(), leadership.epoch(), sent.nanos(), System.nanoTime(), outcome));
    }
}
