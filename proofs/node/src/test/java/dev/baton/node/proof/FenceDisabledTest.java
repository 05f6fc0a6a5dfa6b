package dev.baton.node.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.node.proof.AcceptedWrite.Change;
import dev.baton.node.proof.Cluster.Response;
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

/** Two controllers that both act as leader: only the database can refuse the old one. */
class FenceDisabledTest {
    private static final String FENCED = "dev.baton.cli.Main";
    private static final String UNFENCED = UnfencedController.class.getName();

    @TempDir
    Path directory;

    private final FencedWriteChecker history = new FencedWriteChecker();
    private final List<AcceptedWrite> acceptedWrites = new ArrayList<>();

    /** The responses of the old leader after the new one had begun its term, and after it had written. */
    private final List<Response> late = new ArrayList<>();

    private DatabaseAudit run(String main) throws SQLException {
        Path database = directory.resolve("node.db");
        String store = "sqlite:" + database;
        try (ControllerFixture old = new ControllerFixture(directory, main, "a", store);
                ControllerFixture next = new ControllerFixture(directory, main, "b", store)) {
            old.lead(1);
            write(old);
            next.lead(2);
            long begun = System.currentTimeMillis();
            Awaitility.await("the clock of the database advances").until(() -> System.currentTimeMillis() > begun + 1);
            late.add(write(old));
            write(next);
            late.add(write(old));
        }
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + database)) {
            return new DatabaseAudit(connection);
        }
    }

    private Response write(ControllerFixture controller) {
        long sent = System.nanoTime();
        Response response = Cluster.send("POST", controller.url() + "/v1/jobs", "{\"name\":\"work\"}");
        if (response.isOk()) {
            history.accepted("job", response.epoch(), sent, System.nanoTime());
            acceptedWrites.add(new AcceptedWrite(
                    response.node(), response.epoch(), new Change(response.text("id"), "queued", 1), true));
        }
        return response;
    }

    @Test // NODE-7, NODE-11 (4)
    void fenceRefusesAnOldLeaderThatStillActsAsLeader() throws SQLException {
        DatabaseAudit audit = run(FENCED);
        Response first = late.get(0);
        assertThat(first.status()).isEqualTo(409);
        assertThat(first.text("error")).isEqualTo("STALE_EPOCH");
        assertThat(first.number("leader_epoch")).isEqualTo(2);
        // After the refusal of the store, it does not act as leader any more.
        assertThat(late.get(1).text("error")).isEqualTo("NOT_LEADER");
        assertThat(history.violations()).isEmpty();
        assertThat(audit.staleCommits()).isEmpty();
        assertThat(audit.falseResponses(acceptedWrites)).isEmpty();
        assertThat(acceptedWrites).hasSize(2);
        checkTheAudit(audit, acceptedWrites.get(1));
    }

    /** Passes one real response and five invented ones: wrong node, wrong epoch, unknown job. */
    private static void checkTheAudit(DatabaseAudit audit, AcceptedWrite real) {
        Change unknown = new Change("nowhere", "queued", 1);
        assertThat(audit.falseResponses(List.of(
                        real,
                        new AcceptedWrite("a", real.epoch(), Change.NONE, true),
                        new AcceptedWrite("a", 1, real.change(), true),
                        new AcceptedWrite("a", 1, real.change(), false),
                        new AcceptedWrite("b", 2, unknown, true),
                        new AcceptedWrite("b", 3, Change.NONE, true))))
                .hasSize(5);
    }

    @Test // NODE-7
    void checkersFindStaleWritesWithoutTheFence() throws SQLException {
        DatabaseAudit audit = run(UNFENCED);
        assertThat(late).allMatch(response -> response.status() == 201);
        // No later write exposes the first one; the beginning of the term does.
        assertThat(history.violations()).hasSize(1);
        assertThat(audit.staleCommits())
                .hasSize(2)
                .anyMatch(line -> line.contains("after term 2 had begun"))
                .anyMatch(line -> line.contains("after an event of epoch 2"));
    }
}
