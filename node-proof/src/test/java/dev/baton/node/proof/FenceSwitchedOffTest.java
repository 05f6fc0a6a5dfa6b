package dev.baton.node.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.node.proof.Cluster.Answer;
import dev.baton.testkit.WriteHistory;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two controllers that both believe they lead: only the database can tell them apart. */
class FenceSwitchedOffTest {
    @TempDir
    Path directory;

    private Answer lastOfOld = Answer.NONE;

    /** The history of an old and a new leader that write one after the other, and then the old one again. */
    private WriteHistory play(String main) {
        WriteHistory history = new WriteHistory();
        String store = "sqlite:" + directory.resolve("node.db");
        try (BareController old = new BareController(directory, main, "a", store);
                BareController successor = new BareController(directory, main, "b", store)) {
            old.lead(1);
            write(history, old);
            successor.lead(2);
            write(history, successor);
            lastOfOld = write(history, old);
        }
        return history;
    }

    private static Answer write(WriteHistory history, BareController controller) {
        long sent = System.nanoTime();
        Answer answer = Cluster.send("POST", controller.url() + "/v1/jobs", "{\"name\":\"work\"}");
        if (answer.isOk()) {
            history.accepted("job", answer.number("leader_epoch"), sent, System.nanoTime());
        }
        return answer;
    }

    @Test // NODE-7, NODE-11 (4)
    void theFenceKeepsAnOldLeaderOutThatBelievesItLeads() {
        assertThat(play("dev.baton.cli.Main").violations()).isEmpty();
        assertThat(lastOfOld.status()).isEqualTo(409);
        assertThat(lastOfOld.text("error")).isEqualTo("STALE_EPOCH");
        assertThat(lastOfOld.number("leader_epoch")).isEqualTo(2);
    }

    @Test // NODE-7
    void withoutTheFenceTheCheckerFindsItsWrite() {
        assertThat(play(UnfencedController.class.getName()).violations()).hasSize(1);
        assertThat(lastOfOld.status()).isEqualTo(201);
    }
}
