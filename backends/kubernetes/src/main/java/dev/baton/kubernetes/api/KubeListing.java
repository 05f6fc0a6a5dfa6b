package dev.baton.kubernetes.api;

import java.util.List;

/**
 * The answer to a list request.
 *
 * @param version where a watch continues without a gap
 */
public record KubeListing(String version, List<KubeObject> objects) {

    public KubeListing {
        objects = List.copyOf(objects);
    }
}
