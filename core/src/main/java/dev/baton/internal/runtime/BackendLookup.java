package dev.baton.internal.runtime;

import dev.baton.spi.BackendProvider;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeSet;

/** Finds the backend for a URL by its scheme. */
final class BackendLookup {
    private static final Map<String, String> ARTIFACTS = Map.ofEntries(
            Map.entry("file", "baton-file"),
            Map.entry("postgres", "baton-postgres"),
            Map.entry("postgresql", "baton-postgres"),
            Map.entry("jdbc", "baton-postgres"),
            Map.entry("lease", "baton-lease"),
            Map.entry("quorum", "baton-quorum"),
            Map.entry("mqtt", "baton-quorum-mqtt"),
            Map.entry("mqtts", "baton-quorum-mqtt"),
            Map.entry("etcd", "baton-etcd"),
            Map.entry("etcds", "baton-etcd"),
            Map.entry("zookeeper", "baton-zookeeper"),
            Map.entry("zookeepers", "baton-zookeeper"),
            Map.entry("kubernetes", "baton-kubernetes"),
            Map.entry("memory", "baton-testkit"));

    private BackendLookup() {}

    static BackendProvider find(String url) {
        int colon = url.indexOf(':');
        String scheme = colon < 0 ? "" : url.substring(0, colon);
        TreeSet<String> installed = new TreeSet<>();
        for (BackendProvider provider : ServiceLoader.load(BackendProvider.class)) {
            if (provider.schemes().contains(scheme)) {
                return provider;
            }
            installed.addAll(provider.schemes());
        }
        String artifact = ARTIFACTS.get(scheme);
        throw new IllegalArgumentException((colon < 0
                        ? "store URL has no scheme; use one such as file:DIR"
                        : "no backend is installed for " + scheme + ": URLs")
                + "; installed: " + (installed.isEmpty() ? "none" : String.join(", ", installed))
                + (artifact == null ? "" : "; add the artifact dev.baton:" + artifact));
    }
}
