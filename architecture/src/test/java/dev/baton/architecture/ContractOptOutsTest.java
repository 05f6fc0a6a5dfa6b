package dev.baton.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** docs/internals/proofs.md lists what each store leaves out of the contract, and nothing else is left out. */
class ContractOptOutsTest {
    private static final Pattern STORE = Pattern.compile("\\bimplements ContractStore\\b");
    private static final Pattern OPT_OUT = Pattern.compile("StoreFeature\\.(\\w+),\\s*\"([^\"]+)\"");
    private static final Pattern ROW =
            Pattern.compile("^\\| `(\\w+)` \\| `([A-Z_]+)` \\| (.+) \\|$", Pattern.MULTILINE);

    @Test
    void pageListsEveryOptOutWithItsReason() {
        Set<String> listed = new TreeSet<>();
        ROW.matcher(SourceTree.text(SourceTree.ROOT.resolve("docs/internals/proofs.md")))
                .results()
                .forEach(row -> listed.add(row(row.group(1), row.group(2), row.group(3))));
        assertThat(optOuts()).isNotEmpty().isEqualTo(listed);
    }

    private static Set<String> optOuts() {
        Set<String> found = new TreeSet<>();
        for (Path file : SourceTree.files(".java")) {
            String source = SourceTree.text(file);
            if (STORE.matcher(source).find()) {
                String store = file.getFileName().toString().replace(".java", "");
                OPT_OUT.matcher(source)
                        .results()
                        .forEach(optOut -> found.add(row(store, optOut.group(1), optOut.group(2))));
            }
        }
        return found;
    }

    private static String row(String store, String feature, String reason) {
        return "| `" + store + "` | `" + feature + "` | " + reason + " |";
    }
}
