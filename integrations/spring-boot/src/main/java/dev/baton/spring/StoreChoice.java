package dev.baton.spring;

import dev.baton.spring.BatonProperties.DatabaseMode;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The store of the application's elections.
 *
 * @param url the URL for Baton, empty if it is disabled; may contain a password, so never log it
 * @param source where the URL comes from, for the log
 * @param locksInOwnDatabase whether the elections are advisory locks in the database that the application writes to
 */
record StoreChoice(String url, String source, boolean locksInOwnDatabase) {

    /**
     * Chooses the store. A store on one machine is never chosen without {@code baton.url}: every replica that runs on a
     * machine of its own would lead.
     *
     * @param database reads the details of the application's database, if they are needed
     * @throws StoreMissingException if there is none
     */
    static StoreChoice of(BatonProperties properties, Supplier<Optional<DatabaseDetails>> database) {
        if (!properties.enabled()) {
            return new StoreChoice("", "none, because baton.enabled is false", false);
        }
        String url = properties.url();
        if (url != null && !url.isBlank()) {
            return new StoreChoice(url.trim(), "baton.url", false);
        }
        DatabaseDetails own = database.get()
                .orElseThrow(() -> new StoreMissingException(
                        "Baton has no store for its elections: baton.url is not set, and the application has"
                                + " no database, or several of which none is primary."));
        return switch (own.product()) {
            case "postgresql" ->
                properties.databaseMode() == DatabaseMode.LEASE
                        ? new StoreChoice("lease:" + own.urlWithUser(), "leases in the application's PostgreSQL", false)
                        : new StoreChoice(own.urlWithUser(), "advisory locks in the application's PostgreSQL", true);
            case "mariadb", "mysql" ->
                new StoreChoice(
                        "lease:" + own.urlWithUser(),
                        "leases in the application's " + own.product() + " database",
                        false);
            default ->
                throw new StoreMissingException("Baton has no store for its elections: baton.url is not set, and the"
                        + " application's database (" + own.product() + ") cannot be shared by all replicas as one.");
        };
    }

    @Override
    public String toString() {
        return source;
    }
}
