package dev.baton.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import dev.baton.Baton;
import dev.baton.BatonBuilder;
import dev.baton.RetryStrategy;
import java.util.List;
import java.util.concurrent.TimeoutException;

/** Dependency rules that are not about one part alone. */
@AnalyzeClasses(packages = "dev.baton", importOptions = ImportOption.DoNotIncludeTests.class)
class DependencyRulesTest {
    private static final List<String> BACKENDS = List.of(
            "dev.baton.file..",
            "dev.baton.postgres..",
            "dev.baton.lease..",
            "dev.baton.etcd..",
            "dev.baton.zookeeper..",
            "dev.baton.kubernetes..",
            "dev.baton.quorum..");

    @ArchTest
    static final ArchRule onlyCoreAndTheTestKitUseInternalPackages = noClasses()
            .that()
            .resideOutsideOfPackages("dev.baton", "dev.baton.internal..", "dev.baton.testkit..", "dev.baton.lab..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("dev.baton.internal..");

    @ArchTest
    static final ArchRule onlyTheEntryPointsOfTheApiUseTheRuntime = noClasses()
            .that()
            .resideInAPackage("dev.baton")
            .and()
            .doNotBelongToAnyOf(Baton.class, BatonBuilder.class, RetryStrategy.class)
            .should()
            .dependOnClassesThat()
            .resideInAPackage("dev.baton.internal..");

    @ArchTest
    static void publicSignaturesNeverShowSupportOrInternalTypes(JavaClasses all) {
        PublicSignatures.check(all);
    }

    @ArchTest
    static void backendsDoNotUseEachOther(JavaClasses all) {
        for (String backend : BACKENDS) {
            noClasses()
                    .that()
                    .resideInAPackage(backend)
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(BACKENDS.stream()
                            .filter(other -> !other.equals(backend))
                            .toArray(String[]::new))
                    .check(all);
        }
    }

    @ArchTest
    static final ArchRule onlyAppsLabAndExamplesNameABackend = noClasses()
            .that()
            .resideOutsideOfPackages(
                    "dev.baton.file..",
                    "dev.baton.postgres..",
                    "dev.baton.lease..",
                    "dev.baton.etcd..",
                    "dev.baton.zookeeper..",
                    "dev.baton.kubernetes..",
                    "dev.baton.quorum..",
                    "dev.baton.cli..",
                    "dev.baton.lab..",
                    "dev.baton.examples..",
                    "dev.baton.testkit.quorum")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(BACKENDS.toArray(String[]::new));

    @ArchTest
    static final ArchRule packagesOfTheFileBackendHaveNoCycles =
            slices().matching("dev.baton.file.(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule subpackagesOfTheFileBackendDoNotUseItsDecisions = noClasses()
            .that()
            .resideInAPackage("dev.baton.file.*..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("dev.baton.file");

    @ArchTest
    static final ArchRule filesOfTheFileBackendDoNotUseItsProcesses = noClasses()
            .that()
            .resideInAPackage("dev.baton.file.disk..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("dev.baton.file.process..");

    @ArchTest
    static final ArchRule subpackagesOfTheQuorumDoNotUseItsMember = noClasses()
            .that()
            .resideInAPackage("dev.baton.quorum.*..")
            .and()
            .resideOutsideOfPackage("dev.baton.quorum.mqtt")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("dev.baton.quorum");

    @ArchTest
    static final ArchRule transportsOfTheQuorumDoNotUseTheDisk = noClasses()
            .that()
            .resideInAnyPackage(
                    "dev.baton.quorum.wire..",
                    "dev.baton.quorum.stream..",
                    "dev.baton.quorum.tcp..",
                    "dev.baton.quorum.mqtt..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("dev.baton.quorum.disk..");

    @ArchTest
    static final ArchRule protocolAndJobRulesArePure = noClasses()
            .that()
            .resideInAnyPackage(
                    "dev.baton.internal.machine",
                    "dev.baton.quorum.step",
                    "dev.baton.quorum.stream",
                    "dev.baton.node.job",
                    "dev.baton.console.view")
            .should()
            .dependOnClassesThat(resideInAnyPackage(
                            "java.io..",
                            "java.net..",
                            "java.nio.file..",
                            "java.nio.channels..",
                            "java.sql..",
                            "java.util.concurrent..")
                    .and(not(belongToAnyOf(TimeoutException.class))));

    @ArchTest
    static final ArchRule simulatorOfTheQuorumUsesNeitherNetworkNorDisk = noClasses()
            .that()
            .resideInAPackage("dev.baton.testkit.quorum")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("java.net..", "java.nio.channels..", "java.nio.file..");

    @ArchTest
    static final ArchRule onlyTheRuntimeOfCoreHasThreads = noClasses()
            .that()
            .resideInAnyPackage("dev.baton", "dev.baton.spi", "dev.baton.internal.machine", "dev.baton.internal.retry")
            .should()
            .dependOnClassesThat()
            .areAssignableTo(Thread.class);

    @ArchTest
    static final ArchRule wallClocksAreReadInOnePlace = noClasses()
            .that()
            .resideInAnyPackage(
                    "dev.baton.internal..",
                    "dev.baton.support..",
                    "dev.baton.file..",
                    "dev.baton.postgres..",
                    "dev.baton.lease..",
                    "dev.baton.etcd..",
                    "dev.baton.zookeeper..",
                    "dev.baton.kubernetes..",
                    "dev.baton.quorum..",
                    "dev.baton.store..",
                    "dev.baton.node..",
                    "dev.baton.console..",
                    "dev.baton.sidecar..")
            .should()
            .callMethod(System.class, "currentTimeMillis")
            .orShould()
            .callMethod(java.time.Instant.class, "now");

    @ArchTest
    static final ArchRule onlyHttpPackagesUseTheWebServer = noClasses()
            .that()
            .resideInAPackage("dev.baton..")
            .and()
            .resideOutsideOfPackages(
                    "dev.baton.http..", "dev.baton.node.http..", "dev.baton.console.http..", "dev.baton.sidecar.http..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.javalin..", "org.eclipse.jetty..");

    @ArchTest
    static final ArchRule namesSayWhatAThingIs =
            noClasses().should().haveNameMatching(".*(Manager|Util|Utils|Helper|Impl)");
}
