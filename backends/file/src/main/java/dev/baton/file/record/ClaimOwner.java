package dev.baton.file.record;

import dev.baton.support.json.JsonFields;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Who holds or held a claim: the candidate, and the process it lives in.
 *
 * @param startTime of the process, 0 when not known
 * @param bootId of the machine, empty when not known
 * @param pidNamespace the inode of the namespace the pid belongs to, 0 when not known
 * @param process the name of its liveness file, empty for a writer that has none
 */
public record ClaimOwner(
        String instanceId, long pid, long startTime, String bootId, long pidNamespace, String process) {
    /** A name that cannot lead out of the directory. */
    private static final Pattern PROCESS = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_-]{0,99}");

    private static boolean isProcessName(String name) {
        return PROCESS.matcher(name).matches();
    }

    /** Reads what is there; an optional field of a wrong type counts as missing. */
    public static ClaimOwner read(Map<String, @Nullable Object> object, JsonFields fields) {
        String process = text(object, "process");
        return new ClaimOwner(
                fields.text("instance_id"),
                fields.number("pid"),
                number(object, "start_time"),
                text(object, "boot_id"),
                number(object, "pid_ns"),
                isProcessName(process) ? process : "");
    }

    public void write(Map<String, @Nullable Object> object) {
        object.put("instance_id", instanceId);
        object.put("pid", pid);
        object.put("start_time", startTime);
        object.put("process", process);
        object.put("boot_id", bootId);
        object.put("pid_ns", pidNamespace);
    }

    public boolean isSameAs(ClaimOwner other) {
        return !process.isEmpty() && process.equals(other.process) && instanceId.equals(other.instanceId);
    }

    public static String text(Map<String, @Nullable Object> object, String key) {
        return object.get(key) instanceof String text ? text : "";
    }

    public static long number(Map<String, @Nullable Object> object, String key) {
        return object.get(key) instanceof Long number ? number : 0;
    }
}
