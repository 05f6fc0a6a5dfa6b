package dev.baton.file.record;

import dev.baton.support.json.JsonFields;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The candidate that holds or held a claim, and its process.
 *
 * @param startTime of the process; 0 if unknown
 * @param bootId of the machine; empty if unknown
 * @param pidNamespace the inode of the pid namespace; 0 if unknown
 * @param process the name of the liveness file; empty if the writer has none
 */
public record ClaimOwner(
        String instanceId, long pid, long startTime, String bootId, long pidNamespace, String process) {
    /** Excludes names that lead out of the directory. */
    private static final Pattern PROCESS = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_-]{0,99}");

    /** Reads the fields. An optional field of the wrong type counts as missing. */
    public static ClaimOwner read(JsonFields fields) {
        String process = fields.textOrEmpty("process");
        return new ClaimOwner(
                fields.text("instance_id"),
                fields.number("pid"),
                fields.numberOrZero("start_time"),
                fields.textOrEmpty("boot_id"),
                fields.numberOrZero("pid_ns"),
                PROCESS.matcher(process).matches() ? process : "");
    }

    public void write(Map<String, @Nullable Object> object) {
        object.put("instance_id", instanceId);
        object.put("pid", pid);
        object.put("start_time", startTime);
        object.put("process", process);
        object.put("boot_id", bootId);
        object.put("pid_ns", pidNamespace);
    }

    /** Returns whether id and process are the same. */
    public boolean isSameAs(ClaimOwner other) {
        return !process.isEmpty() && process.equals(other.process) && instanceId.equals(other.instanceId);
    }
}
