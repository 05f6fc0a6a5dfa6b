package dev.baton.lab.mixed.engine;

import dev.baton.lab.mixed.program.LeadReadings;
import java.nio.file.Path;
import java.util.List;

/**
 * What the participants of a trial share.
 *
 * @param elections their names
 * @param folder for the files with their readings
 * @param readings for participants that cannot record what they know
 */
public record MixedSite(List<String> elections, Path folder, LeadReadings readings) {
    /** The ending of the files of candidates of Baton. */
    public static final String OURS = ".baton";
    /** The ending of the files of other programs. */
    public static final String THEIRS = ".native";

    public MixedSite {
        elections = List.copyOf(elections);
    }
}
