package dev.baton.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.EvaluationResult;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** The dependency table of ARCHITECTURE.md, row by row. */
@AnalyzeClasses(packages = "dev.baton", importOptions = ImportOption.DoNotIncludeTests.class)
class DependencyTableTest {
    private static final Pattern ROW = Pattern.compile("(?m)^\\| (`[^|]+) \\| (`dev\\.baton[^|]*) \\| ([^|]+) \\|$");
    private static final Pattern PACKAGE = Pattern.compile("`([a-z][\\w.]*)`");
    private static final List<String> EVERYBODY = List.of("java..", "javax..", "org.jspecify.annotations");
    private static final int LEAST_ROWS = 20;

    @ArchTest
    static void everyPartUsesOnlyWhatItsRowAllows(JavaClasses all) {
        String page = SourceTree.text(SourceTree.ROOT.resolve("ARCHITECTURE.md"));
        List<MatchResult> rows = ROW.matcher(page.substring(page.indexOf("## Packages")))
                .results()
                .toList();
        assertThat(rows).as("rows of the dependency table").hasSizeGreaterThan(LEAST_ROWS);
        List<String> violations = new ArrayList<>();
        for (MatchResult row : rows) {
            List<String> packages = packages(row.group(2));
            List<String> allowed = new ArrayList<>(EVERYBODY);
            allowed.addAll(packages);
            allowed.addAll(packages(row.group(3)));
            EvaluationResult result = classes()
                    .that()
                    .resideInAnyPackage(packages.toArray(String[]::new))
                    .should()
                    .onlyDependOnClassesThat()
                    .resideInAnyPackage(allowed.toArray(String[]::new))
                    .evaluate(all);
            result.getFailureReport().getDetails().forEach(detail -> violations.add(row.group(1) + ": " + detail));
        }
        assertThat(violations).isEmpty();
    }

    private static List<String> packages(String cell) {
        return PACKAGE.matcher(cell).results().map(found -> found.group(1)).toList();
    }
}
