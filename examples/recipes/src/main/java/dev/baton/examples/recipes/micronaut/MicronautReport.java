package dev.baton.examples.recipes.micronaut;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.examples.recipes.Reports;
import io.micronaut.context.event.ApplicationEventListener;
import io.micronaut.context.event.StartupEvent;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Singleton;

/** A Micronaut bean whose work runs in one replica. It stops before the beans that it uses. */
@Singleton
class MicronautReport implements ApplicationEventListener<StartupEvent> {
    private final Candidate candidate;

    MicronautReport(Baton baton, Reports reports) {
        candidate = baton.candidate("nightly-report");
        candidate.whileLeading(reports::sendUntilInterrupted);
    }

    @Override
    public void onApplicationEvent(StartupEvent event) {
        candidate.start();
    }

    @PreDestroy
    void stop() {
        candidate.close();
    }
}
