package dev.baton.lab.mixed.engine;

import java.time.Duration;
import java.util.List;

/** An engine that was started for one mixed trial. */
public interface MixedEngine extends AutoCloseable {

    /** Returns the URL of the elections for candidates of Baton. */
    String url();

    /** Returns what the engine and the other programs are, for the report. */
    String description();

    /** Returns the time after which a silent candidate of Baton has lost its claim. */
    Duration validity();

    /** Returns the time after which a silent participant of the other programs has lost its claim. */
    Duration foreignValidity();

    /** Returns the participants of other programs, not started. */
    List<Participant> foreign(MixedSite site);

    /** Returns the name of the participant that leads by the store, read with all that was written before; empty for none. */
    String holder(String election) throws Exception;

    @Override
    void close();
}
