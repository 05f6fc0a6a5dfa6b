package dev.baton.testkit;

import java.util.ArrayList;
import java.util.List;

/**
 * What separates a test process from this one. All but {@link #NONE} need root, {@code unshare} and {@code setpriv}.
 *
 * <pre>{@code
 * TestCandidateProcess.start(url, "nightly-report", "a", validity, ProcessIsolation.OTHER_USER);
 * }</pre>
 */
@SuppressWarnings("ImmutableEnumChecker") // The list is a copy that nobody changes.
public enum ProcessIsolation {
    /** Nothing. */
    NONE(List.of()),

    /** Another user, who cannot see the processes of other users. */
    OTHER_USER(List.of(
            "unshare",
            "--mount",
            "--propagation",
            "private",
            "sh",
            "-c",
            "mount -t proc -o hidepid=2 proc /proc && exec setpriv --reuid=" + user() + " --regid=" + user()
                    + " --clear-groups \"$@\"",
            "sh")),

    /** A mount namespace and a process namespace of its own. */
    OWN_NAMESPACES(List.of("unshare", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc"));

    private final List<String> prefix;

    ProcessIsolation(List<String> prefix) {
        this.prefix = List.copyOf(prefix);
    }

    /** Returns the id of the other user and of its group. */
    public static int user() {
        return 65_534;
    }

    List<String> command(List<String> command) {
        List<String> isolated = new ArrayList<>(prefix);
        isolated.addAll(command);
        return isolated;
    }

    String classPath() {
        return this == OTHER_USER ? ReadableClassPath.get() : System.getProperty("java.class.path");
    }
}
