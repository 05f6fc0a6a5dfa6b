package dev.baton.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import dev.baton.Baton;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Dependencies point one way: everything to core, and inside core towards the machine. */
@AnalyzeClasses(packages = "dev.baton", importOptions = ImportOption.DoNotIncludeTests.class)
class DependencyRulesTest {
    private static final List<String> BACKENDS =
            List.of("dev.baton.file..", "dev.baton.postgres..", "dev.baton.lease..", "dev.baton.quorum..");

    @ArchTest
    static final ArchRule theMachineIsPure = classes()
            .that()
            .resideInAPackage("dev.baton.internal.machine")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "dev.baton.internal.machine",
                    "java.lang..",
                    "java.util..",
                    "java.time..",
                    "org.jspecify.annotations");

    @ArchTest
    static final ArchRule retryStrategiesKnowOnlyTheMachine = classes()
            .that()
            .resideInAPackage("dev.baton.internal.retry")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "dev.baton.internal.retry", "dev.baton.internal.machine", "java..", "org.jspecify.annotations");

    @ArchTest
    static final ArchRule theSpiKnowsNothingAboveIt = classes()
            .that()
            .resideInAPackage("dev.baton.spi")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "dev.baton.spi",
                    "dev.baton.internal.retry",
                    "dev.baton.internal.machine",
                    "java..",
                    "org.jspecify.annotations");

    @ArchTest
    static final ArchRule onlyTheDoorKnowsTheRuntime = noClasses()
            .that()
            .resideInAPackage("dev.baton")
            .and()
            .doNotBelongToAnyOf(Baton.class)
            .should()
            .dependOnClassesThat()
            .resideInAPackage("dev.baton.internal.runtime");

    @ArchTest
    static final ArchRule coreDependsOnNothingButTheLogger = classes()
            .that()
            .resideInAnyPackage(
                    "dev.baton",
                    "dev.baton.spi",
                    "dev.baton.internal.machine",
                    "dev.baton.internal.runtime",
                    "dev.baton.internal.retry",
                    "dev.baton.support.json")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "dev.baton",
                    "dev.baton.spi",
                    "dev.baton.internal.machine",
                    "dev.baton.internal.runtime",
                    "dev.baton.internal.retry",
                    "dev.baton.support.json",
                    "java..",
                    "org.slf4j",
                    "org.jspecify.annotations");

    @ArchTest
    static final ArchRule backendsKnowNoRuntimeAndNoOtherBackend = noClasses()
            .that()
            .resideInAnyPackage("dev.baton.file..", "dev.baton.postgres..", "dev.baton.lease..", "dev.baton.quorum..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("dev.baton.internal.runtime..", "dev.baton.testkit..", "dev.baton.cli..");

    @ArchTest
    static final ArchRule theRoomsOfTheFileBackendHaveNoCycles =
            slices().matching("dev.baton.file.(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule theRoomsOfTheFileBackendDecideNothing = noClasses()
            .that()
            .resideInAPackage("dev.baton.file.*..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("dev.baton.file");

    @ArchTest
    static final ArchRule theKernelOfTheFileBackendKnowsNothingAboveIt = classes()
            .that()
            .resideInAPackage("dev.baton.file.posix..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage("dev.baton.file.posix..", "com.sun.jna..", "java..", "org.jspecify.annotations");

    @ArchTest
    static final ArchRule theRecordsOfTheFileBackendArePure = classes()
            .that()
            .resideInAPackage("dev.baton.file.record..")
            .should()
            .onlyDependOnClassesThat(resideInAnyPackage(
                            "dev.baton.file.record..",
                            "dev.baton.support.json",
                            "dev.baton.spi",
                            "java.lang..",
                            "java.nio.charset",
                            "java.time..",
                            "java.util..",
                            "org.jspecify.annotations")
                    .or(belongToAnyOf(Path.class, IOException.class)));

    @ArchTest
    static final ArchRule theFilesOfTheFileBackendKnowOfNoProcesses = noClasses()
            .that()
            .resideInAPackage("dev.baton.file.disk..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("dev.baton.file.process..");

    @ArchTest
    static final ArchRule onlyTheCommandLineTheLabExamplesAndABackendsOwnSimulatorNameIt = noClasses()
            .that()
            .resideOutsideOfPackages(
                    "dev.baton.file..",
                    "dev.baton.postgres..",
                    "dev.baton.lease..",
                    "dev.baton.quorum..",
                    "dev.baton.cli..",
                    "dev.baton.lab..",
                    "dev.baton.examples..",
                    "dev.baton.testkit.quorum")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("dev.baton.file..", "dev.baton.postgres..", "dev.baton.lease..", "dev.baton.quorum..");

    @ArchTest
    static final ArchRule theStoreStandsForItself = classes()
            .that()
            .resideInAPackage("dev.baton.store..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "dev.baton.store..",
                    "dev.baton",
                    "dev.baton.support.json",
                    "java..",
                    "org.postgresql..",
                    "org.sqlite..",
                    "org.slf4j",
                    "org.jspecify.annotations");

    @ArchTest
    static final ArchRule onlyLeasesReconcilersAndNodesUseTheStore = noClasses()
            .that()
            .resideOutsideOfPackages(
                    "dev.baton.store..",
                    "dev.baton.lease..",
                    "dev.baton.reconcile..",
                    "dev.baton.node..",
                    "dev.baton.lab..",
                    "dev.baton.examples..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("dev.baton.store..");

    @ArchTest
    static final ArchRule leasesKnowNoDriver = noClasses()
            .that()
            .resideInAPackage("dev.baton.lease..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.postgresql..", "org.sqlite..", "java.sql..");

    @ArchTest
    static final ArchRule reconcilersKnowTheStoreAndNoBackend = classes()
            .that()
            .resideInAPackage("dev.baton.reconcile..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "dev.baton.reconcile..",
                    "dev.baton",
                    "dev.baton.spi",
                    "dev.baton.internal.machine",
                    "dev.baton.support.json",
                    "dev.baton.store",
                    "java..",
                    "org.slf4j",
                    "org.jspecify.annotations");

    @ArchTest
    static final ArchRule shardsNeedNoStoreButTheElections = noClasses()
            .that()
            .resideInAPackage("dev.baton.reconcile.shards..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("dev.baton.store..", "dev.baton.reconcile");

    @ArchTest
    static void backendsDoNotKnowEachOther(JavaClasses all) {
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
    static final ArchRule theElectionAmongPeersIsPure = classes()
            .that()
            .resideInAPackage("dev.baton.quorum.step")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "dev.baton.quorum.step",
                    "dev.baton.internal.machine",
                    "java.lang..",
                    "java.util",
                    "java.util.function",
                    "java.util.stream",
                    "java.time",
                    "org.jspecify.annotations");

    @ArchTest
    static final ArchRule theDiskOfTheElectionAmongPeersKnowsOnlyItsRecords = noClasses()
            .that()
            .resideInAPackage("dev.baton.quorum.disk")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("dev.baton.spi..");

    @ArchTest
    static final ArchRule theRoomsOfTheQuorumDecideNothing = noClasses()
            .that()
            .resideInAPackage("dev.baton.quorum.*..")
            .and()
            .resideOutsideOfPackage("dev.baton.quorum.mqtt")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("dev.baton.quorum");

    @ArchTest
    static final ArchRule theTransportsOfTheQuorumKnowOfNoDisk = noClasses()
            .that()
            .resideInAnyPackage("dev.baton.quorum.wire..", "dev.baton.quorum.tcp..", "dev.baton.quorum.mqtt..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("dev.baton.quorum.disk..");

    @ArchTest
    static final ArchRule theSimulatorOfTheQuorumTouchesNoNetworkAndNoDisk = noClasses()
            .that()
            .resideInAPackage("dev.baton.testkit.quorum")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "dev.baton.quorum",
                    "dev.baton.quorum.wire..",
                    "dev.baton.quorum.tcp..",
                    "dev.baton.spi..",
                    "java.net..",
                    "java.nio.channels..",
                    "java.nio.file..");

    @ArchTest
    static final ArchRule metricsKnowNoBackend = classes()
            .that()
            .resideInAPackage("dev.baton.micrometer..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "dev.baton.micrometer..",
                    "dev.baton",
                    "dev.baton.internal.machine",
                    "dev.baton.spi",
                    "io.micrometer..",
                    "java..",
                    "org.jspecify.annotations");

    @ArchTest
    static final ArchRule fencesKnowNeitherBackendsNorDrivers = classes()
            .that()
            .resideInAPackage("dev.baton.fence..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "dev.baton.fence..",
                    "dev.baton",
                    "dev.baton.spi",
                    "dev.baton.support.json",
                    "java..",
                    "javax.sql",
                    "org.slf4j",
                    "org.jspecify.annotations");

    @ArchTest
    static void onlyTheRuntimeOfCoreHasThreads(JavaClasses all) {
        noClasses()
                .that()
                .resideInAnyPackage(
                        "dev.baton",
                        "dev.baton.spi",
                        "dev.baton.internal.machine",
                        "dev.baton.internal.retry",
                        "dev.baton.support.json")
                .should()
                .dependOnClassesThat()
                .areAssignableTo(Thread.class)
                .check(all);
    }

    @ArchTest
    static final ArchRule wallClocksAreReadInOnePlace = noClasses()
            .that()
            .resideInAnyPackage(
                    "dev.baton",
                    "dev.baton.internal.machine",
                    "dev.baton.internal.runtime",
                    "dev.baton.file..",
                    "dev.baton.postgres..",
                    "dev.baton.lease..",
                    "dev.baton.quorum..",
                    "dev.baton.store..",
                    "dev.baton.node..",
                    "dev.baton.console..")
            .should()
            .callMethod(System.class, "currentTimeMillis")
            .orShould()
            .callMethod(java.time.Instant.class, "now");

    @ArchTest
    static final ArchRule namesSayWhatAThingIs =
            noClasses().should().haveNameMatching(".*(Manager|Util|Utils|Helper|Impl)");
}
