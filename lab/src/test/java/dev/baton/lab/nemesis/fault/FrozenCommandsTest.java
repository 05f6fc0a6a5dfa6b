package dev.baton.lab.nemesis.fault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.lab.nemesis.history.HistoryFolder;
import dev.baton.lab.nemesis.history.ProcessHistory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the trial records about commands that cannot write. */
class FrozenCommandsTest {
    @TempDir
    Path folder;

    @Test
    void commandOfATenureIsRecordedAndOtherProcessesAreNot() throws Exception {
        Process command = start(Map.of());
        Process watchdog = start(Map.of("BATON_LEASH_SCRIPT", "watch"));
        try {
            new FrozenCommands(folder)
                    .record(List.of(
                            Long.toString(command.pid()),
                            Long.toString(watchdog.pid()),
                            Long.toString(ProcessHandle.current().pid()),
                            "0"));
        } finally {
            command.destroyForcibly();
            watchdog.destroyForcibly();
        }
        List<ProcessHistory> histories = new HistoryFolder(folder).read();
        assertThat(histories).hasSize(1);
        assertThat(histories.get(0).kind()).isEqualTo(ProcessHistory.Kind.COMMAND);
        assertThat(histories.get(0).events()).singleElement().asString().contains("election=e00", "epoch=7");
    }

    private static Process start(Map<String, String> variables) throws IOException {
        ProcessBuilder builder = new ProcessBuilder("sleep", "60");
        builder.environment().put("BATON_ELECTION", "e00");
        builder.environment().put("BATON_EPOCH", "7");
        builder.environment().putAll(variables);
        return builder.start();
    }
}
