package dev.baton.console.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import dev.baton.console.TestConsole;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Operations of nodes on the page: what is sent, and what the page shows about the answer. */
class NodeOperationsTest {
    private static final int WRITES = 40;

    @TempDir
    Path directory;

    private FakeNode node;

    @BeforeEach
    void startLeader() throws IOException {
        node = new FakeNode("n1");
        node.setRole("LEADER", 5);
    }

    @AfterEach
    void stop() {
        node.close();
    }

    @Test // NODE-4
    void drainsChangesTheGraceAndCancels() {
        try (TestConsole console = TestConsole.withNodesOnly(List.of(node.url()));
                ElectionPage page = ElectionPage.at(console.url())) {
            page.page.locator(".node input[type=number]").fill("25");
            Locator drain = action(page, "drain");
            drain.click();
            assertThat(drain).hasText("Press again");
            assertThat(node.writes()).isEmpty();
            drain.click();
            awaitAccepted(page, "drain n1");
            assertThat(node.writes()).containsExactly("POST /v1/drain {\"node_id\":\"n1\",\"grace_s\":25.0}");
            assertThat(page.page.locator(".log-node_done")).containsText("drain, requested by 127.0.0.1");

            node.setRole("DRAINING", 5);
            assertThat(drain).hasText("Change grace");
            page.page.locator(".node input[type=number]").fill("0");
            press(drain);
            awaitAccepted(page, "change the grace of the drain of n1");
            assertThat(node.writes()).last().isEqualTo("POST /v1/drain {\"node_id\":\"n1\",\"grace_s\":0.0}");
            press(action(page, "cancel-drain"));
            awaitAccepted(page, "cancel the drain of n1");
            assertThat(node.writes()).last().isEqualTo("DELETE /v1/drain {\"node_id\":\"n1\"}");

            node.setRole("STANDBY", 5);
            assertThat(drain).hasText("Drain");
            assertThat(action(page, "cancel-drain")).isEnabled();
            press(drain);
            TestConsole.await("the standby is drained", () -> node.writes().size() == 4);
        }
    }

    @Test // NODE-4
    void retriesAndDeletesJobsAndDeletesAgentsOnTheLeaderOnly() {
        try (TestConsole console = TestConsole.withNodesOnly(List.of(node.url()));
                ElectionPage page = ElectionPage.at(console.url())) {
            Locator dead = page.page.locator("tr[data-job=j-3]");
            assertThat(dead).containsText("3 of 3");
            assertThat(dead).containsText("gpu");
            assertThat(page.page.locator("tr[data-agent=n1-worker]")).containsText("gpu, arm");
            press(action(page, "jobs/j-3/retry"));
            awaitAccepted(page, "retry job render");
            press(action(page, "jobs/j-3/delete"));
            awaitAccepted(page, "delete job render");
            press(action(page, "jobs/j-1/cancel"));
            awaitAccepted(page, "cancel job resize");
            press(action(page, "agents/n1-worker/delete"));
            awaitAccepted(page, "delete agent n1-worker");
            assertThat(node.writes())
                    .containsExactly(
                            "POST /v1/jobs/j-3/retry ",
                            "DELETE /v1/jobs/j-3 ",
                            "POST /v1/jobs/j-1/cancel ",
                            "DELETE /v1/agents/n1-worker ");
            Accessibility.checkAllForms(page.page, "node-operations");
            action(page, "drain").click();
            Accessibility.check(page.page);
            node.setRole("STANDBY", 6);
            assertThat(action(page, "jobs/j-3/retry")).isDisabled();
            assertThat(action(page, "jobs/j-3/retry"))
                    .hasAttribute("title", "Only the leader changes jobs and agents: n1.");
        }
    }

    @Test // NODE-4
    void showsWhyANodeRefusedAndThatOneDidNotAnswer() {
        try (TestConsole console = TestConsole.withNodesOnly(List.of(node.url()));
                ElectionPage page = ElectionPage.at(console.url())) {
            node.answerWrites(409, "{\"error\":\"CONFLICT\",\"message\":\"the job has\\u0007 not ended\"}");
            press(action(page, "jobs/j-3/delete"));
            assertThat(page.page.locator(".notice.failed"))
                    .hasText("n1 refused to delete job render: CONFLICT: the job has  not ended.");
            assertThat(page.page.locator(".log-node_refused"))
                    .containsText("deletion of job j-3, requested by 127.0.0.1");
            node.answerWrites(409, "{\"error\":\"NOT_LEADER\",\"leader_id\":\"n2\"}");
            press(action(page, "drain"));
            assertThat(page.page.locator(".notice.failed")).containsText("it does not lead; n2 does");
            node.answerWrites(0, "");
            press(action(page, "drain"));
            assertThat(notice(page)).containsText("Waiting at most 8 s for the answer");
            assertThat(page.page.locator(".notice.failed")).containsText("may or may not have taken effect");
            assertThat(page.page.locator(".log-node_unanswered")).containsText("drain, requested by 127.0.0.1");
            Accessibility.check(page.page);
            node.close();
            assertThat(action(page, "drain")).isDisabled();
            assertThat(action(page, "drain")).hasAttribute("title", "The node cannot be reached.");
        }
    }

    @Test // NODE-4
    void requestsTheTokenAndSendsNothingWithAWrongOne() {
        try (TestConsole console = TestConsole.withNodesAndToken(List.of(node.url()));
                ElectionPage page = ElectionPage.at(console.url() + "/#/nodes")) {
            assertThat(action(page, "drain")).isDisabled();
            Locator token = page.page.locator(".token input");
            token.fill("not-the-token");
            token.press("Enter");
            press(action(page, "drain"));
            assertThat(page.page.locator(".notice.failed")).hasText("That token is wrong.");
            assertThat(page.page.locator(".notice.failed")).hasCSS("color", "rgb(179, 38, 30)");
            assertThat(node.writes()).isEmpty();
            token.fill(TestConsole.TOKEN);
            token.press("Enter");
            press(action(page, "drain"));
            assertThat(notice(page)).containsText("n1 accepted");
        }
    }

    @Test // NODE-4
    void showsWhyAConsoleDoesNotOperateNodes() throws IOException {
        Path nodeToken = Files.writeString(directory.resolve("token"), "the-token-of-the-nodes\n");
        try (TestConsole console = TestConsole.withNodeToken(List.of(node.url()), nodeToken);
                ElectionPage page = ElectionPage.at(console.url())) {
            assertThat(page.page.getByTestId("read-only")).containsText("none of its own (--token-file)");
            assertThat(action(page, "drain")).isDisabled();
            assertThat(console.post("/api/nodes/n0/drain", "").statusCode()).isEqualTo(401);
        }
        try (TestConsole console = TestConsole.readOnlyWithNodes(List.of(node.url()));
                ElectionPage page = ElectionPage.at("http://127.0.0.1:" + console.port())) {
            assertThat(page.page.getByTestId("read-only")).containsText("This console is read-only");
            assertThat(action(page, "drain")).hasAttribute("title", Pattern.compile("read-only"));
            assertThat(console.post("/api/nodes/n0/drain", "").statusCode()).isEqualTo(401);
        }
        assertThat(node.writes()).isEmpty();
    }

    @Test // NODE-4
    void forwardsOnlyWhatIsAnOperationOfAKnownNode() {
        try (TestConsole console = TestConsole.withNodesOnly(List.of(node.url()))) {
            TestConsole.await(
                    "the node is known",
                    () -> console.get("/api/console").body().contains("\"LEADER\""));
            for (String path : List.of("n7/drain", "n0/jobs/j-1/explode", "n0/restart")) {
                assertThat(console.post("/api/nodes/" + path, "").statusCode())
                        .as(path)
                        .isEqualTo(404);
            }
            for (String path : List.of("n0/jobs/..%2Fdrain/cancel", "n0/agents/a%3Fb/delete")) {
                assertThat(console.post("/api/nodes/" + path, "").statusCode())
                        .as(path)
                        .isEqualTo(400);
            }
            for (String body : List.of("{\"grace_s\":-1}", "{\"grace_s\":3601}", "{\"grace_s\":\"1\"}", "[]")) {
                assertThat(console.post("/api/nodes/n0/drain", body).statusCode())
                        .as(body)
                        .isEqualTo(400);
            }
            assertThat(console.post("/api/nodes/n0/drain", "", "Origin", "http://evil.example")
                            .statusCode())
                    .isEqualTo(403);
            assertThat(node.writes()).isEmpty();
        }
    }

    @Test // NODE-4
    void everyOperationWorksWithTheKeyboard() {
        try (TestConsole console = TestConsole.withNodesOnly(List.of(node.url()));
                ElectionPage page = ElectionPage.at(console.url())) {
            assertThat(action(page, "drain")).isEnabled();
            tabToElement(page, "document.activeElement.type === 'number'");
            page.page.keyboard().type("5");
            node.setRole("DRAINING", 5);
            assertThat(action(page, "cancel-drain")).isEnabled();
            assertThat(page.page.locator(".node input[type=number]")).hasValue("5");
            int writes = 0;
            for (String path : List.of("drain", "cancel-drain")) {
                pressWithTheKeyboard(page, path, ++writes);
            }
            assertThat(node.writes()).first().isEqualTo("POST /v1/drain {\"node_id\":\"n1\",\"grace_s\":5.0}");
            node.setRole("LEADER", 5);
            assertThat(action(page, "jobs/j-3/retry")).isEnabled();
            for (String path :
                    List.of("jobs/j-1/cancel", "jobs/j-3/retry", "jobs/j-3/delete", "agents/n1-worker/delete")) {
                pressWithTheKeyboard(page, path, ++writes);
            }
        }
    }

    private void pressWithTheKeyboard(ElectionPage page, String path, int writes) {
        tabTo(page, path);
        page.page.keyboard().press("Enter");
        assertThat(action(page, path)).hasText("Press again");
        page.page.keyboard().press("Escape");
        assertThat(action(page, path)).not().hasText("Press again");
        page.page.keyboard().press("Enter");
        page.page.keyboard().press("Enter");
        TestConsole.await(path, () -> node.writes().size() == writes);
    }

    @Test // NODE-4
    void focusStaysOnItsButtonWhenANewerJobMovesTheRows() {
        try (TestConsole console = TestConsole.withNodesOnly(List.of(node.url()));
                ElectionPage page = ElectionPage.at(console.url())) {
            action(page, "jobs/j-3/retry").focus();
            page.page.keyboard().press("Enter");
            node.addNewestJob("j-4");
            assertThat(action(page, "jobs/j-4/retry")).isEnabled();
            assertThat(action(page, "jobs/j-3/retry")).isFocused();
            page.page.keyboard().press("Enter");
            TestConsole.await("the job is retried", () -> node.writes().size() == 1);
            assertThat(node.writes()).containsExactly("POST /v1/jobs/j-3/retry ");
        }
    }

    private static void tabTo(ElectionPage page, String path) {
        tabToElement(page, "document.activeElement.dataset.action === '" + path + "'");
    }

    private static void tabToElement(ElectionPage page, String condition) {
        for (int i = 0; i < 40 && !Boolean.TRUE.equals(page.page.evaluate(condition)); i++) {
            page.page.keyboard().press("Tab");
        }
        assertThat(page.page.evaluate(condition)).as(condition).isEqualTo(true);
    }

    @Test // NODE-4
    void writesToASilentNodeLeaveThreadsForReads() throws Exception {
        try (TestConsole console = TestConsole.withNodesOnly(List.of(node.url()))) {
            TestConsole.await(
                    "the node is known",
                    () -> console.get("/api/console").body().contains("\"LEADER\""));
            node.answerWrites(0, "");
            ExecutorService clients = Executors.newFixedThreadPool(WRITES);
            try {
                List<Future<Integer>> answers = new ArrayList<>();
                for (int i = 0; i < WRITES; i++) {
                    answers.add(clients.submit(
                            () -> console.post("/api/nodes/n0/drain", "").statusCode()));
                }
                TestConsole.await("sixteen writes wait", () -> node.writes().size() == 16);
                assertThat(console.get("/api/elections").statusCode()).isEqualTo(200);
                node.close();
                Set<Integer> statuses = new TreeSet<>();
                for (Future<Integer> answer : answers) {
                    statuses.add(answer.get(30, TimeUnit.SECONDS));
                }
                assertThat(statuses).containsExactly(502, 503);
            } finally {
                clients.shutdownNow();
            }
        }
    }

    private static void press(Locator button) {
        button.click();
        button.click();
    }

    private static Locator action(ElectionPage page, String path) {
        return page.page.locator("button[data-action='" + path + "']");
    }

    /** The notice names the operation before the node has received it, too. */
    private static void awaitAccepted(ElectionPage page, String operation) {
        assertThat(notice(page)).hasText(Pattern.compile("n1 accepted after [0-9.]+ m?s: " + operation));
    }

    private static Locator notice(ElectionPage page) {
        return page.page.getByTestId("node-notice");
    }
}
