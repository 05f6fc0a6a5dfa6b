package dev.baton.kubernetes;

import dev.baton.kubernetes.api.KubeObject;

/**
 * A tenure that this process holds, to its knowledge.
 *
 * @param object the Lease after the last confirmed write
 */
record HeldTenure(KubernetesContender contender, long epoch, KubeObject object) {

    HeldTenure at(KubeObject written) {
        return new HeldTenure(contender, epoch, written);
    }

    boolean isSameTenure(HeldTenure other) {
        return contender == other.contender && epoch == other.epoch;
    }
}
