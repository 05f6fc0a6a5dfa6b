package dev.baton.kubernetes;

import dev.baton.kubernetes.api.KubeConnection;
import dev.baton.support.text.UrlParameters;
import java.util.Optional;
import java.util.regex.Pattern;

/** A parsed URL {@code kubernetes:[NAMESPACE]}. */
record KubernetesUrl(KubeConnection connection, KubernetesOptions options) {
    private static final String FORM =
            "kubernetes:[NAMESPACE][?ttl=15s&renew=5s&kubeconfig=FILE&context=NAME]; without NAMESPACE that of the context"
                    + " or of the pod";
    private static final Pattern NAMESPACE = Pattern.compile("[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?");
    private static final String SCHEME = "kubernetes:";

    static KubernetesUrl parse(String url) {
        return UrlParameters.parse(url, FORM, parameters -> parse(url, parameters));
    }

    private static KubernetesUrl parse(String url, UrlParameters parameters) {
        if (!url.startsWith(SCHEME)) {
            throw parameters.wrong("this is not the URL of a Kubernetes store");
        }
        String namespace = UrlParameters.withoutParameters(url).substring(SCHEME.length());
        if (!namespace.isEmpty() && !NAMESPACE.matcher(namespace).matches()) {
            throw parameters.wrong("a namespace is 1 to 63 of a-z 0-9 and -");
        }
        KubernetesOptions defaults =
                KubernetesOptions.of(parameters.takeDuration("ttl").orElse(KubernetesOptions.DEFAULT_TTL));
        KubernetesOptions options = new KubernetesOptions(
                defaults.ttl(), parameters.takeDuration("renew").orElse(defaults.renewInterval()));
        KubeConnection connection = new KubeConnection(
                parameters.take("kubeconfig"),
                parameters.take("context"),
                Optional.of(namespace).filter(given -> !given.isEmpty()));
        parameters.refuseOthers();
        return new KubernetesUrl(connection, options);
    }
}
