package dev.baton.kubernetes;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The candidates of this process. */
final class LocalCandidacies {
    private final CopyOnWriteArrayList<KubernetesContender> all = new CopyOnWriteArrayList<>();

    void add(KubernetesContender contender) {
        all.add(contender);
    }

    void remove(KubernetesContender contender) {
        all.remove(contender);
    }

    List<KubernetesContender> all() {
        return all;
    }

    boolean contains(String candidate) {
        return all.stream().anyMatch(contender -> contender.candidate().equals(candidate));
    }

    /** Lets the other candidates of this process try after one of them has released. */
    void released(KubernetesContender by) {
        all.stream()
                .filter(other -> other != by && other.election().equals(by.election()))
                .forEach(other -> other.signals().tryNow());
    }
}
