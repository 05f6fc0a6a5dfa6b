package dev.baton;

import dev.baton.spi.LeaderRecord;
import dev.baton.spi.ReignRecord;
import dev.baton.spi.StatusFrame;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** A named contest in a store. */
public interface Election {

    /** Its name. */
    String name();

    /** A candidate with the store's default settings, not started. */
    Candidate candidate();

    /** A candidate with these settings, not started. */
    Candidate candidate(CandidateSettings settings);

    /**
     * Is present without standing: on the roster under the id and priority of these settings, and told about
     * every second who else is there. A process that died or stands still is dropped after the store's
     * patience at the latest. Best effort: nothing about it is safe to lead by.
     */
    Attendance attend(CandidateSettings who, Consumer<List<StatusFrame>> present);

    /** Watches without taking part, by push; the observer hears the current state first. */
    Observation observe(LeaderObserver observer);

    /** Who leads, asked of the store now. */
    Optional<LeaderRecord> leader();

    /** Who is here, as far as the roster knows. */
    List<StatusFrame> roster();

    /** Past reigns, oldest first, where the store keeps them. */
    List<ReignRecord> history();

    /** Asks the leader and the target that the target lead. */
    TransferOutcome transferTo(String instanceId);
}
