package dev.baton.seams;

import java.util.List;

/** Bugs planted in the backends of etcd, ZooKeeper and Kubernetes. */
final class EngineMutants {
    private static final String DELAY_AFTER_RELEASE = "commandDelaysItsSuccessorAfterARelease";

    static final List<SeamMutant> ALL = List.of(
            new SeamMutant(
                    "ETCD_COMMAND_UNSEEN_AFTER_CREATION",
                    "a candidate does not look for a command again after its key was created",
                    edit(
                            "backends/etcd",
                            "dev/baton/etcd/EtcdAcquisition.java",
                            "Optional<AcquireOutcome.HeldBy> delay = delay(after);",
                            "Optional<AcquireOutcome.HeldBy> delay = Optional.empty();"),
                    "dev.baton.etcd.LeavingLeaderTest",
                    "commandThatStillRunsDelaysTheSuccessor"),
            new SeamMutant(
                    "ZOOKEEPER_COMMAND_UNSEEN",
                    "the candidate with the lowest node does not look for a running command",
                    edit(
                            "backends/zookeeper",
                            "dev/baton/zookeeper/ZkAcquisition.java",
                            "couldLead ? snapshot.command()",
                            "!couldLead ? snapshot.command()"),
                    "dev.baton.zookeeper.ZkBackendContractTest",
                    DELAY_AFTER_RELEASE),
            new SeamMutant(
                    "KUBERNETES_COMMAND_UNSEEN",
                    "a candidate takes a free Lease although the command in its annotation runs",
                    edit(
                            "backends/kubernetes",
                            "dev/baton/kubernetes/TakeDecision.java",
                            "lease.command().flatMap(known.delay())",
                            "Optional.empty()"),
                    "dev.baton.kubernetes.SimulatedBackendContractTest",
                    DELAY_AFTER_RELEASE));

    private EngineMutants() {}

    private static List<SourceEdit> edit(String module, String source, String original, String replacement) {
        return List.of(new SourceEdit(module, source, original, replacement));
    }
}
