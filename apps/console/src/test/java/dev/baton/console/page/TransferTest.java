package dev.baton.console.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.CandidateSettings;
import dev.baton.CandidateState;
import dev.baton.InstanceStatus;
import dev.baton.TransferDecision;
import dev.baton.TransferResult;
import dev.baton.console.RawStore;
import dev.baton.console.StatusPublisher;
import dev.baton.console.TestConsole;
import dev.baton.spi.StatusJson;
import dev.baton.support.json.Json;
import dev.baton.testkit.FaultProxy;
import dev.baton.testkit.TestCandidateProcess;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Transfers on the page, from the request to the outcome, between real candidates. */
class TransferTest {
    private static final Duration OVERDUE = Duration.ofSeconds(31);

    @Test // API-8
    void showsHowLongATransferTookAndWhoRequestedItInEveryTab() {
        try (TestConsole console = TestConsole.onFileStore();
                TestCandidateProcess one = start(console, "one")) {
            one.awaitEvent("acquired");
            try (TestCandidateProcess two = start(console, "two");
                    ElectionPage page = ElectionPage.at(console.url());
                    ElectionPage other = ElectionPage.at(console.url())) {
                page.leads("agent", "one");
                assertThat(other.makeLeader("two")).isEnabled();
                press(page, "two");
                two.awaitEvent("acquired");
                assertThat(transfer(page)).hasText(Pattern.compile("Transfer to two done after [0-9.]+ (ms|s)\\."));
                assertThat(transfer(other)).containsText("Transfer to two done after");
                page.leads("agent", "two");
                assertThat(page.page.locator(".log-asked"))
                        .hasText(Pattern.compile("two\\s+transfer requested by 127.0.0.1"));
                assertThat(page.page.locator(".log-transfer_done")).containsText("transfer done after");
                Accessibility.checkAllForms(page.page, "transfer-done");
                page.page.reload();
                assertThat(transfer(page)).containsText("done after");
            }
        }
    }

    @Test // API-8
    void showsWhyTheLeaderRefused() {
        AtomicBoolean healthy = new AtomicBoolean(true);
        try (TestConsole console = TestConsole.onFileStore();
                Baton baton = Baton.connect(console.storeUrl());
                ElectionPage page = ElectionPage.at("about:blank")) {
            Candidate leader = candidate(baton, "a", new AtomicBoolean(true));
            TestConsole.await("a leads", leader::isLeader);
            candidate(baton, "b", healthy);
            List<Route> held = new ArrayList<>();
            page.page.route("**/transfer?*", held::add);
            page.page.navigate(console.url());
            press(page, "b");
            page.page.waitForCondition(() -> !held.isEmpty());
            healthy.set(false);
            assertThat(page.makeLeader("b")).hasText("Unhealthy");
            held.get(0).resume();
            assertThat(transfer(page)).hasText("The leader refused the transfer to b: b is unhealthy.");
            assertThat(transfer(page).getByRole(AriaRole.ALERT)).hasCount(1);
            assertThat(page.page.locator(".log-transfer_refused")).containsText("transfer refused: b is unhealthy");
            page.leads("agent", "a");
            Accessibility.checkAllForms(page.page, "transfer-refused");
        }
    }

    @Test // API-8
    void countsDownAndReportsThatNobodyAnswered() {
        try (TestConsole console = TestConsole.onFileStore();
                StatusPublisher publisher = silentLeader(console);
                ElectionPage page = ElectionPage.at(console.url())) {
            page.leads("agent", "one");
            press(page, "two");
            assertThat(transfer(page)).containsText("Transfer to two requested.");
            assertThat(countdown(page)).hasText(Pattern.compile("(2\\d|30) s left"));
            String first = countdown(page).textContent();
            assertThat(countdown(page)).not().hasText(first);
            assertThat(console.get("/api/log").body()).doesNotContain("transfer_");
            Accessibility.checkAllForms(page.page, "transfer-pending");
            console.age(OVERDUE);
            assertThat(transfer(page)).containsText("No answer to the transfer to two within 30 s.");
            assertThat(page.page.locator(".notice.failed")).hasCount(1);
            assertThat(page.page.locator(".log-transfer_unanswered"))
                    .containsText("no answer to the transfer within 30 s");
            publisher.stop();
        }
    }

    @Test // API-8
    void outcomeIsUnknownWhileTheConnectionIsLost() {
        try (TestConsole console = TestConsole.onFileStore();
                StatusPublisher publisher = silentLeader(console);
                FaultProxy network = FaultProxy.to("127.0.0.1", console.port());
                ElectionPage page = ElectionPage.at("http://127.0.0.1:" + network.port())) {
            page.leads("agent", "one");
            press(page, "two");
            assertThat(countdown(page)).isVisible();
            network.refuse();
            assertThat(transfer(page)).containsText("Its outcome is unknown while the connection is lost.");
            assertThat(countdown(page)).hasCount(0);
            console.age(OVERDUE);
            network.heal();
            assertThat(transfer(page)).containsText("No answer to the transfer to two within 30 s.");
            publisher.stop();
        }
    }

    @Test // API-8
    void reportsATargetThatDoesNotLeadThoughTheLeaderAccepted() {
        try (TestConsole console = TestConsole.onFileStore();
                StatusPublisher publisher = silentLeader(console);
                ElectionPage page = ElectionPage.at(console.url())) {
            page.leads("agent", "one");
            press(page, "two");
            assertThat(countdown(page)).isVisible();
            String id = console.election("agent").get("transfer") instanceof Map<?, ?> transfer
                    ? String.valueOf(transfer.get("request_id"))
                    : "";
            publisher.publish("one", () -> List.of(leaderThatAccepted(id)));
            assertThat(transfer(page)).containsText("The leader steps down. Waiting until two leads.");
            console.age(OVERDUE);
            assertThat(transfer(page)).hasText("The leader accepted the transfer, but two did not lead within 30 s.");
            assertThat(page.page.locator(".notice.failed")).hasCount(1);
            assertThat(page.page.locator(".log-transfer_not_acquired")).hasCount(1);
            Accessibility.checkAllForms(page.page, "transfer-not-acquired");
        }
    }

    @Test // API-8
    void answerHasTheRequestIdUnderWhichTheOutcomeFollows() {
        try (TestConsole console = TestConsole.onFileStore();
                Baton baton = Baton.connect(console.storeUrl())) {
            Candidate leader = candidate(baton, "a", new AtomicBoolean(true));
            TestConsole.await("a leads", leader::isLeader);
            candidate(baton, "b", new AtomicBoolean(false));
            TestConsole.await("b is live", () -> console.instances("agent").contains("b"));
            var answer = console.post("/api/elections/agent/transfer", "{\"to\":\"b\"}");
            assertThat(answer.statusCode()).isEqualTo(202);
            Object id = Json.parseObject(answer.body()).get("request_id");
            TestConsole.await(
                    "the outcome is known",
                    () -> console.election("agent").get("transfer") instanceof Map<?, ?> transfer
                            && transfer.get("request_id").equals(id)
                            && transfer.get("outcome").equals("refused"));
            assertThat(console.post("/api/elections/agent/transfer", "{\"to\":\"none\"}")
                            .statusCode())
                    .isEqualTo(404);
            assertThat(console.get("/api/log").body()).doesNotContain("\"none\"");
        }
    }

    /** Lets "one" lead, which reads no requests, with the standby "two". */
    private static StatusPublisher silentLeader(TestConsole console) {
        StatusPublisher publisher = new StatusPublisher(console.raw());
        console.raw().leads("agent", "one");
        publisher.publish("one", () -> List.of(RawStore.leader("agent", "one", 1, 0)));
        publisher.publish("two", () -> List.of(RawStore.standby("agent", "two", 0)));
        return publisher;
    }

    /** Returns the status of the leader "one" with its answer to a request. */
    private static String leaderThatAccepted(String requestId) {
        TransferResult answer = new TransferResult("agent", requestId, TransferDecision.ACCEPTED, "");
        return StatusJson.write(new InstanceStatus(
                "agent", "one", true, CandidateState.LEADER, 1, 0, true, Instant.now(), StatusJson.write(answer)));
    }

    private static void press(ElectionPage page, String id) {
        page.makeLeader(id).click();
        page.makeLeader(id).click();
    }

    private static Locator transfer(ElectionPage page) {
        return page.page.getByTestId("transfer");
    }

    private static Locator countdown(ElectionPage page) {
        return page.page.getByTestId("countdown");
    }

    private static Candidate candidate(Baton baton, String id, AtomicBoolean healthy) {
        Candidate candidate = baton.election("agent")
                .candidate(CandidateSettings.builder()
                        .instanceId(id)
                        .healthCheck(healthy::get)
                        .healthInterval(Duration.ofMillis(100))
                        .build());
        candidate.start();
        return candidate;
    }

    private static TestCandidateProcess start(TestConsole console, String id) {
        return TestCandidateProcess.start(console.storeUrl(), "agent", id, Duration.ZERO);
    }
}
