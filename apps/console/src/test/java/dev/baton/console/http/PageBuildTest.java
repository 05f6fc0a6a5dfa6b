package dev.baton.console.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The id by which tabs of another build get another worker. */
class PageBuildTest {
    private static final Pattern IMPORT = Pattern.compile("from '\\./([a-z]+\\.js)'");

    @Test // FILE-12
    void everyFileThatTheWorkerRunsChangesTheId() {
        Set<String> files = new TreeSet<>();
        collect("worker.js", files);
        assertThat(files).contains("worker.js", "connection.js");
        for (String changed : files) {
            String id = PageBuild.id(name -> PageBuild.text(name) + (name.equals(changed) ? "// changed" : ""));
            assertThat(id).as(changed).isNotEqualTo(PageBuild.id()).hasSameSizeAs(PageBuild.id());
        }
    }

    /** Adds a file and those that it imports. */
    private static void collect(String file, Set<String> files) {
        if (files.add(file)) {
            Matcher imports = IMPORT.matcher(PageBuild.text(file));
            while (imports.find()) {
                collect(imports.group(1), files);
            }
        }
    }
}
