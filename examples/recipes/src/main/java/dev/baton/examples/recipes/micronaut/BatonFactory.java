package dev.baton.examples.recipes.micronaut;

import dev.baton.Baton;
import io.micronaut.context.annotation.Bean;
import io.micronaut.context.annotation.Factory;
import io.micronaut.context.annotation.Value;
import jakarta.inject.Singleton;

/** The connection of a Micronaut application to its store, as a bean. */
@Factory
class BatonFactory {

    @Singleton
    @Bean(preDestroy = "close")
    Baton baton(@Value("${baton.url}") String url) {
        return Baton.connect(url);
    }
}
