package dev.baton.spring;

import dev.baton.Leadership;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.scheduling.annotation.Schedules;

/**
 * One leader-only method.
 *
 * @param gate the name of its gate in metrics
 * @param exclusive the locks of its runs, if those of one bean must not overlap
 * @param leadershipParameters the positions of its parameters of type {@code Leadership}
 */
record LeaderOnlyMethod(
        String election,
        String gate,
        Optional<RunLocks> exclusive,
        List<Integer> leadershipParameters,
        Class<?> returns) {

    static LeaderOnlyMethod of(LeaderOnly annotation, Method method) {
        // On virtual threads, Spring starts a run at a fixed rate although the last one has not ended.
        boolean scheduled = AnnotatedElementUtils.hasAnnotation(method, Scheduled.class)
                || AnnotatedElementUtils.hasAnnotation(method, Schedules.class);
        Class<?>[] parameters = method.getParameterTypes();
        return new LeaderOnlyMethod(
                annotation.value(),
                method.getDeclaringClass().getSimpleName() + "." + method.getName(),
                scheduled ? Optional.of(new RunLocks()) : Optional.empty(),
                IntStream.range(0, parameters.length)
                        .filter(index -> parameters[index] == Leadership.class)
                        .boxed()
                        .toList(),
                method.getReturnType());
    }

    void fillIn(@Nullable Object[] arguments, Leadership leadership) {
        for (int index : leadershipParameters) {
            arguments[index] = leadership;
        }
    }

    /** Returns the result of a call that did not run. */
    @Nullable
    Object suppressed() {
        if (returns == Optional.class) {
            return Optional.empty();
        }
        boolean later =
                returns == CompletableFuture.class || returns == CompletionStage.class || returns == Future.class;
        return later ? CompletableFuture.completedFuture(null) : null;
    }
}
