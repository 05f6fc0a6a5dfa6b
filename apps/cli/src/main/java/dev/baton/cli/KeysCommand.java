package dev.baton.cli;

import dev.baton.spi.AdvisoryKeys;

/** {@code baton keys NAME}: the keys of the advisory lock that PostgreSQL stores use for an election. */
final class KeysCommand {
    static final String HELP = """
            Prints the two PostgreSQL advisory lock keys of an election.
            NAME  The name of the election. KEY1:KEY2 has these keys.
            """;

    private KeysCommand() {}

    static int run(Invocation call) {
        AdvisoryKeys keys = ElectionTarget.keysOf(call.election().orElseThrow());
        call.out().println(keys.key1() + " " + keys.key2());
        return ExitCode.DONE;
    }
}
