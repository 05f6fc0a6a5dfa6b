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

/** {@code baton console}: a web page that shows the elections of stores and transfers leadership. */
final class ConsoleCommand {
    static final String HELP = """
            Serves a web page that shows every election of the given stores: the leader, the standbys and the history.
              Transfers leadership with a click. Runs until Ctrl-C.
            --on URL...         A store, or a node as http[s]://HOST:PORT. Can be given several times (default: BATON_URL,
                                then file:~/.baton).
            --listen HOST:PORT  Address to listen on (default: 127.0.0.1:7070).
            --token-file FILE   File with the token that transfers need (default: BATON_TOKEN_FILE). Without a token, only
                                this machine can transfer leadership.
            --node-token-file FILE  File with the token for the nodes.
            """ + NodeOptions.TLS_HELP + """
            --history FILE      File for the leadership history (default: ~/.baton/console.db).
            --keep-days N       Days to keep the leadership history (default: 30).
            """;

    private ConsoleCommand() {}

    static int run(Invocation call) throws InterruptedException {
        CommandLog.showInfo("dev.baton.console");
        ConsoleSettings settings = settings(call);
        CountDownLatch stopped = new CountDownLatch(1);
        StopSignals.handle(name -> stopped.countDown());
        try (Console console = Console.start(settings)) {
            call.out().println("console at " + console.url());
            stopped.await();
        } catch (HistoryException unusable) {
            throw new UsageException(String.valueOf(unusable.getMessage()));
        }
        return ExitCode.DONE;
    }

    private static ConsoleSettings settings(Invocation call) {
        List<String> stores = new ArrayList<>();
        List<String> nodes = new ArrayList<>();
        List<String> urls = call.given().matchedOptionValue("--on", List.of());
        urls.forEach(url -> PasswordCheck.refuseIn("--on", url));
        for (String url : urls.isEmpty() ? List.of(StoreOptions.defaultUrl(call.context())) : urls) {
            if (url.startsWith("http://") || url.startsWith("https://")) {
                nodes.add(url);
            } else {
                stores.add(GroupUrls.asObserver(StoreOptions.expandHome(url)));
            }
        }
        ListenAddress address = ListenAddress.of(call, "127.0.0.1:7070", 0);
        return new ConsoleSettings(
                stores,
                nodes,
                address.bareHost(),
                address.port(),
                NodeOptions.tokenFile(call).map(ConsoleCommand::readable),
                Path.of(call.text("--history").orElse(System.getProperty("user.home") + "/.baton/console.db")),
                call.integer("--keep-days").map(ConsoleCommand::days).orElse(ConsoleSettings.DEFAULT_RETENTION),
                NodeOptions.tlsCa(call).map(TrustedCertificates::in),
                call.text("--node-token-file").map(Path::of),
                Optional.empty());
    }

    private static Duration days(int number) {
        if (number < 1) {
            throw new UsageException("--keep-days " + number + " is too short: keep the history for at least 1 day");
        }
        return Duration.ofDays(number);
    }

    private static Path readable(Path file) {
        try {
            Files.readString(file);
            return file;
        } catch (IOException unreadable) {
            throw new UsageException("--token-file or BATON_TOKEN_FILE: cannot read " + file + ": " + unreadable);
        }
    }
}
