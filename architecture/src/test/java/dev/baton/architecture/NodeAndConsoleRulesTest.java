package dev.baton.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import dev.baton.InstanceStatus;
import dev.baton.support.text.Names;

/** What runs on top of elections: pure rules inside, the web server behind one door each. */
@AnalyzeClasses(packages = "dev.baton", importOptions = ImportOption.DoNotIncludeTests.class)
class NodeAndConsoleRulesTest {

    @ArchTest
    static final ArchRule theRulesOfJobsArePure = classes()
            .that()
            .resideInAPackage("dev.baton.node.job")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "dev.baton.node.job", "java.lang..", "java.util..", "java.time..", "org.jspecify.annotations");

    @ArchTest
    static final ArchRule onlyTheDoorsOfNodeAndConsoleKnowTheWebServer = noClasses()
            .that()
            .resideInAPackage("dev.baton..")
            .and()
            .resideOutsideOfPackages("dev.baton.node.http..", "dev.baton.console.http..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.javalin..", "org.eclipse.jetty..");

    @ArchTest
    static final ArchRule theLedgerOfANodeKnowsNothingAboveIt = noClasses()
            .that()
            .resideInAnyPackage("dev.baton.node.database..", "dev.baton.node.job..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "dev.baton.node",
                    "dev.baton.node.control..",
                    "dev.baton.node.http..",
                    "dev.baton.node.supervisor..");

    @ArchTest
    static final ArchRule theViewOfTheConsoleIsPure = classes()
            .that()
            .resideInAPackage("dev.baton.console.view")
            .should()
            .onlyDependOnClassesThat(resideInAnyPackage(
                            "dev.baton.console.view",
                            "dev.baton.internal.machine",
                            "java.lang..",
                            "java.time..",
                            "java.util",
                            "java.util.function",
                            "java.util.stream",
                            "org.jspecify.annotations")
                    .or(belongToAnyOf(InstanceStatus.class, Names.class)));

    @ArchTest
    static final ArchRule theConsoleSeesStoresThroughTheApiAlone = noClasses()
            .that()
            .resideInAPackage("dev.baton.console..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "dev.baton.internal.runtime..", "dev.baton.testkit..", "dev.baton.cli..", "dev.baton.store..");

    @ArchTest
    static final ArchRule onlyTheDoorOfTheConsoleKnowsOfHttp = noClasses()
            .that()
            .resideInAnyPackage("dev.baton.console.view", "dev.baton.console.history", "dev.baton.console.watch")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.javalin..", "org.eclipse.jetty..", "dev.baton.console.http");

    @ArchTest
    static final ArchRule onlyThePageBringsAWebServerIntoTheCommand = noClasses()
            .that()
            .resideInAPackage("dev.baton.cli")
            .and()
            .doNotHaveSimpleName("ConsoleCommand")
            .and()
            .doNotHaveSimpleName("DemoPage")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("dev.baton.console..", "io.javalin..", "org.eclipse.jetty..");
}
