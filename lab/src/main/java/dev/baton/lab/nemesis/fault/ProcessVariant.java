package dev.baton.lab.nemesis.fault;

import java.nio.file.Path;
import java.util.List;

/** How a process is started. */
public enum ProcessVariant {
    USUAL,
    /** In mount and pid namespaces of its own. */
    OWN_NAMESPACES,
    /** As another user that cannot see the processes of others. It can read and write all files of the trial. */
    HIDDEN,
    /** With a folder for temporary files that no other process sees. */
    PRIVATE_TMP,
    /** With a longer validity. */
    LONGER_VALIDITY,
    /** With another name of the store's file. */
    SECOND_NAME;

    private static final String FILES = "+dac_override,+dac_read_search";

    /**
     * Returns the words before the command of the process.
     *
     * @param temporary the folder for temporary files
     */
    public List<String> prefix(Path temporary) {
        return switch (this) {
            case USUAL, LONGER_VALIDITY, SECOND_NAME -> List.of();
            case OWN_NAMESPACES -> List.of("unshare", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc");
            case HIDDEN ->
                List.of(
                        "unshare",
                        "--mount",
                        "sh",
                        "-c",
                        "mount -t proc -o hidepid=2 proc /proc && exec setpriv --reuid=65534 --regid=65534 --clear-groups"
                                + " --inh-caps=" + FILES + " --ambient-caps=" + FILES + " -- \"$@\"",
                        "sh");
            case PRIVATE_TMP ->
                List.of(
                        "unshare",
                        "--mount",
                        "sh",
                        "-c",
                        "mount -t tmpfs tmpfs \"$0\" && exec \"$@\"",
                        temporary.toString());
        };
    }
}
