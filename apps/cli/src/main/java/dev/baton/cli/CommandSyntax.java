package dev.baton.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * Reads the options and parameters of a command from its help text, so that both are written once. Every command also has
 * the options for help and for the log.
 *
 * <pre>
 * Usage: baton run [OPTIONS] ELECTION [-- CMD ARG...]
 * The usage line can be omitted. Other lines are the description, and an indented line
 *   continues the one above.
 * --json       An option without a value. Two spaces or more come before the explanation.
 * --wait D     An option with a value.
 * -f,--follow  An option with a short name.
 * --on URL...  An option with a value that can be given several times.
 * add|remove   The first parameter, which must be given: one of these words.
 * [ELECTION]   The second parameter, which can be omitted.
 * </pre>
 */
final class CommandSyntax {
    private static final String USAGE = "Usage: ";
    private static final Pattern EXPLAINED = Pattern.compile("(\\S+)(?: (\\S+?)(\\.\\.\\.)?)? {2,}(.+)");

    private static final Pattern WORDS = Pattern.compile("[a-z]+(\\|[a-z]+)+");

    private CommandSyntax() {}

    /** @param name the full name, for example {@code baton run} */
    static CommandSpec parse(String name, String help) {
        CommandSpec spec = CommandSpec.create().name(name);
        spec.addOption(OptionSpec.builder("-h", "--help")
                .usageHelp(true)
                .description("Show this help and exit.")
                .build());
        spec.addOption(OptionSpec.builder("-v", "--verbose")
                .type(boolean[].class)
                .arity("0")
                .description(CommandLog.VERBOSE_HELP)
                .build());
        spec.addOption(
                OptionSpec.builder("--quiet").description(CommandLog.QUIET_HELP).build());
        spec.addOption(OptionSpec.builder("--log-format")
                .paramLabel("FORMAT")
                .type(String.class)
                .description(CommandLog.FORMAT_HELP)
                .build());
        List<String> description = new ArrayList<>();
        for (String line : help.replaceAll("\n +", " ").lines().toList()) {
            Matcher explained = EXPLAINED.matcher(line);
            if (line.startsWith(USAGE)) {
                spec.usageMessage().customSynopsis(line.substring(USAGE.length()));
            } else if (!explained.matches()) {
                description.add(line);
            } else if (line.startsWith("-")) {
                spec.addOption(option(explained));
            } else {
                spec.addPositional(
                        parameter(explained, spec.positionalParameters().size()));
            }
        }
        spec.usageMessage().description(description.toArray(new String[0])).footer(ExitCode.help(name));
        return spec;
    }

    private static OptionSpec option(Matcher line) {
        OptionSpec.Builder option =
                OptionSpec.builder(line.group(1).split(",", -1)).description(line.group(4));
        if (line.group(2) != null) {
            option.paramLabel(line.group(2)).type(String.class);
        }
        if (line.group(3) != null) {
            option.type(List.class).auxiliaryTypes(String.class);
        }
        return option.build();
    }

    private static PositionalParamSpec parameter(Matcher line, int index) {
        boolean required = !line.group(1).startsWith("[");
        String label = line.group(1).replaceAll("[\\[\\]]", "");
        return PositionalParamSpec.builder()
                .index(Integer.toString(index))
                .arity(required ? "1" : "0..1")
                .required(required)
                .paramLabel(label)
                .type(String.class)
                .completionCandidates(WORDS.matcher(label).matches() ? List.of(label.split("\\|")) : List.of())
                .description(line.group(4))
                .build();
    }
}
