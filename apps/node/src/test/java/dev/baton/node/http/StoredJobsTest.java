package dev.baton.node.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.node.client.ControllerClient;
import dev.baton.node.client.ControllerReply;
import dev.baton.node.database.TestPostgres;
import dev.baton.node.http.TestNode.Response;
import dev.baton.node.job.JobSpec;
import dev.baton.support.json.Json;
import dev.baton.support.json.JsonObject;
import dev.baton.support.json.RawJson;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever is accepted can be listed, read, leased, finished and deleted, and its payload is the same byte for byte. */
class StoredJobsTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final int RANDOM_JOBS = 150;

    @TempDir
    Path directory;

    private TestNode node;
    private ControllerClient client;

    @BeforeEach
    void start() {
        start("sqlite");
    }

    private void start(String database) {
        String store =
                database.equals("sqlite") ? "sqlite:" + directory.resolve("node.db") : TestPostgres.newDatabase();
        node = new TestNode("a", store, Optional.empty());
        // Longer than the test may take.
        node.lead(Duration.ofMinutes(10));
        client = new ControllerClient(List.of("http://127.0.0.1:" + node.port()), Optional.empty(), Optional.empty());
    }

    @AfterEach
    void close() {
        node.close();
    }

    private static List<String> notablePayloads() {
        return List.of(
                "1e400",
                "-0.0",
                "1.10",
                "123456789012345678901234567890",
                "\"\\ud800\"",
                "\"\\u0000\"",
                "\"\u2028\uD83D\uDE00\"",
                "{ \"a\" : 1,\t\"a\":2 }",
                "[".repeat(200_000) + "]".repeat(200_000),
                "\"" + "\uD83D\uDE00".repeat(90_000) + "\"",
                "\"" + "x".repeat(JobSpec.LARGEST_PAYLOAD - 2) + "\"",
                "{}",
                "\"\"",
                "false");
    }

    private void restartOn(String database) {
        node.close();
        start(database);
    }

    @ParameterizedTest // NODE-4, NODE-5
    @ValueSource(strings = {"sqlite", "postgres"})
    void everyAcceptedPayloadIsReadBackExactlyThroughEveryEndpoint(String database) throws InterruptedException {
        restartOn(database);
        for (String payload : notablePayloads()) {
            assertStored(new JsonObject().with("name", "notable").with("payload", new RawJson(payload)));
        }
    }

    @ParameterizedTest // NODE-4, NODE-5
    @ValueSource(strings = {"sqlite", "postgres"})
    void everyAcceptedJobIsReadBackThroughEveryEndpoint(String database) throws InterruptedException {
        restartOn(database);
        long seed = Long.getLong("jobs.seed", new Random().nextLong());
        System.out.println("seed " + seed + " of the stored jobs");
        Random random = new Random(seed);
        int accepted = 0;
        for (int i = 0; i < RANDOM_JOBS; i++) {
            JsonObject job = new JsonObject().with("name", text(random, 1 + random.nextInt(260)));
            if (random.nextBoolean()) {
                job.put("payload", value(random, 0));
            }
            if (random.nextBoolean()) {
                List<String> words = new ArrayList<>();
                for (int word = 0; word <= random.nextInt(4); word++) {
                    words.add(text(random, random.nextInt(30)));
                }
                job.put("command", words);
            }
            job.put("priority", random.nextInt());
            job.put("timeout_s", Math.pow(10, random.nextInt(10) - 3.0));
            job.put("max_attempts", 1 + random.nextInt(1100));
            job.put("requires", labels(random));
            accepted += assertStored(job) ? 1 : 0;
        }
        assertThat(accepted).isGreaterThan(RANDOM_JOBS / 20);
    }

    private static List<String> labels(Random random) {
        return Stream.generate(() -> random.nextInt(20) == 0
                        ? text(random, 1 + random.nextInt(3))
                        : "l" + Integer.toString(random.nextInt(1 << 20), 36) + ".:_-".charAt(random.nextInt(4)))
                .limit(random.nextInt(3))
                .distinct()
                .sorted()
                .toList();
    }

    /** Returns whether the job was accepted; a refused one has left nothing. */
    private boolean assertStored(JsonObject job) throws InterruptedException {
        ControllerReply created = client.write("POST", "/v1/jobs", job, Map.of(), TIMEOUT);
        if (created.status() != 201) {
            assertThat(created.status()).as(shown(job)).isIn(400, 413);
            assertThat(list("")).isEmpty();
            return false;
        }
        String id = created.text("id").orElseThrow();
        Object payload = job.get("payload") == null ? null : new RawJson(Json.write(job.get("payload")));
        assertThat(created.body().get("payload")).isEqualTo(payload);
        assertThat(client.read("/v1/jobs/" + id, TIMEOUT).body()).isEqualTo(created.body());
        assertThat(list(""))
                .singleElement()
                .satisfies(listed -> assertThat(listed)
                        .doesNotContainKeys("payload", "output")
                        .containsEntry("id", id)
                        .containsEntry("name", job.get("name"))
                        .containsEntry("command", job.get("command")));
        assertThat(list("?include=payload,output"))
                .singleElement()
                .satisfies(listed -> assertThat(listed).containsEntry("payload", payload));
        assertThat(events()).contains(id + " " + job.get("name"));
        Object labels = job.get("requires") instanceof List<?> names ? names : List.of();
        Map<String, ?> request = new JsonObject().with("agent_name", "w").with("labels", labels);
        ControllerReply returned = client.write("POST", "/v1/leases", request, Map.of(), TIMEOUT);
        String path = "/v1/leases/" + returned.text("lease_id").orElseThrow();
        assertThat(client.write("POST", path + "/renew", Map.of("job_epoch", 1L), Map.of(), TIMEOUT)
                        .status())
                .isEqualTo(200);
        assertThat(client.write("POST", path + "/release", Map.of("job_epoch", 1L), Map.of(), TIMEOUT)
                        .body())
                .containsEntry("payload", payload)
                .containsEntry("requires", labels);
        ControllerReply lease = client.write("POST", "/v1/leases", request, Map.of(), TIMEOUT);
        assertThat(lease.status()).isEqualTo(200);
        assertThat(lease.body().get("job"))
                .asInstanceOf(InstanceOfAssertFactories.MAP)
                .containsEntry("payload", payload)
                .containsEntry("command", job.get("command"));
        Map<String, ?> result = new JsonObject()
                .with("job_id", id)
                .with("lease_id", lease.text("lease_id").orElseThrow())
                .with("job_epoch", lease.body().get("job_epoch"))
                .with("status", "failed")
                .with("output", "\0\uD800x\uDC00".repeat(20_000));
        assertThat(client.write("POST", "/v1/results", result, Map.of(), TIMEOUT)
                        .status())
                .isEqualTo(200);
        // A job with a number of attempts is retried after a failure.
        boolean retried = job.get("max_attempts") instanceof Integer attempts && attempts > 1;
        assertThat(list("?include=output&state=" + (retried ? "queued" : "failed")))
                .hasSize(1);
        assertThat(client.write("POST", "/v1/jobs/" + id + "/retry", Map.of(), Map.of(), TIMEOUT)
                        .body())
                .containsEntry("payload", payload);
        client.write("POST", "/v1/jobs/" + id + "/cancel", Map.of(), Map.of(), TIMEOUT);
        assertThat(client.write("DELETE", "/v1/jobs/" + id, Map.of(), Map.of(), TIMEOUT)
                        .status())
                .isEqualTo(200);
        assertThat(list("")).isEmpty();
        return true;
    }

    /** Returns the id and the name in every event about a job, as {@code /v1/events} sends them. */
    private List<String> events() {
        return node.database().eventsAfter(Math.max(0, node.database().lastEvent() - 5), 10).stream()
                .filter(event -> event.kind().equals("job"))
                .map(event -> Json.parseObject(event.data()))
                .map(job -> job.get("id") + " " + job.get("name"))
                .toList();
    }

    private static String shown(JsonObject job) {
        String text = Json.write(job);
        return text.substring(0, Math.min(500, text.length()));
    }

    @SuppressWarnings("unchecked") // A list of JSON objects.
    private List<Map<String, Object>> list(String query) throws InterruptedException {
        ControllerReply reply = client.read("/v1/jobs" + query, TIMEOUT);
        assertThat(reply.status()).isEqualTo(200);
        return (List<Map<String, Object>>) (List<?>) reply.fields().list("jobs");
    }

    private static String text(Random random, int length) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < length; i++) {
            switch (random.nextInt(200)) {
                case 0 -> text.append((char) random.nextInt(0x20));
                case 1 -> text.append((char) (Character.MIN_SURROGATE + random.nextInt(0x800)));
                case 2 -> text.appendCodePoint(0x1F600 + random.nextInt(50));
                case 3 -> text.append((char) (0x80 + random.nextInt(0xD000)));
                default -> text.append((char) (' ' + random.nextInt(95)));
            }
        }
        return text.toString();
    }

    private static Object value(Random random, int depth) {
        return switch (random.nextInt(depth > 40 ? 4 : 6)) {
            case 0 -> text(random, random.nextInt(50));
            case 1 -> new RawJson(random.nextLong() + "." + random.nextInt(1000) + "e" + random.nextInt(500));
            case 2 -> random.nextLong();
            case 3 -> random.nextBoolean();
            case 4 -> List.of(value(random, depth + 1), value(random, depth + 5));
            default -> Map.of(text(random, random.nextInt(10)), value(random, depth + 1));
        };
    }

    @Test // NODE-5
    void payloadOverTheLimitIsRefusedAndNamesTheLimit() {
        String payload = "\"" + "\u00e9".repeat(JobSpec.LARGEST_PAYLOAD / 2) + "\"";
        assertThat(payload.getBytes(StandardCharsets.UTF_8)).hasSize(JobSpec.LARGEST_PAYLOAD + 2);
        Response refused = node.post("/v1/jobs", "{\"name\":\"j\",\"payload\":" + payload + "}");
        assertThat(refused.status()).isEqualTo(413);
        assertThat(refused.text("message")).contains(Integer.toString(JobSpec.LARGEST_PAYLOAD));
        assertThat(node.get("/v1/jobs").get("jobs")).isEqualTo(List.of());
    }

    @Test // NODE-5
    void keyRecognisesTheSameRequestButNotAnotherNumber() {
        String[] key = {"Idempotency-Key", "k"};
        Response first = node.post("/v1/jobs", "{\"name\":\"j\",\"payload\":12345678901234567890}", key);
        assertThat(node.post("/v1/jobs", "{\"name\":\"j\",\"payload\":12345678901234567890}", key)
                        .get("id"))
                .isEqualTo(first.get("id"));
        assertThat(node.post("/v1/jobs", "{\"name\":\"j\",\"payload\":12345678901234567891}", key)
                        .status())
                .isEqualTo(400);
    }
}
