package dev.baton.node.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.node.client.ControllerClient;
import dev.baton.node.database.AgentState;
import dev.baton.node.http.NodeFixture;
import dev.baton.node.job.Job;
import dev.baton.node.job.JobState;
import dev.baton.node.job.Labels;
import dev.baton.support.thread.NamedThreads;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An agent and a controller that it can lose contact with. The test ends the commands. */
class JobAgentTest {
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final Duration SHORT = Duration.ofSeconds(2);

    @TempDir
    Path directory;

    private NodeFixture node;
    private final TestCommands commands = new TestCommands();
    private JobAgent agent;

    @BeforeEach
    void start() {
        node = new NodeFixture("sqlite:" + directory.resolve("node.db"));
        node.lead();
        agent = agent(SHORT, 1);
    }

    private JobAgent agent(Duration ttl, int capacity) {
        return agent(new AgentSettings("w", Duration.ofSeconds(1), Optional.of(ttl), capacity, Labels.NONE));
    }

    private JobAgent waitingAgent(Duration poll) {
        return agent(new AgentSettings("w", poll, Optional.of(LONG), 1, Labels.NONE));
    }

    private JobAgent agent(AgentSettings settings) {
        ControllerClient client = new ControllerClient(List.of(node.url()), Optional.empty(), Optional.empty());
        JobAgent started = new JobAgent(settings, client, commands);
        NamedThreads.start("agent", () -> run(started));
        return started;
    }

    private static void run(JobAgent agent) {
        try {
            agent.run();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @AfterEach
    void close() throws InterruptedException {
        agent.stop(Duration.ZERO);
        node.close();
    }

    private void awaitJob(String id, JobState state) {
        Awaitility.await().atMost(LONG).until(() -> job(id).state() == state);
    }

    private Job job(String id) {
        return node.database().job(id).orElseThrow();
    }

    @Test // NODE-8
    void commandThatEndsWithTheContactIsNoResultAndItsJobRunsAgain() throws InterruptedException {
        String id = node.submit("{\"name\":\"j\",\"command\":[\"true\"]}");
        TestCommands.TestCommand command = commands.next();
        node.stepDown();
        Awaitility.await().atMost(LONG).until(() -> !command.lease().isValid());
        command.end(new CommandEnd.Stopped());
        node.lead();

        TestCommands.TestCommand again = commands.next();
        assertThat(job(id).attempt()).isEqualTo(1);
        assertThat(job(id).jobEpoch()).isEqualTo(2);
        again.end(new CommandEnd.Exited(0));
        awaitJob(id, JobState.SUCCEEDED);
    }

    @Test // NODE-8
    void resultFromBeforeTheContactWasLostIsDelivered() throws InterruptedException {
        String id = node.submit("{\"name\":\"j\",\"command\":[\"false\"]}");
        TestCommands.TestCommand command = commands.next();
        node.stepDown();
        command.end(new CommandEnd.Exited(7));
        Awaitility.await().atMost(LONG).until(() -> !command.lease().isValid());
        node.lead();

        awaitJob(id, JobState.FAILED);
        assertThat(job(id).exitCode()).contains(7);
        assertThat(job(id).jobEpoch()).isEqualTo(1);
    }

    @Test // NODE-8, NODE-10
    void stoppedAgentGivesItsJobBackWithoutUsingAnAttempt() throws InterruptedException {
        String id = node.submit("{\"name\":\"j\",\"command\":[\"true\"],\"max_attempts\":1}");
        for (int restart = 0; restart < 3; restart++) {
            commands.next();
            agent.stop(Duration.ofSeconds(10));
            assertThat(job(id))
                    .matches(job -> job.state() == JobState.QUEUED, "queued")
                    .matches(job -> job.attempt() == 0, "no attempt used");
            agent = agent(LONG, 1);
        }
        commands.next().end(new CommandEnd.Exited(0));
        awaitJob(id, JobState.SUCCEEDED);
    }

    @Test // NODE-8, NODE-10
    void requestOfAStoppedAgentThatStillWaitsGetsNoJob() throws InterruptedException {
        agent.stop(Duration.ofSeconds(10));
        agent = waitingAgent(Duration.ofSeconds(60));
        Awaitility.await().atMost(LONG).until(() -> agentState() == AgentState.ACTIVE);
        agent.stop(Duration.ofSeconds(10));
        assertThat(agentState()).isEqualTo(AgentState.VANISHED);
        String id = node.submit("{\"name\":\"j\",\"command\":[\"true\"]}");
        agent = agent(LONG, 1);
        commands.next().end(new CommandEnd.Exited(0));
        awaitJob(id, JobState.SUCCEEDED);
        assertThat(job(id).attempt()).isEqualTo(1);
    }

    @Test // NODE-8, NODE-10
    void runReturnsOnlyAfterTheLeaderKnowsThatTheAgentHasStopped() throws Exception {
        agent.stop(Duration.ofSeconds(10));
        ControllerClient client = new ControllerClient(List.of(node.url()), Optional.empty(), Optional.empty());
        agent = new JobAgent(
                new AgentSettings("w", Duration.ofSeconds(60), Optional.of(LONG), 1, Labels.NONE), client, commands);
        CompletableFuture<AgentState> atTheEnd = new CompletableFuture<>();
        NamedThreads.start("agent", () -> {
            run(agent);
            atTheEnd.complete(agentState());
        });
        Awaitility.await().atMost(LONG).until(() -> agentState() == AgentState.ACTIVE);
        agent.stop(Duration.ofSeconds(10));
        assertThat(atTheEnd.get(30, TimeUnit.SECONDS)).isEqualTo(AgentState.VANISHED);
    }

    private AgentState agentState() {
        return node.database().agents().get(0).state();
    }

    @Test // NODE-9, NODE-10
    void agentThatFinishesEndsItsJobAndLeasesNoMore() throws InterruptedException {
        String first = node.submit("{\"name\":\"j\",\"command\":[\"true\"]}");
        TestCommands.TestCommand command = commands.next();
        agent.finish();
        String second = node.submit("{\"name\":\"j\",\"command\":[\"true\"]}");
        command.end(new CommandEnd.Exited(0));
        awaitJob(first, JobState.SUCCEEDED);
        Awaitility.await().atMost(LONG).until(() -> agentState() == AgentState.VANISHED);
        assertThat(job(second).state()).isEqualTo(JobState.QUEUED);
        assertThat(job(second).jobEpoch()).isEqualTo(1);
    }

    @Test // NODE-8
    void commandThatVanishesWhileTheAgentHasContactUsesAnAttempt() throws InterruptedException {
        String id = node.submit("{\"name\":\"j\",\"command\":[\"true\"],\"max_attempts\":1}");
        commands.next().end(new CommandEnd.Stopped());
        awaitJob(id, JobState.DEAD);
    }

    @Test // NODE-8
    void agentThatCannotStartCommandsGivesTheLeaseBackWithoutUsingAnAttemptAndPauses() {
        String id = node.submit("{\"name\":\"j\",\"command\":[\"" + TestCommands.BROKEN + "\"],\"max_attempts\":1}");
        Awaitility.await().atMost(LONG).until(() -> commands.refusals().size() >= 2);
        assertThat(job(id).state()).isIn(JobState.QUEUED, JobState.LEASED);
        assertThat(job(id).jobEpoch()).isGreaterThanOrEqualTo(2);
        assertThat(job(id).output().orElseThrow().end()).contains("no space left");
        assertThat(job(id).exitCode()).isEmpty();
        // A slow machine only makes this longer.
        List<Long> refusals = commands.refusals();
        assertThat(Duration.ofNanos(refusals.get(1) - refusals.get(0))).isGreaterThanOrEqualTo(Duration.ofSeconds(1));
    }

    @Test // NODE-8
    void agentThatCannotStartCommandsLeavesTheRestOfTheQueueAlone() {
        for (int i = 0; i < 3; i++) {
            node.submit("{\"name\":\"j\",\"command\":[\"" + TestCommands.BROKEN + "\"],\"max_attempts\":1}");
        }
        Awaitility.await().atMost(LONG).until(() -> commands.refusals().size() >= 2);
        assertThat(node.database().currentLeases()).hasSizeLessThanOrEqualTo(1);
    }

    @Test // NODE-8
    void commandThatReachesItsTimeoutHasFailed() throws InterruptedException {
        String id = node.submit("{\"name\":\"j\",\"command\":[\"true\"],\"timeout_s\":0.1}");
        commands.next();
        awaitJob(id, JobState.FAILED);
        assertThat(job(id).exitCode()).contains(124);
    }

    @Test // NODE-10
    void agentRunsAsManyJobsAtOnceAsItsCapacity() throws InterruptedException {
        agent.stop(Duration.ZERO);
        agent = agent(LONG, 3);
        for (int i = 0; i < 3; i++) {
            node.submit("{\"name\":\"j\",\"command\":[\"true\"]}");
        }
        List<TestCommands.TestCommand> together = List.of(commands.next(), commands.next(), commands.next());
        assertThat(node.database().currentLeases()).hasSize(3);
        together.forEach(command -> command.end(new CommandEnd.Exited(0)));
        Awaitility.await()
                .atMost(LONG)
                .until(() -> node.database().currentLeases().isEmpty());
    }

    @Test // NODE-10
    void commandGetsItsPayloadInAFileAndInTheEnvironmentOnlyIfItFits() throws Exception {
        for (String payload : List.of("{ \"n\":1e400 }", "\"" + "x".repeat(500_000) + "\"")) {
            node.submit("{\"name\":\"j\",\"command\":[\"true\"],\"payload\":" + payload + "}");
            TestCommands.TestCommand command = commands.next();
            Map<String, String> environment = command.environment();
            Path file = Path.of(environment.getOrDefault("BATON_JOB_PAYLOAD_FILE", ""));
            assertThat(Files.readString(file)).isEqualTo(payload);
            assertThat(environment.get("BATON_JOB_PAYLOAD")).isEqualTo(payload.length() < 100_000 ? payload : null);
            command.end(new CommandEnd.Exited(0));
            Awaitility.await().atMost(LONG).until(() -> !Files.exists(file));
        }
    }
}
