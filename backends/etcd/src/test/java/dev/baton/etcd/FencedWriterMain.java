package dev.baton.etcd;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.CandidateSettings;
import dev.baton.Leadership;
import dev.baton.fence.Fence;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/** A leader that checks its leadership, waits for a line on its input, and then sends a fenced write without Baton. */
final class FencedWriterMain {

    private FencedWriterMain() {}

    public static void main(String[] args) throws Exception {
        try (Baton baton = Baton.connect(args[0])) {
            Candidate candidate = baton.election("fenced")
                    .candidate(CandidateSettings.builder().instanceId("writer").build());
            candidate.start();
            candidate.awaitLeadership(Duration.ofSeconds(30));
            Leadership leadership = candidate.leadership().orElseThrow();
            String body = "{\"compare\":" + Fence.byEtcd(args[2]).compareJson(leadership)
                    + ",\"success\":[{\"request_put\":{\"key\":\"d3JpdHRlbg==\",\"value\":\"eA==\"}}]}";
            System.out.println("ready");
            while (System.in.read() > 0) {
                HttpRequest request = HttpRequest.newBuilder(URI.create(args[1] + "/v3/kv/txn"))
                        .POST(HttpRequest.BodyPublishers.ofString(body))
                        .build();
                String answer = HttpClient.newHttpClient()
                        .send(request, HttpResponse.BodyHandlers.ofString())
                        .body();
                System.out.println(answer.contains("\"succeeded\":true") ? "written" : "refused");
            }
        }
    }
}
