package dev.baton.kubernetes;

import dev.baton.BatonException;
import dev.baton.kubernetes.api.KubeApi;
import dev.baton.kubernetes.api.KubePermissions;
import java.util.List;
import java.util.Locale;

/** What the user may do, and the roles that allow it. */
final class KubernetesAccess {
    private static final List<String> VERBS = List.of("get", "list", "watch", "create", "update", "delete");
    /** What a candidate needs for the Lease of its election; those that list and watch are for a fast takeover. */
    private static final List<String> NAMED_VERBS = List.of("get", "update", "list", "watch");

    private final KubeApi api;
    private final List<String> missing;
    private final List<String> names;

    KubernetesAccess(KubeApi api) {
        this.api = api;
        KubePermissions permissions = new KubePermissions(api);
        this.missing =
                VERBS.stream().filter(verb -> !permissions.isAllowed(verb)).toList();
        this.names = missing.isEmpty() || !permissions.isAllowed("create")
                ? List.of()
                : permissions.namedLeases().stream()
                        .filter(name ->
                                NAMED_VERBS.stream().limit(2).allMatch(verb -> permissions.isAllowed(verb, name)))
                        .toList();
    }

    /** Returns whether the user has all permissions for all Leases of the namespace. */
    boolean isComplete() {
        return missing.isEmpty();
    }

    /** Returns the Leases that the user may read and update by their names. */
    List<String> names() {
        return names;
    }

    /**
     * Returns the permissions as one line.
     *
     * @throws BatonException if no candidate can lead with them
     */
    String describe() {
        if (isComplete()) {
            return "the user may " + String.join(", ", VERBS) + " Leases in namespace " + api.namespace();
        }
        List<String> elections =
                names.stream().filter(name -> !LeaseNames.isHistory(name)).toList();
        if (elections.isEmpty()) {
            throw new BatonException("the user may not " + String.join(", ", missing) + " Leases in namespace "
                    + api.namespace() + "; apply this role and bind it to the service account:\n"
                    + role(api.namespace()));
        }
        KubePermissions permissions = new KubePermissions(api);
        List<String> polled = elections.stream()
                .filter(name -> !NAMED_VERBS.stream().allMatch(verb -> permissions.isAllowed(verb, name)))
                .toList();
        return "the user may use only the Leases " + String.join(", ", names) + " in namespace " + api.namespace()
                + ": no roster and no transfers"
                + (polled.isEmpty()
                        ? ""
                        : "; without list and watch for " + String.join(", ", polled)
                                + ", a release is found by the next poll");
    }

    /** Returns the role that a candidate needs, as YAML. */
    static String role(String namespace) {
        return String.format(Locale.ROOT, """
                apiVersion: rbac.authorization.k8s.io/v1
                kind: Role
                metadata:
                  name: baton
                  namespace: %s
                rules:
                  - apiGroups: ["coordination.k8s.io"]
                    resources: ["leases"]
                    verbs: ["%s"]
                """, namespace, String.join("\", \"", VERBS));
    }
}
