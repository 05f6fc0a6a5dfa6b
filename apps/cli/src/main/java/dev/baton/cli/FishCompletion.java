package dev.baton.cli;

import java.util.StringJoiner;
import java.util.TreeSet;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** The completion script for fish. */
final class FishCompletion {
    private static final String COMPLETE = "complete -c baton ";

    private FishCompletion() {}

    static String script(CommandSpec root) {
        StringBuilder script = new StringBuilder();
        // The words after -- are a command with files.
        script.append(COMPLETE)
                .append("-n 'not __fish_seen_subcommand_from ")
                .append(String.join(" ", new TreeSet<>(Main.WITH_COMMAND)))
                .append("' -f\n");
        for (CommandLine command : root.subcommands().values()) {
            CommandSpec spec = command.getCommandSpec();
            String name = spec.name().substring("baton ".length());
            script.append(COMPLETE)
                    .append("-n __fish_use_subcommand -a ")
                    .append(name)
                    .append(" -d ")
                    .append(quoted(ManPage.purpose(spec)))
                    .append('\n');
            spec.positionalParameters().forEach(parameter -> script.append(words(name, parameter)));
            spec.options().forEach(option -> script.append(line(name, option)));
        }
        return script.toString();
    }

    private static String words(String command, PositionalParamSpec parameter) {
        StringJoiner words = new StringJoiner(" ").setEmptyValue("");
        parameter.completionCandidates().forEach(words::add);
        return words.length() == 0
                ? ""
                : COMPLETE + "-n '__fish_seen_subcommand_from " + command + "; and not __fish_seen_subcommand_from "
                        + words + "' -f -a '" + words + "'\n";
    }

    private static String line(String command, OptionSpec option) {
        StringBuilder line = new StringBuilder(COMPLETE + "-n '__fish_seen_subcommand_from " + command + "'");
        for (String name : option.names()) {
            line.append(name.startsWith("--") ? " -l " + name.substring(2) : " -s " + name.substring(1));
        }
        if (option.arity().max() > 0) {
            line.append(option.paramLabel().matches("FILE|DIR") ? " -r -F" : " -x");
        }
        return line.append(" -d ")
                .append(quoted(String.join(" ", option.description())))
                .append('\n')
                .toString();
    }

    private static String quoted(String text) {
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
    }
}
