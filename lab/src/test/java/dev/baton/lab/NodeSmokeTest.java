package dev.baton.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.json.Json;
import dev.baton.lab.node.NodeJobs;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class NodeSmokeTest {

    @Test
    void nodeJobs() throws Exception {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        new NodeJobs(10).run(1, new Report(new PrintStream(printed, true, StandardCharsets.UTF_8), System.err, true));
        assertThat(printed.toString(StandardCharsets.UTF_8).lines())
                .hasSize(4)
                .allMatch(line -> "node-jobs".equals(Json.parseObject(line).get("bench")));
    }
}
