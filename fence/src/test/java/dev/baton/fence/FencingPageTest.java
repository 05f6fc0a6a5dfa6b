package dev.baton.fence;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The examples and statements of the fencing guide compile and work. */
class FencingPageTest {
    private static final Pattern EXAMPLE = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
    private static final Path PAGE = Path.of("..", "docs", "guide", "fencing.md");
    private static final Path SOURCE = Path.of("src", "test", "java", "dev", "baton", "fence", "FencingExamples.java");

    private static String unspaced(String text) {
        return text.replaceAll("\\s+", "");
    }

    @Test // FENCE-2
    void everyExampleOfThePageIsCompiled() throws IOException {
        String compiled = unspaced(Files.readString(SOURCE));
        List<String> examples = EXAMPLE.matcher(Files.readString(PAGE))
                .results()
                .map(found -> found.group(1))
                .toList();
        assertThat(examples).hasSize(5);
        assertThat(examples).allSatisfy(example -> {
            assertThat(example.lines().count()).isLessThanOrEqualTo(10);
            assertThat(compiled).contains(unspaced(example));
        });
    }

    @Test // FENCE-2
    void pageContainsStatementsOfErrorMessage() throws IOException {
        assertThat(Files.readString(PAGE)).contains(FenceTable.setup(StandardFence.POSTGRES));
    }

    @Test // FENCE-2
    void transactionExamplesWrite() throws SQLException {
        TestDatabase database = new TestDatabase();
        database.recordEpoch("nightly", 7);
        database.run("CREATE TABLE invoices (due timestamptz, paid boolean)");
        database.run("INSERT INTO invoices VALUES (now() - interval '1 day', false)");
        assertThat(FencingExamples.inTransaction(database.source(), FixedLeadership.of("nightly", 7)))
                .isEqualTo(1);
        try (var connection = database.source().getConnection()) {
            FencingExamples.guard(
                    connection,
                    FixedLeadership.of("nightly", 7),
                    Fence.byElection(),
                    (open, entry) -> TestDatabase.entry(Long.parseLong(entry)).run(open),
                    "7");
        }
        assertThat(database.entries(7)).isEqualTo(1);
    }

    @Test // FENCE-2
    void httpExampleRefusesStaleEpoch() throws Exception {
        EpochFilter filter = EpochFilter.of("nightly");
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            try (exchange) {
                FencingExamples.serve(filter, exchange);
            }
        });
        server.start();
        try {
            URI uri = URI.create("http://localhost:" + server.getAddress().getPort() + "/");
            assertThat(status(uri, 2)).isEqualTo(204);
            assertThat(status(uri, 1)).isEqualTo(409);
            assertThat(status(uri, 2)).isEqualTo(204);
        } finally {
            server.stop(0);
        }
    }

    private static int status(URI uri, long epoch) throws IOException, InterruptedException {
        HttpRequest request =
                FencingExamples.request(uri, FixedLeadership.of("nightly", epoch), HttpRequest.BodyPublishers.noBody());
        return HttpClient.newHttpClient()
                .send(request, HttpResponse.BodyHandlers.ofString())
                .statusCode();
    }
}
