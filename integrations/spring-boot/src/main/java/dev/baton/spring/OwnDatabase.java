package dev.baton.spring;

import java.util.Optional;

/** Returns how the application connects to its own database, if it has one. */
@FunctionalInterface
interface OwnDatabase {

    Optional<DatabaseDetails> details();
}
