package dev.baton.kubernetes;

import dev.baton.BatonException;
import dev.baton.kubernetes.api.KubeApi;
import dev.baton.kubernetes.api.KubeException;
import dev.baton.kubernetes.api.KubeObject;
import dev.baton.spi.StoreCheck;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;

/** Checks the API server with real requests. Leaves nothing behind. */
record KubernetesSelfTest(KubernetesContext context) {

    List<StoreCheck> run() {
        List<StoreCheck> checks = new ArrayList<>();
        checks.add(check("connection", this::connects));
        if (checks.get(0).ok()) {
            try {
                checks.addAll(checks(new KubernetesAccess(api())));
            } catch (BatonException failed) {
                checks.add(new StoreCheck("permissions", false, String.valueOf(failed.getMessage())));
            }
        }
        return checks;
    }

    private List<StoreCheck> checks(KubernetesAccess access) {
        return List.of(
                check("permissions", access::describe),
                check("compare-and-swap", () -> access.isComplete() ? swaps() : triesToSwap(access)),
                check("leases", () -> new LeaseSurvey(context, access).describe()));
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

    private String swaps() {
        KubeObject first = api().create(
                        KubeObject.newLease(LeaseNames.scratch(UUID.randomUUID().toString()))
                                .withLabel(Marks.KIND, "doctor"));
        long before = System.nanoTime();
        KubeObject second = api().replace(first.withAnnotations(Map.of(Marks.TOUCHED, "a")));
        long millis = (System.nanoTime() - before) / 1_000_000;
        boolean twice;
        try {
            twice = !isRefused(() -> api().replace(first.withAnnotations(Map.of(Marks.TOUCHED, "b"))));
        } finally {
            api().delete(second);
        }
        if (twice || second.revision() <= first.revision()) {
            throw new BatonException(api().server() + " does not compare and swap correctly; do not use it");
        }
        return "an outdated update is refused; an update takes " + millis + " ms";
    }

    /** Without the permission for a Lease of its own, it only tries: nothing is changed. */
    private String triesToSwap(KubernetesAccess access) {
        Optional<KubeObject> found = access.names().stream()
                .flatMap(name -> api().get(name).stream())
                .findFirst();
        if (found.isEmpty()) {
            return "not tried: none of the Leases that the user may update exists yet";
        }
        KubeObject lease = found.get();
        api().tryReplace(lease);
        if (!isRefused(() -> api().tryReplace(lease.withVersion("1")))) {
            throw new BatonException(api().server() + " does not compare and swap correctly; do not use it");
        }
        return "an outdated update of " + lease.name() + " is refused; nothing was changed";
    }

    private static boolean isRefused(Runnable update) {
        try {
            update.run();
            return false;
        } catch (KubeException refused) {
            if (refused.isConflict()) {
                return true;
            }
            throw refused;
        }
    }

    private KubeApi api() {
        return context.api();
    }
}
