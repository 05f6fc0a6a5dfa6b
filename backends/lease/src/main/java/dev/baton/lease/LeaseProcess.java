package dev.baton.lease;

import dev.baton.support.json.JsonFields;
import dev.baton.support.process.ProcessIdentity;
import java.nio.file.Path;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A process as the records name it.
 *
 * @param name the name of its connection to the store, never used twice
 * @param identity its identity on its machine
 * @param holds the folder in which it keeps the holds of its commands
 */
record LeaseProcess(String name, ProcessIdentity identity, String holds) {

    /** Returns a new connection of this process. */
    static LeaseProcess current(Path holds) {
        return new LeaseProcess(UUID.randomUUID().toString(), ProcessIdentity.current(), holds.toString());
    }

    void write(Map<String, @Nullable Object> object) {
        object.put("process", name);
        object.put("boot_id", identity.bootId());
        object.put("pid_namespace", identity.pidNamespace());
        object.put("pid", identity.pid());
        object.put("start_time", identity.startTime());
        object.put("holds", holds);
    }

    static LeaseProcess read(JsonFields fields) {
        return new LeaseProcess(
                fields.text("process"),
                new ProcessIdentity(
                        fields.textOrEmpty("boot_id"),
                        fields.number("pid_namespace", 0),
                        fields.number("pid", 0),
                        fields.number("start_time", 0)),
                fields.textOrEmpty("holds"));
    }
}
