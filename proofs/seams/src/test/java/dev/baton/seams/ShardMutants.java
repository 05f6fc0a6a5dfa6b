package dev.baton.seams;

import java.util.List;

/** Bugs planted in the shards. */
final class ShardMutants {
    private static final String ADMISSION = "dev.baton.reconcile.shards.ShardAdmissionTest";
    private static final String RESIZE = "dev.baton.reconcile.shards.ShardResizeTest";

    static final List<SeamMutant> ALL = List.of(
            new SeamMutant(
                    "SHARDS_DUPLICATE_STAYS",
                    "two live replicas under one id both go on",
                    List.of(edit("ReplicaAdmission", "if (run.isOlderThan(other)) {", "if (!both.isEmpty()) {")),
                    ADMISSION,
                    "ofTwoLiveReplicasUnderOneIdTheLaterGivesUpAndNamesBoth"),
            new SeamMutant(
                    "SHARDS_ANY_COUNT",
                    "replicas with different numbers of shards work side by side",
                    List.of(edit("ShardLayout", "return counts.contains(count)\n", "return !counts.isEmpty()\n")),
                    ADMISSION,
                    "replicaWithAnotherCountIsRefusedAlsoWhenTheFirstOneHasEnded"),
            new SeamMutant(
                    "SHARDS_UNCONFIRMED_TENURE",
                    "a shard that was acquired after a change of their number had begun is worked on",
                    List.of(edit("Shards", "admitted.confirm().thenRun(candidacy::confirm);", "candidacy.confirm();")),
                    ADMISSION,
                    "shardThatIsAcquiredAfterAChangeHasBegunIsNeitherOwnedNorWorkedOn"),
            new SeamMutant(
                    "SHARDS_MISSED_CHANGE",
                    "a replica that was frozen during a change of their number stays a standby for ever",
                    List.of(edit(
                            "ReplicaAdmission", ".filter(read -> read.count() != count)", ".filter(read -> false)")),
                    ADMISSION,
                    "replicaThatMissedAChangeGivesUpWhenOneWithTheNewNumberAppears"),
            new SeamMutant(
                    "SHARDS_RESIZE_DOES_NOT_DRAIN",
                    "the new number is stored while a shard of the old one is held",
                    List.of(edit("ShardResize", "            drain(before.mostShards());\n", "")),
                    RESIZE,
                    "shardThatIsStillHeldStopsTheChangeAndItCanBeRepeated"));

    private ShardMutants() {}

    private static SourceEdit edit(String type, String original, String replacement) {
        return new SourceEdit("reconcile", "dev/baton/reconcile/shards/" + type + ".java", original, replacement);
    }
}
