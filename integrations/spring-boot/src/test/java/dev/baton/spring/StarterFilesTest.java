package dev.baton.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.CandidateSettings;
import dev.baton.LiveCommands;
import dev.baton.RetryStrategy;
import dev.baton.WorkFailurePolicy;
import java.io.InputStream;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.springframework.aot.generate.ClassNameGenerator;
import org.springframework.aot.generate.DefaultGenerationContext;
import org.springframework.aot.generate.GenerationContext;
import org.springframework.aot.generate.InMemoryGeneratedFiles;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.aot.ApplicationContextAotGenerator;
import org.springframework.core.env.MapPropertySource;
import org.springframework.javapoet.ClassName;

/** What the starter gives to tools: metadata for IDEs and hints for native images. */
class StarterFilesTest {

    @Test
    void metadataDescribesEveryProperty() throws Exception {
        try (InputStream file = getClass().getResourceAsStream("/META-INF/spring-configuration-metadata.json")) {
            String metadata = new String(file.readAllBytes(), StandardCharsets.UTF_8);
            for (RecordComponent component : BatonProperties.class.getRecordComponents()) {
                String name = component.getName().replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
                assertThat(metadata).contains("\"name\": \"baton." + name + "\"");
            }
            assertThat(metadata).contains("URL of the store.", "dev.baton.spring.ElectionProperties");
        }
    }

    /** Settings that are code, and so are set with a CandidateCustomizer, and the one that all elections share. */
    private static final Set<String> NOT_PROPERTIES = Set.of("healthCheck", "stopSignal", "instanceId");

    @Test
    void everySettingOfACandidateIsAProperty() {
        Set<String> properties = Arrays.stream(ElectionProperties.class.getRecordComponents())
                .map(RecordComponent::getName)
                .collect(Collectors.toSet());
        assertThat(Arrays.stream(CandidateSettings.class.getRecordComponents()).map(RecordComponent::getName))
                .filteredOn(name -> !NOT_PROPERTIES.contains(name))
                .allSatisfy(name -> assertThat(properties).contains(name));
    }

    @Test
    void propertiesBecomeSettings() {
        Duration second = Duration.ofSeconds(1);
        var builder = CandidateSettings.builder();
        new ElectionProperties(
                        4,
                        "http://here",
                        second,
                        ElectionProperties.Retry.FIXED,
                        second.multipliedBy(2),
                        second,
                        false,
                        second.multipliedBy(3),
                        second.multipliedBy(4),
                        second.multipliedBy(5),
                        second.multipliedBy(6),
                        second.multipliedBy(7),
                        second.multipliedBy(8),
                        LiveCommands.IGNORE,
                        WorkFailurePolicy.RETRY)
                .applyTo(builder);
        CandidateSettings expected = CandidateSettings.builder()
                .priority(4)
                .url("http://here")
                .healthInterval(second)
                .retry(RetryStrategy.fixed(second.multipliedBy(2)))
                .autoReacquire(false)
                .reconnectGrace(second.multipliedBy(3))
                .validity(second.multipliedBy(4))
                .renewInterval(second.multipliedBy(5))
                .stopGrace(second.multipliedBy(6))
                .drain(second.multipliedBy(7))
                .reacquireDelay(second.multipliedBy(8))
                .liveCommands(LiveCommands.IGNORE)
                .onWorkFailure(WorkFailurePolicy.RETRY)
                .build();
        assertThat(builder.build()).isEqualTo(expected);
    }

    @Test
    void nativeImagesKeepTheDrivers() {
        RuntimeHints hints = new RuntimeHints();
        new BatonRuntimeHints().registerHints(hints, getClass().getClassLoader());
        assertThat(RuntimeHintsPredicates.reflection().onType(org.postgresql.Driver.class))
                .accepts(hints);
    }

    static class Reports {
        @LeaderOnly("nightly")
        void report() {}

        @Fenced("nightly")
        void close() {}
    }

    /** The start of the application finds these methods by reflection, and creates the candidates of their elections. */
    @Test
    void applicationThatIsProcessedAheadOfTimeKeepsItsAnnotatedMethods() {
        AnnotationConfigApplicationContext application = new AnnotationConfigApplicationContext();
        application
                .getEnvironment()
                .getPropertySources()
                .addFirst(new MapPropertySource(
                        "test",
                        Map.of(
                                "baton.url",
                                TestApplication.newStore(),
                                "baton.elections.nightly.priority",
                                "1",
                                "spring.autoconfigure.exclude",
                                TestApplication.DATABASES)));
        application.register(TestApplication.AutoConfigured.class, Reports.class);
        GenerationContext generated = new DefaultGenerationContext(
                new ClassNameGenerator(ClassName.get("dev.baton.spring", "Application")), new InMemoryGeneratedFiles());
        new ApplicationContextAotGenerator().processAheadOfTime(application, generated);
        for (String method : List.of("report", "close")) {
            assertThat(RuntimeHintsPredicates.reflection()
                            .onMethod(Reports.class, method)
                            .invoke())
                    .as(method)
                    .accepts(generated.getRuntimeHints());
        }
    }
}
