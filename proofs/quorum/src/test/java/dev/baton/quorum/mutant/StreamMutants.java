package dev.baton.quorum.mutant;

import dev.baton.testkit.quorum.SimulationLevel;
import java.util.List;

/** Bugs in the handshake of a connection and in the authentication of its frames. */
final class StreamMutants {
    private static final String PROOFS = "stream/HandshakeProofs.java";
    private static final String FRAMES = "stream/FrameAuthenticator.java";

    static final List<QuorumMutant> ALL = List.of(
            QuorumMutant.member(
                    "CHALLENGE_NOT_CHECKED",
                    "the answer to the challenge of a connection is not checked",
                    new SourceChange(
                            PROOFS,
                            "MessageDigest.isEqual(proof,",
                            "proof.length == PROOF || MessageDigest.isEqual(proof,")),
            QuorumMutant.member(
                    "NONCE_OF_THE_PROCESS",
                    "all connections of a process have the same random number",
                    new SourceChange(
                            "stream/HelloMessages.java",
                            "random.getAsLong(), random.getAsLong()",
                            "incarnation, incarnation")),
            QuorumMutant.member(
                    "RECORDED_HELLO_ACCEPTED",
                    "the proof does not cover the hello of the listening side, so that a recording is accepted",
                    new SourceChange(PROOFS, "                .octets(listeningHello)\n", "")),
            QuorumMutant.member(
                    "OWN_PROOF_ACCEPTED",
                    "the proof that a member sent is accepted if it comes back",
                    new SourceChange(
                            PROOFS,
                            "MessageDigest.isEqual(proof,",
                            "MessageDigest.isEqual(proof, ownProof()) || MessageDigest.isEqual(proof,")),
            QuorumMutant.member(
                    "ANY_MEMBER_AT_THE_ADDRESS",
                    "a member uses a connection that reached another member than the configured one",
                    new SourceChange(
                            "stream/PeerStream.java",
                            "dialled ? hello.from().equals(ownHello.to())",
                            "dialled ? true")),
            QuorumMutant.member(
                    "ANY_MEMBER_WANTED",
                    "a member accepts a connection that should reach another one",
                    new SourceChange("stream/PeerStream.java", ": hello.isFor(ownHello.from());", ": true;")),
            new QuorumMutant(
                    "ONE_KEY_FOR_BOTH_DIRECTIONS",
                    "the frames of both directions have the same key",
                    List.of(
                            new SourceChange(PROOFS, "dialled ? \"from dialled\" : \"from listening\"", "\"from\""),
                            new SourceChange(PROOFS, "dialled ? \"from listening\" : \"from dialled\"", "\"from\"")),
                    new MutantFinder.Schedules(SimulationLevel.MEMBER)),
            QuorumMutant.member(
                    "FRAMES_NOT_NUMBERED",
                    "a frame is authenticated without its number",
                    new SourceChange(FRAMES, "putLong(number++)", "putLong(number)")),
            QuorumMutant.member(
                    "FRAMES_NOT_CHECKED",
                    "the authentication of a frame is not checked",
                    new SourceChange(
                            FRAMES, "MessageDigest.isEqual(expected, code)", "expected.length == code.length")),
            QuorumMutant.member(
                    "REST_AWAITED_FOR_EVER",
                    "a frame whose length was changed is awaited for ever",
                    new SourceChange(
                            "stream/PeerStream.java",
                            "return partSince + PART_TIMEOUT_NANOS;",
                            "return Long.MAX_VALUE - 0 * partSince;")),
            QuorumMutant.unit(
                    "OWN_NAME_ACCEPTED",
                    "a member accepts a connection from another process with its own name",
                    new SourceChange(
                            "stream/PeerStream.java",
                            "return wanted && (hello.client() || !hello.from().equals(ownHello.from()));",
                            "return wanted;"),
                    "stream.PeerStreamTest",
                    "memberWithTheOwnNameIsRefused"),
            QuorumMutant.unit(
                    "BOTH_CONNECTIONS_KEPT_BY_ONE_SIDE",
                    "the two sides of a pair keep different ones of two connections",
                    new SourceChange(
                            "stream/PeerStream.java",
                            "return dialled == ownHello.from().compareTo(peer().from()) < 0;",
                            "return dialled;"),
                    "stream.PeerStreamTest",
                    "streamThatTheFirstByNameOpenedIsKept"));

    private StreamMutants() {}
}
