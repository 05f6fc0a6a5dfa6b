package dev.baton.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.support.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The alert rules and the dashboard in docs/monitoring. */
class MonitoringTest {
    private static final Path MONITORING = SourceTree.ROOT.resolve("docs/monitoring");
    private static final Pattern QUERY = Pattern.compile("\"expr\": \"((?:[^\"\\\\]|\\\\.)*)\"");
    private static final Pattern METRIC = Pattern.compile("\\bbaton_[a-z_]+");

    @Test
    void promtoolAcceptsTheRulesAndTheirTestsPass() throws Exception {
        promtool("check", "rules", "alerts.yaml");
        promtool("test", "rules", "alerts-test.yaml");
    }

    @ParameterizedTest
    @ValueSource(strings = {"alerts.yaml", "alerts-test.yaml", "dashboard.json"})
    void everyMetricIsDocumented(String file) {
        Set<String> documented = metrics(SourceTree.text(SourceTree.ROOT.resolve("docs/reference/metrics.md")));
        // The page has the second name of a summary as a suffix only.
        Set<String> sums = new TreeSet<>();
        documented.forEach(name -> {
            sums.add(name.replaceFirst("_count$", "_sum"));
            sums.add(name.replaceFirst("_sum$", "_count"));
        });
        documented.addAll(sums);
        assertThat(metrics(SourceTree.text(MONITORING.resolve(file))))
                .isNotEmpty()
                .isSubsetOf(documented);
    }

    @Test
    void everyAlertHasATest() {
        Matcher alert = Pattern.compile("- alert: (\\w+)").matcher(SourceTree.text(MONITORING.resolve("alerts.yaml")));
        List<String> alerts = alert.results().map(found -> found.group(1)).toList();
        assertThat(alerts).isNotEmpty().allMatch(SourceTree.text(MONITORING.resolve("alerts-test.yaml"))::contains);
    }

    @Test
    void everyPanelOfTheDashboardHasAQuery() {
        Object panels = Json.parseObject(SourceTree.text(MONITORING.resolve("dashboard.json")))
                .get("panels");
        assertThat((List<?>) panels)
                .isNotEmpty()
                .allSatisfy(panel -> assertThat(Json.write(panel)).contains("\"expr\":\"", "\"title\":\""));
    }

    @Test
    void promtoolAcceptsEveryQueryOfTheDashboard(@TempDir Path directory) throws Exception {
        String dashboard = SourceTree.text(MONITORING.resolve("dashboard.json"));
        List<String> queries = QUERY.matcher(dashboard)
                .results()
                .map(found -> found.group(1).replace("\\\"", "\""))
                .toList();
        assertThat(queries).hasSizeGreaterThan(10);
        StringBuilder rules = new StringBuilder("groups:\n- name: dashboard\n  rules:\n");
        for (int i = 0; i < queries.size(); i++) {
            rules.append("  - record: query")
                    .append(i)
                    .append("\n    expr: '")
                    .append(queries.get(i))
                    .append("'\n");
        }
        Path file = Files.writeString(directory.resolve("rules.yaml"), rules);
        promtool("check", "rules", file.toString());
    }

    private static Set<String> metrics(String text) {
        Set<String> names = new TreeSet<>();
        METRIC.matcher(text).results().forEach(found -> names.add(found.group()));
        return names;
    }

    private static void promtool(String... words) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("promtool"));
        command.addAll(List.of(words));
        Process process = new ProcessBuilder(command)
                .directory(MONITORING.toFile())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
    }
}
