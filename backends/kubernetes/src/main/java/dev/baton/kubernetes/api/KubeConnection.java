package dev.baton.kubernetes.api;

import io.fabric8.kubernetes.client.Config;
import java.io.File;
import java.time.Duration;
import java.util.Optional;

/**
 * Where the API server is and who asks. The token of a service account is read again when it has been rotated.
 *
 * @param kubeconfig the file; empty for the usual places: {@code KUBECONFIG}, the home folder, the service account of the
 *     pod
 * @param context the context in the file; empty for the current one
 * @param namespace empty for the one of the context or of the pod
 */
public record KubeConnection(Optional<String> kubeconfig, Optional<String> context, Optional<String> namespace) {
    private static final String DEFAULT_NAMESPACE = "default";

    /** Returns the namespace, from the URL, the context or the pod. */
    public static String namespace(Config config) {
        return Optional.ofNullable(config.getNamespace()).orElse(DEFAULT_NAMESPACE);
    }

    /** Reads the configuration. No request is repeated by the client: a repeated write would refuse its own success. */
    Config read(Duration timeout) {
        Config found;
        try {
            found = kubeconfig.isPresent()
                    ? Config.fromKubeconfig(context.orElse(null), new File(kubeconfig.get()))
                    : Config.autoConfigure(context.orElse(null));
        } catch (RuntimeException unreadable) {
            throw new IllegalArgumentException("cannot read kubeconfig " + kubeconfig.orElse("") + ": "
                    + unreadable.getClass().getSimpleName());
        }
        // A copy would not know the file any more from which a rotated token is read.
        found.setRequestRetryBackoffLimit(0);
        found.setConnectionTimeout((int) timeout.toMillis());
        found.setRequestTimeout((int) timeout.toMillis());
        namespace.ifPresent(found::setNamespace);
        return found;
    }
}
