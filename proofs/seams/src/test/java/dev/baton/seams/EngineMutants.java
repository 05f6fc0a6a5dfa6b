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
                    "ETCD_RESTORED_REVISION_UNSEEN",
                    "a process whose connections stayed open does not notice that etcd was restored",
                    edit(
                            "backends/etcd",
                            "dev/baton/etcd/EtcdMirror.java",
                            "events.isEmpty() || events.get().revision() < from - 1",
                            "events.isEmpty()"),
                    "dev.baton.etcd.EtcdMirrorTest",
                    "everythingIsReadAgainAfterARestoreThatNoConnectionShows"),
            new SeamMutant(
                    "ZOOKEEPER_LOST_SESSION_KEPT",
                    "a process keeps a client that a restored ZooKeeper does not admit",
                    edit(
                            "backends/zookeeper",
                            "dev/baton/zookeeper/ZkUpkeep.java",
                            "context.session().endIfLost(link);",
                            ""),
                    "dev.baton.zookeeper.RestoredZooKeeperTest",
                    "epochsContinueAboveTheMemoryOfLiveCandidatesAndObserversSeeThem"),
            new SeamMutant(
                    "QUEUE_FOREIGN_CANDIDATE_IGNORED",
                    "a leader steps down for a target behind a candidate of another program",
                    edit(
                            "core",
                            "dev/baton/spi/recipe/QueueEntry.java",
                            "if (!entry.ofBaton()) {",
                            "if (entry.name().isEmpty()) {"),
                    "dev.baton.spi.recipe.QueueEntryTest",
                    "candidateOfAnotherProgramInFrontIsAnObstacle"),
            new SeamMutant(
                    "KUBERNETES_COMMAND_UNSEEN",
                    "a candidate takes a free Lease although the command in its annotation runs",
                    edit(
                            "backends/kubernetes",
                            "dev/baton/kubernetes/TakeDecision.java",
                            "lease.command().flatMap(known.delay())",
                            "Optional.empty()"),
                    "dev.baton.kubernetes.SimulatedBackendContractTest",
                    DELAY_AFTER_RELEASE),
            new SeamMutant(
                    "ETCD_ENDED_WATCH_TRUSTED",
                    "after a watch that ended by itself, a process continues with what it had read before",
                    edit(
                            "backends/etcd",
                            "dev/baton/etcd/EtcdMirror.java",
                            "of the copy again.\n            incomplete = true;",
                            "of the copy again."),
                    "dev.baton.etcd.EtcdMirrorTest",
                    "everythingIsReadAgainAfterARestoreWhoseRevisionOtherKeysHaveRaised"),
            new SeamMutant(
                    "ETCD_LATE_CREATION_FORGOTTEN",
                    "a candidate forgets a key that an earlier request of it has created",
                    edit(
                            "backends/etcd",
                            "dev/baton/etcd/EtcdAcquisition.java",
                            "// An earlier request of this candidate may have created the key, so the seat stays: a withdrawal deletes",
                            "context.seats().remove(election, seat);"),
                    "dev.baton.etcd.LateCreationTest",
                    "keyThatAnEarlierRequestCreatesDuringTheNextAttemptIsWithdrawn"),
            new SeamMutant(
                    "ETCD_TERM_IGNORED",
                    "a keep-alive counts although a former leader of etcd answered it",
                    edit(
                            "backends/etcd",
                            "dev/baton/etcd/EtcdSession.java",
                            "boolean current = kept.term() == result.term() && known == result.term();",
                            "boolean current = kept.term() > 0 && known > 0;"),
                    "dev.baton.etcd.StaleLeaderTest",
                    "keepAliveOfAnEarlierTermDoesNotCount"),
            new SeamMutant(
                    "ZOOKEEPER_LAST_WRITE_TRUSTED",
                    "a write counts although no later one has proved that the session was renewed",
                    edit(
                            "backends/zookeeper",
                            "dev/baton/zookeeper/ProvenWrites.java",
                            "return later.before.nanos() - confirmedNanos >= gap.toNanos();",
                            "return later.before.nanos() - before.nanos() >= 0;"),
                    "dev.baton.zookeeper.ProvenWritesTest",
                    "writeCountsOnlyAfterALaterOneWasSentAGapAfterItsConfirmation"),
            new SeamMutant(
                    "ZOOKEEPER_OPEN_WITH_A_CERTIFICATE",
                    "the nodes of a process with a client certificate are open to every client",
                    edit(
                            "backends/zookeeper",
                            "dev/baton/zookeeper/ZkUrl.java",
                            "|| tls.flatMap(ZkTls::identity).isPresent()",
                            ""),
                    "dev.baton.zookeeper.ZkServerSecurityTest",
                    "leadsWithAClientCertificateAndNotWithoutOne"),
            new SeamMutant(
                    "KUBERNETES_UID_IGNORED",
                    "a leader renews a Lease that was deleted and created again",
                    edit(
                            "backends/kubernetes",
                            "dev/baton/kubernetes/ElectionLease.java",
                            "object.uid().equals(ours.object().uid())",
                            "!object.uid().isEmpty()"),
                    "dev.baton.kubernetes.UncertainWriteTest",
                    "leaseThatWasDeletedAndCreatedAgainIsNotRenewed"),
            new SeamMutant(
                    "KUBERNETES_ANNOTATION_COUNTS_AS_RENEWAL",
                    "a standby takes any change of a Lease for a renewal of its holder",
                    edit(
                            "backends/kubernetes",
                            "dev/baton/kubernetes/ElectionLease.java",
                            "return object.uid() + Json.write(object.spec().object());",
                            "return object.uid() + Json.write(object.fields());"),
                    "dev.baton.kubernetes.TakeDecisionTest",
                    "annotationsDoNotCountAsARenewal"));

    private EngineMutants() {}

    private static List<SourceEdit> edit(String module, String source, String original, String replacement) {
        return List.of(new SourceEdit(module, source, original, replacement));
    }
}
