package dev.baton.lab.peers;

import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A system that elects a leader among processes, as a trial runs it and as the page describes it.
 *
 * @param code its name on the command line
 * @param title its name on the page, with the version
 * @param purpose what its authors made it for
 * @param settings the settings in the trial, in particular what is not the default
 * @param query how a process finds out whether it leads
 * @param release how a leader gives up its leadership
 */
record PeerSystem(
        String code, String title, String purpose, String settings, String query, String release, Starter starter) {
    private static final Pattern JAR = Pattern.compile("-(\\d[^/]*)\\.jar$");

    /** Starts what the processes need. */
    interface Starter {
        PeerGround start(Path folder) throws Exception;
    }

    /** Returns the version of the library that a class is from; empty if it is not from a jar. */
    static String version(Class<?> type) {
        Matcher jar = JAR.matcher(
                type.getProtectionDomain().getCodeSource().getLocation().getPath());
        return jar.find() ? jar.group(1) : "";
    }
}
