package dev.baton.node.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.node.proof.AcceptedWrite.Change;
import dev.baton.node.proof.Cluster.Answer;
import dev.baton.testkit.FencedWriteChecker;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two controllers that both believe they lead: only the database can tell them apart. */
class FenceSwitchedOffTest {
    private static final String FENCED = "dev.baton.cli.Main";
    private static final String UNFENCED = UnfencedController.class.getName();

    @TempDir
    Path directory;

    private final FencedWriteChecker history = new FencedWriteChecker();
    private final List<AcceptedWrite> answers = new ArrayList<>();
    /** What the old leader was told after its successor had begun its term, and after that had written. */
    private final List<Answer> late = new ArrayList<>();

    private LedgerJudge play(String main) throws SQLException {
        Path database = directory.resolve("node.db");
        String store = "sqlite:" + database;
        try (BareController old = new BareController(directory, main, "a", store);
                BareController successor = new BareController(directory, main, "b", store)) {
            old.lead(1);
            write(old);
            successor.lead(2);
            long begun = System.currentTimeMillis();
            Awaitility.await("the database's clock goes on").until(() -> System.currentTimeMillis() > begun + 1);
            late.add(write(old));
            write(successor);
            late.add(write(old));
        }
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + database)) {
            return new LedgerJudge(connection);
        }
    }

    private Answer write(BareController controller) {
        long sent = System.nanoTime();
        Answer answer = Cluster.send("POST", controller.url() + "/v1/jobs", "{\"name\":\"work\"}");
        if (answer.isOk()) {
            history.accepted("job", answer.epoch(), sent, System.nanoTime());
            answers.add(
                    new AcceptedWrite(answer.node(), answer.epoch(), new Change(answer.text("id"), "queued", 1), true));
        }
        return answer;
    }

    @Test // NODE-7, NODE-11 (4)
    void theFenceKeepsAnOldLeaderOutThatBelievesItLeads() throws SQLException {
        LedgerJudge judge = play(FENCED);
        Answer first = late.get(0);
        assertThat(first.status()).isEqualTo(409);
        assertThat(first.text("error")).isEqualTo("STALE_EPOCH");
        assertThat(first.number("leader_epoch")).isEqualTo(2);
        // Since the store has told it so, it knows that it does not lead.
        assertThat(late.get(1).text("error")).isEqualTo("NOT_LEADER");
        assertThat(history.violations()).isEmpty();
        assertThat(judge.staleCommits()).isEmpty();
        assertThat(judge.falseAnswers(answers)).isEmpty();
        assertThat(answers).hasSize(2);
        checkTheJudge(judge, answers.get(1));
    }

    /** Answers that were never given, beside one that was: of the wrong node, under the wrong epoch, of nothing. */
    private static void checkTheJudge(LedgerJudge judge, AcceptedWrite real) {
        Change unknown = new Change("nowhere", "queued", 1);
        assertThat(judge.falseAnswers(List.of(
                        real,
                        new AcceptedWrite("a", real.epoch(), Change.NONE, true),
                        new AcceptedWrite("a", 1, real.change(), true),
                        new AcceptedWrite("a", 1, real.change(), false),
                        new AcceptedWrite("b", 2, unknown, true),
                        new AcceptedWrite("b", 3, Change.NONE, true))))
                .hasSize(5);
    }

    @Test // NODE-7
    void withoutTheFenceTheCheckersFindItsWrites() throws SQLException {
        LedgerJudge judge = play(UNFENCED);
        assertThat(late).allMatch(answer -> answer.status() == 201);
        // The first is given away by no later write, but by the term that had begun.
        assertThat(history.violations()).hasSize(1);
        assertThat(judge.staleCommits())
                .hasSize(2)
                .anyMatch(line -> line.contains("after term 2 had begun"))
                .anyMatch(line -> line.contains("after an event of epoch 2"));
    }
}
