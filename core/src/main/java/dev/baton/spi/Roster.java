package dev.baton.spi;

import dev.baton.InstanceStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Who is here: best effort, per process, never needed for safety. A failed call completes
 * exceptionally and changes nothing.
 */
public interface Roster {

    /** Makes these frames what this process says of itself; all earlier ones are forgotten. */
    CompletionStage<Void> announce(List<InstanceStatus> frames);

    /** The latest frame of every candidate that spoke of late, of this election. */
    CompletionStage<List<InstanceStatus>> list(String election);

    /**
     * The latest frames of the candidates of all these elections, for one who looks at the whole store: in one
     * look where the store can.
     */
    default CompletionStage<List<InstanceStatus>> list(Set<String> elections) {
        CompletionStage<List<InstanceStatus>> all = CompletableFuture.completedFuture(List.of());
        for (String election : elections) {
            all = all.thenCombine(list(election), Roster::together);
        }
        return all;
    }

    /**
     * The latest frames of all candidates, of all elections, whose priority is above zero. Asked every few
     * seconds, so it has to be cheap when there are none.
     */
    CompletionStage<List<InstanceStatus>> prioritised();

    /** Sends a control frame to every process that may care; done means sent, not obeyed. */
    CompletionStage<Void> send(TransferRequest frame);

    private static List<InstanceStatus> together(List<InstanceStatus> some, List<InstanceStatus> more) {
        List<InstanceStatus> all = new ArrayList<>(some);
        all.addAll(more);
        return all;
    }
}
