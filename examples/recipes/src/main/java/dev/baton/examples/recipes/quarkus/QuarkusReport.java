package dev.baton.examples.recipes.quarkus;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.examples.recipes.Reports;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;

/** A Quarkus bean whose work runs in one replica. It stops before the beans that it uses. */
@ApplicationScoped
public class QuarkusReport {
    private final Candidate candidate;

    @Inject
    QuarkusReport(Baton baton, Reports reports) {
        candidate = baton.candidate("nightly-report");
        candidate.whileLeading(reports::sendUntilInterrupted);
    }

    void start(@Observes StartupEvent event) {
        candidate.start();
    }

    void stop(@Observes ShutdownEvent event) {
        candidate.close();
    }
}
