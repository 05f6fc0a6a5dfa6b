package dev.baton.node.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.node.http.TestNode.Response;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** docs/openapi.yaml matches the server. */
class OpenApiTest {
    private static final Pattern PATH = Pattern.compile("^  (/\\S*):$");
    private static final Pattern METHOD = Pattern.compile("^    (get|post|delete|put|patch):$");
    private static final Pattern PARAMETER = Pattern.compile("^ +- \\{name: (\\w+), in: query,.*");
    private static final Pattern BODY_FIELD = Pattern.compile("^ {16}(\\w+): .*");
    private static final Pattern FIELD = Pattern.compile("^ {8}(\\w+):.*");

    @TempDir
    Path directory;

    @Test // NODE-4
    void documentHasExactlyTheRoutesOfTheServer() throws IOException {
        Set<String> documented = new TreeSet<>();
        String path = "";
        for (String line : Files.readAllLines(document())) {
            Matcher paths = PATH.matcher(line);
            Matcher methods = METHOD.matcher(line);
            if (paths.matches()) {
                path = paths.group(1);
            } else if (methods.matches()) {
                documented.add(methods.group(1).toUpperCase(Locale.ROOT) + " " + path);
            }
        }
        try (TestNode node = new TestNode("a", "sqlite:" + directory.resolve("node.db"), Optional.empty())) {
            assertThat(documented).isEqualTo(new TreeSet<>(node.server().routes()));
        }
    }

    /** Returns the fields of a schema in the document. */
    private static Set<String> schema(String name) throws IOException {
        Set<String> documented = new TreeSet<>();
        boolean inside = false;
        for (String line : Files.readAllLines(document())) {
            if (line.matches("^ {4}\\w+:$")) {
                inside = line.equals("    " + name + ":");
            }
            Matcher field = FIELD.matcher(line);
            if (inside && field.matches()) {
                documented.add(field.group(1));
            }
        }
        return documented;
    }

    /** Asserts that the document describes a response with exactly these fields, in this order. */
    private static void assertDescribed(Map<String, ?> object) throws IOException {
        assertDescribed("description: '", object);
    }

    private static void assertDescribed(String before, Map<String, ?> object) throws IOException {
        String fields = String.join(", ", object.keySet());
        assertThat(Files.readString(document()).replaceAll(" (\"\\w+\"|\\([^)]*\\))", ""))
                .containsPattern(Pattern.quote(before + fields) + "[':]");
    }

    @Test // NODE-4, NODE-6
    void documentHasExactlyTheFieldsOfTheResponses() throws IOException {
        try (TestNode node = new TestNode("a", "sqlite:" + directory.resolve("node.db"), Optional.empty())) {
            assertThat(node.post("/v1/jobs", "{}").body().keySet())
                    .containsExactlyInAnyOrderElementsOf(schema("NotLeader"));
            assertDescribed(node.get("/readyz").body());
            node.lead();
            assertDescribed(node.get("/healthz").body());
            assertThat(node.get("/role").body().keySet()).containsExactlyInAnyOrderElementsOf(schema("Role"));
            assertThat(node.post("/v1/jobs", "{\"name\":\"j\"}").body().keySet())
                    .containsExactlyInAnyOrderElementsOf(schema("Job"));
            assertThat(node.post("/v1/jobs", "{\"name\":\"j\",\"leader_epoch\":9}")
                            .body()
                            .keySet())
                    .containsExactlyInAnyOrderElementsOf(schema("Stale"));
            Response lease = node.post("/v1/leases", "{\"agent_name\":\"w\"}");
            assertDescribed(lease.body());
            assertDescribed(node.post("/v1/leases/" + lease.text("lease_id") + "/renew", "{\"job_epoch\":1}")
                    .body());
            assertThat(node.post("/v1/drain", "{\"node_id\":\"b\"}").body().keySet())
                    .containsExactlyInAnyOrderElementsOf(schema("Error"));
            assertDescribed(node.post("/v1/drain", "{}").body());
        }
    }

    @Test // NODE-4
    void documentHasExactlyTheFieldsOfListsAndRemovals() throws IOException {
        try (TestNode node = new TestNode("a", "sqlite:" + directory.resolve("node.db"), Optional.empty())) {
            node.lead();
            String id = node.post("/v1/jobs", "{\"name\":\"j\"}").text("id");
            node.post("/v1/leases", "{\"agent_name\":\"w\"}");
            assertThat(node.get("/v1/jobs").body().keySet()).containsExactly("jobs", "next");
            assertThat(first(node.get("/v1/jobs?include=payload,output"), "jobs")
                            .keySet())
                    .containsExactlyInAnyOrderElementsOf(schema("Job"));
            assertDescribed("agents: ", first(node.get("/v1/agents"), "agents"));
            assertDescribed(node.post("/v1/agents/w/leave", "").body());
            assertDescribed(node.delete("/v1/agents/w").body());
            node.post("/v1/jobs/" + id + "/cancel", "");
            assertDescribed(node.delete("/v1/jobs/" + id).body());
            assertDescribed(node.delete("/v1/drain").body());
        }
    }

    @SuppressWarnings("unchecked") // A list of JSON objects.
    private static Map<String, ?> first(Response response, String list) {
        return response.get(list) instanceof List<?> objects ? (Map<String, ?>) objects.get(0) : Map.of();
    }

    @Test // NODE-4
    void everyOperationInTheDocumentCanFail() throws IOException {
        List<String> lines = Files.readAllLines(document());
        long operations =
                lines.stream().filter(line -> METHOD.matcher(line).matches()).count();
        assertThat(lines.stream().filter(line -> line.startsWith("        default: {$ref: ")))
                .hasSize((int) operations);
    }

    /** An operation in the document, with the names of its fields or parameters. */
    private static Map<String, Set<String>> documented(Pattern name, boolean bodies) throws IOException {
        Map<String, Set<String>> found = new TreeMap<>();
        Set<String> order = new TreeSet<>();
        String path = "";
        String operation = "";
        String schema = "";
        for (String line : Files.readAllLines(document())) {
            Matcher paths = PATH.matcher(line);
            Matcher methods = METHOD.matcher(line);
            if (paths.matches()) {
                path = paths.group(1);
            } else if (methods.matches()) {
                operation = methods.group(1).toUpperCase(Locale.ROOT) + " " + path;
                found.put(operation, new TreeSet<>());
            } else if (line.matches("^ {4}\\w+:$")) {
                schema = line.strip();
            }
            Matcher names = name.matcher(line);
            Matcher fields = FIELD.matcher(line);
            if (schema.isEmpty() && names.matches()) {
                found.getOrDefault(operation, new TreeSet<>()).add(names.group(1));
            } else if (bodies && schema.equals("Order:") && fields.matches()) {
                order.add(fields.group(1));
            }
        }
        if (bodies) {
            found.getOrDefault("POST /v1/jobs", new TreeSet<>()).addAll(order);
        }
        return found;
    }

    /** Returns what the server allows, according to its answer to a request with an unknown name. */
    private static Set<String> allowed(TestNode node, String operation, String query, String body) {
        String[] words = operation.split(" ", 2);
        String path = words[1].replaceAll("\\{\\w+\\}", "none") + query;
        BodyPublisher sent = body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body);
        String message = node.send(node.request(path).method(words[0], sent)).text("message");
        assertThat(message).as(operation).contains("; allowed are ");
        Set<String> names = new TreeSet<>(List.of(
                message.substring(message.indexOf("; allowed are ") + 14).split(", ")));
        names.remove("none");
        return names;
    }

    @Test // NODE-4
    void documentHasExactlyTheParametersAndFieldsOfTheServer() throws IOException {
        Map<String, Set<String>> parameters = documented(PARAMETER, false);
        Map<String, Set<String>> fields = documented(BODY_FIELD, true);
        try (TestNode node = new TestNode("a", "sqlite:" + directory.resolve("node.db"), Optional.empty())) {
            node.lead();
            for (String operation : parameters.keySet()) {
                if (operation.contains(" /v1/")) {
                    assertThat(allowed(node, operation, "?x=1", ""))
                            .as(operation)
                            .isEqualTo(parameters.get(operation));
                }
                if (!operation.startsWith("GET ")) {
                    Set<String> inBody = new TreeSet<>(fields.getOrDefault(operation, Set.of()));
                    inBody.add("leader_epoch");
                    assertThat(allowed(node, operation, "", "{\"x\":1}"))
                            .as(operation)
                            .isEqualTo(inBody);
                }
            }
        }
    }

    private static Path document() {
        return Path.of("..", "..", "docs", "openapi.yaml");
    }
}
