package dev.baton.quorum.mqtt;

import dev.baton.quorum.wire.ByteReader;
import dev.baton.quorum.wire.ByteWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

/**
 * Where a process can be looked for: the machine since its last boot, the namespace its number belongs to, its
 * number and when it began. Processes of one machine can prove each other's death; others cannot.
 *
 * @param machine empty where this cannot be told
 */
record MqttProcessTrace(String machine, long pid, long began) {
    private static final MqttProcessTrace NOWHERE = new MqttProcessTrace("", 0, 0);
    /** Of the fields behind the command's name in /proc/PID/stat: the state, and the start in ticks since boot. */
    private static final int STATE = 0;

    private static final int BEGAN = 19;

    /** This process. */
    static MqttProcessTrace here() {
        try {
            if (hidesProcesses(Files.readString(Path.of("/proc/self/mounts")))) {
                return NOWHERE;
            }
            String boot =
                    Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).trim();
            String namespace =
                    Files.readSymbolicLink(Path.of("/proc/self/ns/pid")).toString();
            long pid = ProcessHandle.current().pid();
            return new MqttProcessTrace(
                    boot + " " + namespace, pid, Long.parseLong(stat(pid).get(BEGAN)));
        } catch (IOException | RuntimeException notLinux) {
            return NOWHERE;
        }
    }

    /** Whether processes of other users look as if they had ended. */
    static boolean hidesProcesses(String mounts) {
        return mounts.lines()
                .filter(line -> line.contains(" /proc proc "))
                .anyMatch(line -> line.contains("hidepid=") && !line.matches(".*hidepid=(0|off)\\b.*"));
    }

    boolean isOnTheMachineOf(MqttProcessTrace other) {
        return !machine.isEmpty() && machine.equals(other.machine);
    }

    /** Whether the kernel of this machine says that it has ended; anything else than a clear yes is no. */
    boolean hasEnded() {
        try {
            List<String> fields = stat(pid);
            if (Long.parseLong(fields.get(BEGAN)) != began) {
                return true;
            }
            // The first thread of a process may have ended before the others: then this is not its end.
            return fields.get(STATE).equals("Z") && threads() <= 1;
        } catch (NoSuchFileException gone) {
            return true;
        } catch (IOException | RuntimeException unknown) {
            return false;
        }
    }

    private static List<String> stat(long pid) throws IOException {
        String text = Files.readString(Path.of("/proc/" + pid + "/stat"));
        return List.of(text.substring(text.lastIndexOf(')') + 2).split(" ", -1));
    }

    private long threads() throws IOException {
        try (var tasks = Files.list(Path.of("/proc/" + pid + "/task"))) {
            return tasks.count();
        }
    }

    void write(ByteWriter out) {
        out.text(machine).int8(pid).int8(began);
    }

    static MqttProcessTrace read(ByteReader in) {
        return new MqttProcessTrace(in.text(), in.int8(), in.int8());
    }
}
