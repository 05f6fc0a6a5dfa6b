package dev.baton.node.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.support.json.Json;
import dev.baton.support.json.JsonFormat;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Requests of every kind to a node, drains and probes too: it never fails, and needs no more memory afterwards. */
@ExtendWith(NotRepeated.class)
class FuzzedRequestsTest {
    private static final int REQUESTS = Integer.getInteger("fuzz.requests", 100_000);
    private static final long SEED = Long.getLong("fuzz.seed", 20_261_116);
    private static final int CLIENTS = 8;
    private static final long LARGEST_GROWTH_KIB = 32 << 10;
    private static final Set<String> PROBES = Set.of("/leader", "/standby", "/readyz");
    private static final Pattern USED = Pattern.compile("(?:total|heap).* used (\\d+)K");

    @TempDir
    Path directory;

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final Queue<String> problems = new ConcurrentLinkedQueue<>();
    private final AtomicInteger postponed = new AtomicInteger();
    private final AtomicInteger negative = new AtomicInteger();

    @Test // NODE-4, NODE-5
    void nodeNeverFailsAndItsMemoryDoesNotGrow() throws IOException, InterruptedException {
        System.out.println("seed " + SEED + " of " + REQUESTS + " requests");
        try (Cluster cluster = new Cluster(directory)) {
            NodeProcess node = cluster.start("a", "--data-dir", directory.toString(), "--drain", "3600");
            cluster.awaitLeader();
            leaseUntilTheEnd(cluster);
            long controller = node.child("controller").orElseThrow().pid();
            RequestFuzzer fuzzer = new RequestFuzzer(node.url());
            send(fuzzer, REQUESTS / 10, SEED);
            long before = usedKib(controller);
            send(fuzzer, REQUESTS - REQUESTS / 10, SEED + CLIENTS);
            long after = usedKib(controller);
            System.out.println("heap of the controller after collection: " + before + " KiB, then " + after + " KiB");
            assertThat(problems).as("%s\nlog: %s", problems, node.log()).isEmpty();
            assertThat(postponed.get()).as("answered with retry").isLessThanOrEqualTo(REQUESTS / 1000);
            assertThat(negative.get()).as("answers of probes with 503").isPositive();
            assertThat(node.child("controller").orElseThrow().pid()).isEqualTo(controller);
            cluster.await("the last drain is cancelled", () -> undrained(node));
            cluster.submit("last", "{\"name\":\"last\"}");
            cluster.await("the node is ready", () -> cluster.get("a", "/readyz").status() == 200);
            assertThat(node.log()).doesNotContain("\tat ", "Exception");
            assertThat(after - before).isLessThan(LARGEST_GROWTH_KIB);
        }
    }

    /** Leases a job that no other request is about. A drain waits for it, so that it can be cancelled. */
    private static void leaseUntilTheEnd(Cluster cluster) {
        cluster.submit("held", "{\"name\":\"held\",\"requires\":[\"held\"]}");
        String request = "{\"agent_name\":\"holder\",\"labels\":[\"held\"],\"ttl_s\":86400}";
        assertThat(cluster.post("a", "/v1/leases", request).status()).isEqualTo(200);
    }

    private static boolean undrained(NodeProcess node) {
        return Cluster.send("DELETE", node.url() + "/v1/drain", "{}").isOk()
                && Cluster.send("GET", node.url() + "/leader", "").isOk();
    }

    private void send(RequestFuzzer fuzzer, int requests, long seed) throws InterruptedException {
        List<Thread> clients = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
            Random random = new Random(seed + i);
            Thread client = new Thread(() -> send(fuzzer, requests / CLIENTS, random));
            client.start();
            clients.add(client);
        }
        for (Thread client : clients) {
            client.join();
        }
    }

    private void send(RequestFuzzer fuzzer, int requests, Random random) {
        for (int i = 0; i < requests && problems.size() < 10; i++) {
            HttpRequest request = fuzzer.next(random);
            try {
                check(fuzzer, request, http.send(request, BodyHandlers.ofString()));
            } catch (IOException failed) {
                problems.add(request + ": " + failed);
            } catch (InterruptedException interrupted) {
                throw new IllegalStateException(interrupted);
            }
        }
    }

    private void check(RequestFuzzer fuzzer, HttpRequest request, HttpResponse<String> response) {
        String body = response.body();
        boolean named = response.headers().firstValue("Baton-Role").isPresent();
        if (named && response.statusCode() == 503 && body.contains("\"UNAVAILABLE\"")) {
            // The disk did not confirm a write for seconds, because another process writes to it.
            postponed.incrementAndGet();
        } else if (named && isNegativeProbe(request, response)) {
            negative.incrementAndGet();
        } else if (response.statusCode() >= 500 || !named || body.contains("Exception") || body.contains("\tat ")) {
            problems.add(request + ": " + response.statusCode() + " " + body);
        }
        if (response.statusCode() / 100 == 2 && !request.method().equals("GET") && !body.isEmpty()) {
            Map<String, ?> object = Json.parseObject(body, JsonFormat.ofAnyLength("payload"));
            for (String key : List.of("id", "lease_id")) {
                if (object.get(key) instanceof String id) {
                    fuzzer.learn(id);
                }
            }
        }
    }

    /** Returns whether a probe says that the node does not have a role, or that no write can succeed. */
    private static boolean isNegativeProbe(HttpRequest request, HttpResponse<String> response) {
        return response.statusCode() == 503
                && PROBES.contains(request.uri().getPath())
                && (request.method().equals("HEAD") || response.body().contains("\"unavailable\""));
    }

    /** Returns the used heap of a process after a collection. */
    private static long usedKib(long pid) throws IOException, InterruptedException {
        jcmd(pid, "GC.run");
        Matcher used = USED.matcher(jcmd(pid, "GC.heap_info"));
        long sum = 0;
        while (used.find()) {
            sum += Long.parseLong(used.group(1));
        }
        assertThat(sum).isPositive();
        return sum;
    }

    private static String jcmd(long pid, String command) throws IOException, InterruptedException {
        String jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
        Process process = new ProcessBuilder(jcmd, Long.toString(pid), command)
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return output;
    }
}
