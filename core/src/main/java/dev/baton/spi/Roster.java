package dev.baton.spi;

import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * Who is here: best effort, per process, never needed for safety. A failed call completes
 * exceptionally and changes nothing.
 */
public interface Roster {

    /** Makes these frames what this process says of itself; all earlier ones are forgotten. */
    CompletionStage<Void> announce(List<StatusFrame> frames);

    /** The latest frame of every candidate that spoke of late, of this election. */
    CompletionStage<List<StatusFrame>> list(String election);

    /**
     * The latest frames of all candidates, of all elections, whose priority is above zero. Asked every few
     * seconds, so it has to be cheap when there are none.
     */
    CompletionStage<List<StatusFrame>> prioritised();

    /** Sends a control frame to every process that may care; done means sent, not obeyed. */
    CompletionStage<Void> send(ClaimFrame frame);
}
