package dev.baton.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.aot.hint.annotation.Reflective;

/**
 * Guards the transaction of a {@code @Transactional} method with the epoch of the election, so that a former leader
 * cannot commit it. The guard runs when the transaction begins. Before the commit, the leadership is checked again, and that
 * the transaction is still the guarded one.
 *
 * <p>The method throws {@code LeadershipLostException} if this replica does not lead, and {@code StaleEpochException} if
 * there is a later leader; both roll the transaction back.
 *
 * <pre>{@code
 * @Transactional
 * @Fenced("nightly")
 * public void closeDay() {
 *     jdbc.update("UPDATE days SET closed = true");
 * }
 * }</pre>
 */
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Reflective
public @interface Fenced {

    /** The name of the election. */
    String value();
}
