package dev.baton.quorum.mutant;

import java.util.List;

/** Bugs in the decisions about connections: when to connect again, and whom to serve. */
final class ConnectionMutants {
    static final List<QuorumMutant> ALL = List.of(
            redial(
                    "NO_PROBE",
                    "a peer that closed its connection is not probed at once",
                    "probing = true;\n        gap = FIRST_GAP;\n        dialAt = now;",
                    "probing = true;\n        gap = FIRST_GAP;",
                    "bothSidesConnectAtOnceAfterThePeerClosedAndRepeatThatAtShortPauses"),
            redial(
                    "PROBE_NEVER_ENDS",
                    "a peer that refuses connections is probed for ever",
                    "probing = false;\n        gap = Math.max",
                    "gap = Math.max",
                    "refusedProbeEndsAndOnlyTheFirstSideTriesAgainSoon"),
            redial(
                    "BOTH_SIDES_CONNECT",
                    "both sides of a pair connect after a connection was lost",
                    "dialAt = Math.min(dialAt, now + (dialsFirst ? gap : OTHER_SIDE_FIRST));",
                    "dialAt = Math.min(dialAt, now + gap);",
                    "connectionThatEndedWithoutThePeerIsOpenedAgainByTheFirstSide"),
            redial(
                    "PAUSES_GROW_FOR_EVER",
                    "the pauses between attempts grow without a limit",
                    "gap = Math.min(2 * gap, probing ? MAX_PROBE_GAP : MAX_GAP);",
                    "gap = 2 * gap;",
                    "attemptsWithoutAnswerAreRepeatedAtGrowingPausesUpToHalfASecond"),
            budget(
                    "SOURCES_SHARE_ONE_BUDGET",
                    "a flood of one source uses up the budget of another",
                    "sources.computeIfAbsent(source, unknown",
                    "sources.computeIfAbsent(InetAddress.getLoopbackAddress(), unknown",
                    "sourceThatUsedUpItsShareIsNotServedWhileAnotherIs"),
            budget(
                    "BUDGET_NOT_USED_UP",
                    "accepted connections are not counted",
                    "        all.take(now);\n",
                    "",
                    "floodOfOneSourceLeavesRoomForAnother"),
            budget(
                    "ANY_CONNECTION_DISPLACED",
                    "a flood displaces the connections of other sources",
                    ".filter(connection -> source.apply(connection).equals(busiest))\n",
                    "",
                    "newcomerDisplacesTheOldestConnectionOfTheBusiestSource"));

    private ConnectionMutants() {}

    private static QuorumMutant redial(String name, String description, String code, String bug, String method) {
        SourceChange change = new SourceChange("tcp/RedialTimes.java", code, bug);
        return QuorumMutant.unit(name, description, change, "tcp.RedialTimesTest", method);
    }

    private static QuorumMutant budget(String name, String description, String code, String bug, String method) {
        SourceChange change = new SourceChange("tcp/AcceptBudget.java", code, bug);
        return QuorumMutant.unit(name, description, change, "tcp.AcceptBudgetTest", method);
    }
}
