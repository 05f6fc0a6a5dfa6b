package dev.baton.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** The manual page of a command, in the language of {@code man(7)}, from the same text as its help. */
final class ManPage {
    private static final Pattern NON_ASCII = Pattern.compile("[^\\x00-\\x7f]");

    private ManPage() {}

    /** Returns the name of a page, for example {@code baton-run}. */
    static String name(CommandSpec command) {
        return command.name().replace(' ', '-');
    }

    /** Returns the first sentence of the description. */
    static String purpose(CommandSpec command) {
        String text = String.join(" ", command.usageMessage().description());
        int end = text.indexOf(". ");
        return (end < 0 ? text : text.substring(0, end)).replaceFirst("\\.$", "");
    }

    static String of(CommandSpec command, String version) {
        List<String> page = new ArrayList<>();
        page.add(".TH " + name(command).toUpperCase(Locale.ROOT) + " 1 \"\" \"baton " + version + "\" Baton");
        page.add(".SH NAME");
        page.add(escaped(name(command)) + " \\- " + escaped(purpose(command)));
        page.add(".SH SYNOPSIS");
        page.add(escaped(synopsis(command)));
        page.add(".SH DESCRIPTION");
        for (String paragraph : command.usageMessage().description()) {
            page.add(".PP");
            page.add(escaped(paragraph));
        }
        if (!command.subcommands().isEmpty()) {
            page.add(".SH COMMANDS");
            command.subcommands().values().forEach(sub -> {
                CommandSpec spec = sub.getCommandSpec();
                addEntry(page, bold(name(spec)) + "(1)", purpose(spec));
            });
        }
        page.add(".SH OPTIONS");
        for (PositionalParamSpec parameter : command.positionalParameters()) {
            addEntry(page, italic(parameter.paramLabel()), String.join(" ", parameter.description()));
        }
        for (OptionSpec option : command.options()) {
            String names = Arrays.stream(option.names()).map(ManPage::bold).collect(Collectors.joining(", "));
            addEntry(
                    page,
                    option.arity().max() > 0 ? names + " " + italic(option.paramLabel()) : names,
                    String.join(" ", option.description()));
        }
        addExitCodes(page, command.usageMessage().footer());
        page.add(".SH SEE ALSO");
        page.add(command.name().equals("baton") ? "docs/index.md of the project" : bold("baton") + "(1)");
        return String.join("\n", page) + "\n";
    }

    private static String synopsis(CommandSpec command) {
        String[] custom = command.usageMessage().customSynopsis();
        if (custom.length > 0) {
            return String.join(" ", custom);
        }
        String parameters = command.positionalParameters().stream()
                .map(one -> one.required() ? " " + one.paramLabel() : " [" + one.paramLabel() + "]")
                .collect(Collectors.joining());
        return command.name() + " [OPTIONS]" + (command.subcommands().isEmpty() ? parameters : " COMMAND");
    }

    /** The first line of the footer is its heading; each of the others has a code, two spaces and its meaning. */
    private static void addExitCodes(List<String> page, String[] footer) {
        page.add(".SH EXIT STATUS");
        for (String line : Arrays.asList(footer).subList(1, footer.length)) {
            String[] parts = line.strip().split(" {2}", 2);
            if (parts.length == 2) {
                addEntry(page, bold(parts[0]), parts[1]);
            } else {
                page.add(".PP");
                page.add(escaped(parts[0]));
            }
        }
    }

    private static void addEntry(List<String> page, String term, String text) {
        page.add(".TP");
        page.add(term);
        page.add(escaped(text));
    }

    private static String bold(String text) {
        return "\\fB" + escaped(text) + "\\fR";
    }

    private static String italic(String text) {
        return "\\fI" + escaped(text) + "\\fR";
    }

    /** A dash would become a hyphen, and a line that begins with a dot or a quote would be a request. */
    private static String escaped(String text) {
        String literal = NON_ASCII
                .matcher(text.replace("\\", "\\e").replace("-", "\\-"))
                .replaceAll(found ->
                        String.format(Locale.ROOT, "\\\\[u%04X]", found.group().codePointAt(0)));
        return literal.startsWith(".") || literal.startsWith("'") ? "\\&" + literal : literal;
    }
}
