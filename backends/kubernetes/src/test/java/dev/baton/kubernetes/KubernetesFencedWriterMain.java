package dev.baton.kubernetes;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.CandidateSettings;
import dev.baton.Leadership;
import io.fabric8.kubernetes.api.model.ConfigMap;
import java.nio.file.Path;
import java.time.Duration;

/** A leader that prepares a guarded update, waits for a line on its input, and then sends it. */
final class KubernetesFencedWriterMain {

    private KubernetesFencedWriterMain() {}

    public static void main(String[] args) throws Exception {
        try (Baton baton = Baton.connect(args[0]);
                GuardedReport report = GuardedReport.open(Path.of(args[1]), args[2])) {
            Candidate candidate = baton.election("fenced")
                    .candidate(CandidateSettings.builder().instanceId("writer").build());
            candidate.start();
            candidate.awaitLeadership(Duration.ofSeconds(30));
            Leadership leadership = candidate.leadership().orElseThrow();
            ConfigMap prepared = report.prepare(leadership);
            System.out.println("prepared");
            while (System.in.read() > 0) {
                boolean sent = report.send(prepared);
                if (sent) {
                    prepared = report.prepare(leadership);
                }
                System.out.println(sent ? "written" : "refused");
            }
        }
    }
}
