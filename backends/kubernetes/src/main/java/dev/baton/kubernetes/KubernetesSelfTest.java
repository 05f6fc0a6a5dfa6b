package dev.baton.kubernetes;

import dev.baton.BatonException;
import dev.baton.kubernetes.api.KubeApi;
import dev.baton.kubernetes.api.KubeException;
import dev.baton.kubernetes.api.KubeListing;
import dev.baton.kubernetes.api.KubeObject;
import dev.baton.spi.StoreCheck;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;

/** Checks the API server with real requests. Leaves nothing behind. */
record KubernetesSelfTest(KubernetesContext context) {
    private static final int MANY_ELECTIONS = 300;
    private static final List<String> VERBS = List.of("get", "list", "watch", "create", "update", "delete");

    List<StoreCheck> run() {
        List<StoreCheck> checks = new ArrayList<>();
        checks.add(check("connection", this::connects));
        if (checks.get(0).ok()) {
            checks.add(check("permissions", this::permissions));
            checks.add(check("compare-and-swap", this::swaps));
            checks.add(check("leases", this::leases));
        }
        return checks;
    }

    private static StoreCheck check(String name, Supplier<String> trial) {
        try {
            return new StoreCheck(name, true, trial.get());
        } catch (BatonException failed) {
            return new StoreCheck(name, false, String.valueOf(failed.getMessage()));
        }
    }

    private String connects() {
        long before = System.nanoTime();
        String version = api().serverVersion();
        long millis = (System.nanoTime() - before) / 1_000_000;
        return "Kubernetes " + version + " answered in " + millis + " ms, "
                + (api().isSecure() ? "with TLS" : "without TLS");
    }

    private String permissions() {
        List<String> missing =
                VERBS.stream().filter(verb -> !api().isAllowed(verb)).toList();
        if (!missing.isEmpty()) {
            throw new BatonException("the user may not " + String.join(", ", missing) + " Leases in namespace "
                    + api().namespace() + "; apply this role and bind it to the service account:\n"
                    + role(api().namespace()));
        }
        return "the user may " + String.join(", ", VERBS) + " Leases in namespace " + api().namespace();
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

    private String swaps() {
        KubeObject first = api().create(
                        KubeObject.newLease(LeaseNames.scratch(UUID.randomUUID().toString()))
                                .withLabel(Marks.KIND, "doctor"));
        long before = System.nanoTime();
        KubeObject second = api().replace(first.withAnnotations(Map.of(Marks.TOUCHED, "a")));
        long millis = (System.nanoTime() - before) / 1_000_000;
        boolean twice = true;
        try {
            api().replace(first.withAnnotations(Map.of(Marks.TOUCHED, "b")));
        } catch (KubeException refused) {
            twice = !refused.isConflict();
        } finally {
            api().delete(second);
        }
        if (twice || second.revision() <= first.revision()) {
            throw new BatonException(api().server() + " does not compare and swap correctly; do not use it");
        }
        return "an outdated update is refused; an update takes " + millis + " ms";
    }

    /** Participants whose duration is shorter than our renewals would take a live leader for dead. */
    private String leases() {
        KubeListing all = api().list(Marks.KIND + "=" + ElectionLease.KIND);
        int count = all.objects().size();
        if (count > MANY_ELECTIONS) {
            throw new BatonException(count
                    + " elections are in this namespace. Each leader writes once per renewal, which"
                    + " is "
                    + count / Math.max(1, context.options().renewInterval().toSeconds())
                    + " writes a second; consider etcd or a database");
        }
        return count + " elections; each leader writes every "
                + context.options().renewInterval().toMillis()
                + " ms. Candidates of client-go before 1.27 wait their own lease duration: it must be longer than "
                + context.options().ttl().toSeconds() + " s";
    }

    private KubeApi api() {
        return context.api();
    }
}
