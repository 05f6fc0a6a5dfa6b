package dev.baton.spring;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reactivex.rxjava3.core.Single;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.core.Ordered;
import org.springframework.scheduling.annotation.EnableAsync;

/** Start-ups that fail because work would run outside of its gate, in ways that the annotations do not show. */
class GateChecksTest {

    static void assertRefused(Class<?> bean, String... parts) {
        assertThatThrownBy(() -> start(bean)).message().contains(parts);
    }

    private static void start(Class<?> bean) {
        TestApplication.start(List.of("baton.url=" + TestApplication.newStore()), bean)
                .close();
    }

    @Retention(RetentionPolicy.RUNTIME)
    @interface Background {}

    @EnableAsync(annotation = Background.class, order = Ordered.HIGHEST_PRECEDENCE)
    static class SubmittedInside {
        @Background
        @LeaderOnly("nightly")
        public void work() {}
    }

    @EnableAsync(annotation = Background.class)
    static class SubmittedOutside {
        @Background
        @LeaderOnly("nightly")
        public void work() {}
    }

    /** One of the methods is submitted, but not the one with a gate. */
    @EnableAsync(annotation = Background.class, order = Ordered.HIGHEST_PRECEDENCE)
    static class OtherSubmitted {
        @Background
        public void other() {}

        @LeaderOnly("nightly")
        public void work() {}
    }

    @Test
    void refusesGateThatCoversOnlyTheSubmissionByAnotherAnnotation() {
        assertRefused(
                SubmittedInside.class, "SubmittedInside.work is submitted to an executor", "order", "@EnableAsync");
        start(SubmittedOutside.class);
        start(OtherSubmitted.class);
    }

    static class Product {
        @LeaderOnly("nightly")
        public final void fixed() {}

        @LeaderOnly("nightly")
        public int number() {
            return 1;
        }
    }

    static class Products implements FactoryBean<Product> {
        @Override
        public Product getObject() {
            return new Product();
        }

        @Override
        public Class<?> getObjectType() {
            return Product.class;
        }
    }

    @Test
    void refusesMethodsOfTheProductOfAFactory() {
        assertRefused(Products.class, "Product.fixed is final", "Product.number returns int");
    }

    static class RxResult {
        @LeaderOnly("nightly")
        public Single<String> work() {
            return new Single<>();
        }
    }

    @Test
    void refusesResultOfRxJava() {
        assertRefused(RxResult.class, "RxResult.work is reactive");
    }
}
