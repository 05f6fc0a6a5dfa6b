package dev.baton.lab.nemesis.fault;

import dev.baton.lab.nemesis.history.HistoryEvent;
import dev.baton.lab.nemesis.history.HistoryLog;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Commands that are frozen write nothing themselves, but exist: the trial records that for them. */
record FrozenCommands(Path folder) {
    /** Only the processes between baton and a command have it. They can outlive the command and do nothing themselves. */
    private static final String LEASH_VARIABLE = "BATON_LEASH_SCRIPT";

    /** Records that these processes exist now, if they are commands of a {@code baton run}. */
    void record(List<String> pids) throws IOException {
        for (String pid : pids) {
            Map<String, String> variables = variables(pid);
            String election = variables.getOrDefault("BATON_ELECTION", "");
            String epoch = variables.getOrDefault("BATON_EPOCH", "");
            if (!election.isEmpty() && !epoch.isEmpty() && !variables.containsKey(LEASH_VARIABLE)) {
                try (HistoryLog log = new HistoryLog(folder.resolve("frozen-" + pid + ".beats"))) {
                    log.add(new HistoryEvent.Beat(election, Long.parseLong(epoch), System.nanoTime()));
                }
            }
        }
    }

    private static Map<String, String> variables(String pid) {
        Map<String, String> found = new HashMap<>();
        try {
            String all = Files.readString(Path.of("/proc", pid, "environ"), StandardCharsets.ISO_8859_1);
            Arrays.stream(all.split("\0", -1))
                    .map(line -> line.split("=", 2))
                    .filter(pair -> pair.length == 2)
                    .forEach(pair -> found.put(pair[0], pair[1]));
        } catch (IOException ended) {
            // It does not exist any more.
        }
        return found;
    }
}
