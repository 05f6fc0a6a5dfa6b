package dev.baton.fence;

import com.sun.net.httpserver.HttpExchange;
import dev.baton.Leadership;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** The examples of docs/guide/fencing.md, so that they are compiled. */
final class FencingExamples {

    private FencingExamples() {}

    interface Ledger {
        void append(Connection connection, String entry) throws SQLException;
    }

    static int inTransaction(DataSource dataSource, Leadership leadership) throws SQLException {
        int paid = Fence.byElection().inTransaction(dataSource, leadership, connection -> {
            try (var statement = connection.prepareStatement("UPDATE invoices SET paid = true WHERE due < now()")) {
                return statement.executeUpdate();
            }
        });
        return paid;
    }

    static void guard(Connection connection, Leadership leadership, Fence fence, Ledger ledger, String entry)
            throws SQLException {
        connection.setAutoCommit(false);
        TransactionGuard guard = fence.guard(connection, leadership);
        ledger.append(connection, entry);
        guard.check(connection);
        connection.commit();
    }

    static HttpRequest request(URI uri, Leadership leadership, HttpRequest.BodyPublisher body) {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri).POST(body);
        EpochHeaders.of(leadership).forEach(request::header);
        return request.build();
    }

    static void serve(EpochFilter filter, HttpExchange exchange) throws IOException {
        EpochDecision decision = filter.check(exchange.getRequestHeaders()::getFirst);
        if (decision instanceof EpochDecision.Refused refused) {
            byte[] body = refused.body().getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(refused.status(), body.length);
            exchange.getResponseBody().write(body);
            return;
        }
        exchange.sendResponseHeaders(204, -1);
    }

    static void write(Leadership leadership, byte[] content) throws IOException {
        FencedFile.write(Path.of("state.json"), leadership, content);
    }
}
