package dev.baton.examples.recipes.quarkus;

import dev.baton.Baton;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Disposes;
import jakarta.enterprise.inject.Produces;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** The connection of a Quarkus application to its store, as a bean. */
@ApplicationScoped
public class BatonProducer {

    @Produces
    @ApplicationScoped
    Baton baton(@ConfigProperty(name = "baton.url") String url) {
        return Baton.connect(url);
    }

    void close(@Disposes Baton baton) {
        baton.close();
    }
}
