package dev.baton.quorum.mutant;

import java.util.List;

/** Bugs planted in the member around the protocol: its turns, its candidates, its connections and its evidence. */
final class MemberMutants {
    static final List<QuorumMutant> ALL = List.of(
            QuorumMutant.unit(
                    "VOTE_SENT_BEFORE_THE_WRITE",
                    "a vote is reported as durable before it is written",
                    new SourceChange("NodeEffects.java", """
                                        storage.persist(votes);
                                        votes.forEach((election, vote) -> member.handle(new NodeEvent.Persisted(election, vote)));
                            """, """
                                        votes.forEach((election, vote) -> member.handle(new NodeEvent.Persisted(election, vote)));
                                        member.transport.flush();
                                        storage.persist(votes);
                            """),
                    "dev.baton.testkit.quorum.WriteOrderTest",
                    "voteLeavesAfterItIsOnDisk"),
            QuorumMutant.member(
                    "DISK_ERROR_IS_SUCCESS",
                    "a vote that could not be written is sent",
                    new SourceChange(
                            "NodeEffects.java",
                            "member.handle(new NodeEvent.PersistFailed(election, vote, failed.toString()))",
                            "member.handle(new NodeEvent.Persisted(election, vote))")),
            QuorumMutant.unit(
                    "DISK_ERROR_IS_SUCCESS_ON_REAL_DISKS",
                    "the same, with full disks of real processes",
                    new SourceChange(
                            "NodeEffects.java",
                            "member.handle(new NodeEvent.PersistFailed(election, vote, failed.toString()))",
                            "member.handle(new NodeEvent.Persisted(election, vote))"),
                    "FullDiskTest",
                    "membersWithFullDisksAbstainUntilSpaceIsFreed"),
            QuorumMutant.unit(
                    "LIST_ERROR_IS_SUCCESS",
                    "a member list that could not be written is confirmed",
                    new SourceChange(
                            "NodeEffects.java",
                            "could not write its member list, and tries again: {}\", member.self(), failed.toString());",
                            "could not write its member list, and tries again: {}\", member.self(), failed.toString());"
                                    + " member.handle(new NodeEvent.GroupPersisted(members));"),
                    "dev.baton.testkit.quorum.WriteOrderTest",
                    "listThatCannotBeWrittenIsNotConfirmed"),
            QuorumMutant.unit(
                    "LEASE_FROM_THE_REPLY",
                    "the validity of a claim counts from the acknowledgements",
                    new SourceChange(
                            "LocalTenure.java",
                            "new ClockReading(at.nanos() + back.toNanos(), at.wallMillis() + back.toMillis() - 1)",
                            "new ClockReading(at.nanos() + 0 * back.toNanos(), at.wallMillis())"),
                    "LocalTenureTest",
                    "validityCountsFromSendingOfAcknowledgedHeartbeat"),
            QuorumMutant.member(
                    "NO_WAIT_FOR_CLAIMS",
                    "a member that closes unlocks its directory while its claim is valid",
                    new SourceChange("GroupMember.java", """
                                    transport.flush();
                                    awaitEndOfClaims();
                            """, """
                                    transport.flush();
                            """)),
            QuorumMutant.member(
                    "NO_WAIT_AFTER_A_FAILURE",
                    "a member that fails unlocks its directory while its claim is valid",
                    new SourceChange("GroupMember.java", "        lasting(this::awaitEndOfClaims);\n", "")),
            QuorumMutant.member(
                    "CLOSED_CONNECTION_IS_THE_END",
                    "a closed or refused connection, or a timeout, counts as the end of a process",
                    new SourceChange(
                            "GroupMember.java",
                            "evidence.disconnected(peer, incarnation);",
                            "handle(new NodeEvent.PeerGone(peer, incarnation, true));")),
            QuorumMutant.member(
                    "UNKNOWN_IS_THE_END",
                    "a process of which the kernel knows nothing counts as ended",
                    new SourceChange(
                            "PeerEvidence.java",
                            "member.machine.hasEnded(process.identity()).isProof()",
                            "member.machine.hasEnded(process.identity()) != dev.baton.support.process.Evidence.NO")),
            QuorumMutant.member(
                    "ANY_MACHINE_IS_ASKED",
                    "the kernel is asked about a process of another machine",
                    new SourceChange(
                            "PeerEvidence.java",
                            "process.incarnation() == incarnation && sharesPids(process.identity())",
                            "process.incarnation() == incarnation")),
            QuorumMutant.unit(
                    "EARLIER_COPY_ACCEPTED",
                    "a member with an earlier copy of its directory is admitted",
                    new SourceChange(
                            "PeerIntroductions.java",
                            "known.incarnation() != incarnation && known.isAfter(hello.store(), hello.previous())",
                            "known.incarnation() < 0"),
                    "RestoredFolderTest",
                    "memberWithRestoredFolderIsRefusedByItsPeers"),
            QuorumMutant.unit(
                    "START_OF_ANY_DISK_REMEMBERED",
                    "the start of an empty disk replaces what is known about the disk that votes",
                    new SourceChange(
                            "PeerIntroductions.java", "return known == 0 || known == hello.store();", "return true;"),
                    "dev.baton.testkit.quorum.WriteOrderTest",
                    "earlierCopyIsRefusedAlsoAfterPeerRanWithAnEmptyDisk"),
            QuorumMutant.unit(
                    "LEASES_NOT_EXCHANGED",
                    "the leases of other members are ignored",
                    new SourceChange(
                            "PeerIntroductions.java", "member.handle(new NodeEvent.PeerTiming(peer, announced));", ""),
                    "dev.baton.testkit.quorum.WriteOrderTest",
                    "promisesLastAsLongAsLongestLeaseOfPeers"),
            QuorumMutant.unit(
                    "ANY_DRIFT_ACCEPTED",
                    "a member that allows for another clock drift is admitted",
                    new SourceChange(
                            "PeerIntroductions.java",
                            "hello.drift() != member.timing.drift()",
                            "Double.isNaN(hello.drift())"),
                    "dev.baton.testkit.quorum.WriteOrderTest",
                    "memberThatAllowsForOtherDriftIsRefused"),
            QuorumMutant.unit(
                    "LISTS_COMPARED_BY_CHECKSUM",
                    "lists of members are compared by a checksum that two of them can share",
                    new SourceChange(
                            "step/Membership.java",
                            "MessageDigest.getInstance(\"SHA-256\").digest(text.getBytes(StandardCharsets.UTF_8));",
                            "MessageDigest.getInstance(\"SHA-256\").digest(Integer.toString(text.hashCode()).getBytes(StandardCharsets.UTF_8));"),
                    "dev.baton.testkit.quorum.WriteOrderTest",
                    "memberWithOtherListIsRefusedAlsoIfItsNamesHaveTheSameHashCode"),
            QuorumMutant.unit(
                    "MESSAGES_WITH_A_WEAK_CHECKSUM",
                    "the list in each message is compared by a checksum that two lists can share",
                    new SourceChange(
                            "step/Membership.java",
                            "return ByteBuffer.wrap(sha256(text(members))).getInt();",
                            "return text(members).hashCode();"),
                    "step.MemberGroupTest",
                    "checksumAndFingerprintDistinguishListsWhoseNamesHaveTheSameHashCode"),
            QuorumMutant.unit(
                    "SECOND_PROCESS_ADMITTED",
                    "a second process with a name replaces the first, although that one answers",
                    new SourceChange(
                            "wire/PeerArrivals.java", "if (challenge != null) {\n                refuse(", """
                            if (challenge != null) {
                                            replaceBy(challenge.newcomer());
                                        }
                                        if (challenge != null && peer.isEmpty()) {
                                            refuse("""),
                    "wire.PeerArrivalsTest",
                    "secondProcessIsRefusedWhenFirstAnswers"),
            QuorumMutant.unit(
                    "LATE_INTRODUCTION_IGNORED",
                    "a second process that introduces itself late is never judged by its introduction",
                    new SourceChange(
                            "wire/PeerArrivals.java",
                            "hello(connection, note).ifPresent(hello -> introducedLate(connection, hello));",
                            ""),
                    "wire.PeerArrivalsTest",
                    "processIsRefusedByTheIntroductionThatArrivesDuringTheChallenge"),
            QuorumMutant.unit(
                    "FORMER_CONNECTION_STAYS",
                    "messages of a process whose connection was replaced are still handled",
                    new SourceChange(
                            "wire/PeerArrivals.java",
                            "return true; // It waits for the answer",
                            "if (waiting.containsKey(connection)) { return true; } // It waits for the answer"),
                    "wire.PeerArrivalsTest",
                    "secondProcessReplacesSilentFirstWhoseMessagesAreIgnoredThen"));

    private MemberMutants() {}
}
