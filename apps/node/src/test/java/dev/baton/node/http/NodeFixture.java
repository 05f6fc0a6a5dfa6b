package dev.baton.node.http;

import dev.baton.node.database.JobDatabase;
import java.util.Optional;

/** A node for tests of its clients. */
public final class NodeFixture implements AutoCloseable {
    private final TestNode node;

    public NodeFixture(String store) {
        node = new TestNode("a", store, Optional.empty());
    }

    public void lead() {
        node.lead();
    }

    /** Refuses all writes until it leads again. */
    public void stepDown() {
        node.controller.close();
    }

    /** Submits a job and returns its id. */
    public String submit(String job) {
        return node.post("/v1/jobs", job).text("id");
    }

    public String url() {
        return "http://127.0.0.1:" + node.port();
    }

    public JobDatabase database() {
        return node.database();
    }

    @Override
    public void close() {
        node.close();
    }
}
