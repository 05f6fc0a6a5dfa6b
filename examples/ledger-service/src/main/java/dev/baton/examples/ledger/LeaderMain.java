package dev.baton.examples.ledger;

import dev.baton.Baton;

/** Prints the id of the replica that leads: {@code URL}. Exits with 1 if none does. */
final class LeaderMain {

    private LeaderMain() {}

    public static void main(String[] args) {
        try (Baton baton = Baton.connect(args[0])) {
            baton.election(LedgerReplica.ELECTION)
                    .leader()
                    .ifPresentOrElse(leader -> System.out.println(leader.instanceId()), () -> System.exit(1));
        }
    }
}
