package dev.baton.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.aot.hint.annotation.Reflective;

/**
 * Runs the method only while this replica leads the election. Otherwise the call returns at once, without a result, and
 * is counted as suppressed.
 *
 * <p>A running method is work of the leader: it is interrupted when the tenure ends, and awaited before the claim is
 * released. {@link Leaderships#current()} returns its leadership. A parameter of type {@code Leadership} receives it
 * too, whatever the caller passed.
 *
 * <p>A method that is also {@code @Scheduled} never runs twice at the same time in one replica. Use the annotation with
 * {@code @EventListener} and {@code @Async} as well, but not on message listeners: a suppressed call would lose the
 * message. {@link LeaderWorks#running} starts and stops their containers with the leadership instead.
 *
 * <pre>{@code
 * @Scheduled(fixedDelay = 60_000)
 * @LeaderOnly("nightly")
 * void report() {
 *     reports.send(Leaderships.require().epoch());
 * }
 * }</pre>
 */
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Reflective
public @interface LeaderOnly {

    /** The name of the election. It needs no entry under {@code baton.elections}. */
    String value();
}
