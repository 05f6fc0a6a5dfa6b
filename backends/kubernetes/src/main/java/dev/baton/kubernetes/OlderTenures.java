package dev.baton.kubernetes;

import dev.baton.EndReason;
import dev.baton.kubernetes.api.KubeApi;
import dev.baton.kubernetes.api.KubeException;
import dev.baton.kubernetes.api.KubeObject;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The older tenures of each election, in a Lease without a holder beside that of the election. Written once in several
 * tenures, before they leave the Lease of the election, so that none is lost.
 */
record OlderTenures(KubeApi api) {
    private static final String KIND = "history";
    private static final int KEPT = 512;
    /** The annotations of one object may have 256 KiB. */
    private static final int MOST_CHARACTERS = 200_000;

    private static final int ROUNDS = 4;

    /** Reads the tenures of an election, oldest first: those in its Lease and those before. */
    List<LeaseTenure> of(String election, Optional<ElectionLease> lease) {
        List<LeaseTenure> recent = lease.map(ElectionLease::tenures).orElse(List.of());
        // The Lease was read first: what has left it since is in both.
        List<LeaseTenure> older =
                api.get(LeaseNames.history(election)).map(OlderTenures::tenures).orElse(List.of());
        return LeaseTenure.merged(older, recent);
    }

    private static List<LeaseTenure> tenures(KubeObject history) {
        return LeaseTenure.read(history.annotation(Marks.TENURES));
    }

    /** Adds tenures, all of which have ended. Returns false if other processes wrote at the same time. */
    boolean add(String election, List<LeaseTenure> tenures, long nowMillis) {
        String name = LeaseNames.history(election);
        List<LeaseTenure> ended = tenures.stream()
                .map(tenure -> tenure.ended(nowMillis, EndReason.TAKEN_OVER))
                .toList();
        for (int round = 0; round < ROUNDS; round++) {
            try {
                Optional<KubeObject> before = api.get(name);
                KubeObject after = before.orElseGet(() -> KubeObject.newLease(name))
                        .withLabel(Marks.KIND, KIND)
                        .withAnnotations(Map.of(
                                Marks.ELECTION,
                                election,
                                Marks.TENURES,
                                bounded(LeaseTenure.merged(
                                        before.map(OlderTenures::tenures).orElse(List.of()), ended))));
                if (before.isPresent()) {
                    api.replace(after);
                } else {
                    api.create(after);
                }
                return true;
            } catch (KubeException failed) {
                if (!failed.isConflict()) {
                    throw failed;
                }
            }
        }
        return false;
    }

    private static String bounded(List<LeaseTenure> all) {
        List<LeaseTenure> kept = all.subList(Math.max(0, all.size() - KEPT), all.size());
        String text = LeaseTenure.write(kept);
        while (text.length() > MOST_CHARACTERS && kept.size() > 1) {
            kept = kept.subList(kept.size() / 2, kept.size());
            text = LeaseTenure.write(kept);
        }
        return text;
    }
}
