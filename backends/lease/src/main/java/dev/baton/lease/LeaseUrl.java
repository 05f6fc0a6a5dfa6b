package dev.baton.lease;

import dev.baton.store.StoreConnections;
import dev.baton.support.text.MariadbLocation;
import dev.baton.support.text.PostgresLocation;
import dev.baton.support.text.UrlParameters;
import java.util.List;

/**
 * A parsed {@code lease:} URL.
 *
 * @param store the URL of the store, without the parameters of the lease
 */
record LeaseUrl(String store, LeaseOptions options) {
    private static final String FORM =
            "lease:sqlite:PATH[?ttl=30s&renew=10s] or lease:postgres://[USER@]HOST[:PORT]/DATABASE[?ttl=30s&renew=10s&…],"
                    + " and the same with mariadb:// or mysql://";

    static LeaseUrl parse(String url) {
        return UrlParameters.parse(url, FORM, parameters -> parse(url, parameters));
    }

    private static LeaseUrl parse(String url, UrlParameters parameters) {
        String store = url.startsWith("lease:") ? url.substring("lease:".length()) : "";
        if (!store.startsWith("sqlite:") && !PostgresLocation.isPostgres(store) && !MariadbLocation.isMariadb(store)) {
            throw parameters.wrong("this is not the URL of a lease store");
        }
        StoreConnections.check(store, FORM, List.of("ttl", "renew"));
        LeaseOptions defaults = LeaseOptions.of(parameters.takeDuration("ttl").orElse(LeaseOptions.DEFAULT_TTL));
        LeaseOptions options = new LeaseOptions(
                defaults.ttl(), parameters.takeDuration("renew").orElse(defaults.renewInterval()));
        return new LeaseUrl(UrlParameters.without(store, "ttl", "renew"), options);
    }
}
