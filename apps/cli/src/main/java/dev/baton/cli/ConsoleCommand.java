package dev.baton.cli;

import dev.baton.console.Console;
import dev.baton.console.ConsoleSettings;
import dev.baton.console.history.HistoryException;
import dev.baton.node.client.TrustedCertificates;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** {@code baton console}: a page that shows who leads, and hands over with a click. */
final class ConsoleCommand implements Subcommand {

    @Override
    public CommandSpec spec() {
        CommandSpec spec = OptionReader.command(
                "console",
                "Serves a page that shows every election of the given stores: who leads, who stands by, what happened;"
                        + " and hands over with a click. Until Ctrl-C.");
        spec.addOption(OptionSpec.builder("--on")
                .type(List.class)
                .auxiliaryTypes(String.class)
                .paramLabel("URL")
                .description("A store to watch, or http[s]://HOST:PORT, a node; may be given several times. Default:"
                        + " BATON_URL, else file:~/.baton.")
                .build());
        OptionReader.text(spec, "--listen", "HOST:PORT", "Where to listen (default: 127.0.0.1:7070).");
        OptionReader.text(
                spec,
                "--token-file",
                "FILE",
                "What hand-overs have to bring, in a file (default: BATON_TOKEN_FILE). Without one they are let in from"
                        + " this machine only.");
        NodeOptions.tlsCa(spec);
        OptionReader.text(spec, "--history", "FILE", "Where reigns are kept (default: ~/.baton/console.db).");
        OptionReader.text(spec, "--keep-days", "N", "For how long they are kept (default: 30).");
        return spec;
    }

    @Override
    public int run(Invocation call) throws IOException, InterruptedException {
        System.setProperty("org.slf4j.simpleLogger.log.dev.baton.console", "info");
        ConsoleSettings settings = settings(call.given(), call.around());
        CountDownLatch interrupted = new CountDownLatch(1);
        StopSignals.tell(name -> interrupted.countDown());
        try (Console console = Console.start(settings)) {
            call.around().out().println("console at " + console.url());
            interrupted.await();
        } catch (HistoryException unusable) {
            throw new UsageException(String.valueOf(unusable.getMessage()));
        }
        return ExitCode.DONE;
    }

    private static ConsoleSettings settings(ParseResult given, CommandContext around) throws IOException {
        List<String> stores = new ArrayList<>();
        List<String> nodes = new ArrayList<>();
        List<String> urls = given.matchedOptionValue("--on", List.of());
        for (String url : urls.isEmpty() ? List.of(StoreOptions.url(around)) : urls) {
            if (!urls.isEmpty()) {
                PasswordCheck.refuseIn("--on", url);
            }
            boolean isNode = url.startsWith("http://") || url.startsWith("https://");
            (isNode ? nodes : stores).add(isNode ? url : GroupUrls.asObserver(StoreOptions.atHome(url)));
        }
        Listen listen = Listen.at(OptionReader.text(given, "--listen").orElse("127.0.0.1:7070"));
        return new ConsoleSettings(
                stores,
                nodes,
                listen.host(),
                listen.port(),
                token(given, around),
                OptionReader.text(given, "--history").map(Path::of).orElseGet(ConsoleCommand::usualHistory),
                OptionReader.integer(given, "--keep-days").map(Duration::ofDays).orElse(ConsoleSettings.KEPT),
                NodeOptions.tlsCa(given, around.environment()).map(TrustedCertificates::in),
                "");
    }

    private static Path usualHistory() {
        return Path.of(System.getProperty("user.home"), ".baton", "console.db");
    }

    private static Optional<String> token(ParseResult given, CommandContext around) throws IOException {
        Optional<String> file = OptionReader.text(given, "--token-file")
                .or(() -> Optional.of(around.environment().getOrDefault("BATON_TOKEN_FILE", "")))
                .filter(name -> !name.isEmpty());
        if (file.isEmpty()) {
            return Optional.empty();
        }
        Path path = Path.of(file.get());
        if (!Files.isReadable(path) || Files.isDirectory(path)) {
            throw new UsageException("--token-file " + path + " cannot be read");
        }
        String token = Files.readString(path).strip();
        if (token.isEmpty()) {
            throw new UsageException("--token-file " + path + " is empty");
        }
        return Optional.of(token);
    }

    /** An address to listen on. */
    private record Listen(String host, int port) {

        static Listen at(String text) {
            int colon = text.lastIndexOf(':');
            try {
                String host = colon < 0 ? "127.0.0.1" : text.substring(0, colon);
                int port = Integer.parseInt(text.substring(colon + 1));
                boolean bracketed = host.startsWith("[") && host.endsWith("]");
                return new Listen(bracketed ? host.substring(1, host.length() - 1) : host, port);
            } catch (NumberFormatException notAPort) {
                throw new UsageException("--listen " + text + " is not HOST:PORT, such as 127.0.0.1:7070");
            }
        }
    }
}
