package dev.baton.cli;

import dev.baton.spi.AdvisoryKeys;
import dev.baton.support.text.Names;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** {@code baton keys NAME}: the advisory lock that a name stands for on PostgreSQL. */
final class KeysCommand implements Subcommand {

    @Override
    public CommandSpec spec() {
        CommandSpec spec = OptionReader.command("keys", "Prints the two advisory lock keys that a name stands for.");
        spec.addPositional(PositionalParamSpec.builder()
                .index("0")
                .arity("1")
                .required(true)
                .paramLabel("NAME")
                .type(String.class)
                .description("The name of an election.")
                .build());
        return spec;
    }

    @Override
    public int run(Invocation call) {
        String name =
                Names.check("election", OptionReader.parameter(call.given()).orElseThrow());
        AdvisoryKeys keys = AdvisoryKeys.of(name);
        call.around().out().println(keys.key1() + " " + keys.key2());
        return ExitCode.DONE;
    }
}
