package dev.baton.support.process;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Prints the evidence about a process: {@code BOOT_ID PID_NAMESPACE PID START_TIME [own-machine | state | no-descriptors]}. */
final class EvidenceMain {
    private EvidenceMain() {}

    public static void main(String[] args) {
        ProcessIdentity process =
                new ProcessIdentity(args[0], Long.parseLong(args[1]), Long.parseLong(args[2]), Long.parseLong(args[3]));
        ProcessEvidence evidence =
                ProcessEvidence.of(Path.of("/proc"), ProcessHandle.current().pid(), PidProbe.NONE);
        String mode = args.length > 4 ? args[4] : "";
        Enum<?> answer = switch (mode) {
            case "own-machine" -> evidence.hasEndedOnOwnMachine(process);
            case "state" -> evidence.stateOf(process);
            default -> evidence.hasEnded(process);
        };
        List<FileInputStream> open = new ArrayList<>();
        if (mode.equals("no-descriptors")) {
            // The JVM itself closes a file now and then: an answer counts only if no descriptor was free after it.
            do {
                while (takesOneMore(open)) {}
                // Read by a new object too: it knows nothing from before.
                ProcessState fresh = ProcessEvidence.ofProcOnly().stateOf(process);
                answer = fresh == evidence.stateOf(process) ? fresh : Evidence.UNKNOWN;
            } while (takesOneMore(open));
        }
        System.out.println(answer);
        System.exit(open.size() == 1 ? 1 : 0);
    }

    private static boolean takesOneMore(List<FileInputStream> open) {
        try {
            return open.add(new FileInputStream("/dev/null"));
        } catch (IOException noneLeft) {
            return false;
        }
    }
}
