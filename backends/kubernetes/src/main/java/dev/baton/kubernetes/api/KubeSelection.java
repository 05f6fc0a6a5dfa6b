package dev.baton.kubernetes.api;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/**
 * Which Leases of the namespace a list or a watch is about.
 *
 * @param parameter the parameter of the request
 * @param selector its value
 */
public record KubeSelection(String parameter, String selector) {

    /** Returns the Leases with these labels. Needs the permission for all Leases of the namespace. */
    public static KubeSelection labelled(String selector) {
        return new KubeSelection("labelSelector", selector);
    }

    /** Returns the Lease with this name. A permission for this name is enough. */
    public static KubeSelection named(String name) {
        return new KubeSelection("fieldSelector", "metadata.name=" + name);
    }

    String query() {
        return parameter + "=" + URLEncoder.encode(selector, StandardCharsets.UTF_8);
    }
}
