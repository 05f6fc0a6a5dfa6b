package dev.baton.testkit.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.context.annotation.Import;

/**
 * Replaces the store of a Spring Boot test by one in memory on virtual time, so that nothing waits and no server is needed.
 * Use it with {@code @SpringBootTest} or a slice. Time moves only when the test moves it: the application does not lead
 * before {@link LeadershipSwitch#leader} makes it the leader, and {@link LeadershipSwitch#standby} makes it a standby.
 *
 * <pre>{@code
 * @SpringBootTest
 * @BatonTest
 * class NightlyReportTest {
 *     @Test
 *     void standbyDoesNotReport(@Autowired LeadershipSwitch nightly, @Autowired NightlyReport report) {
 *         nightly.standby("nightly");
 *         report.run();
 *         assertThat(sent).isEmpty();
 *     }
 * }
 * }</pre>
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Inherited
@Import(VirtualElections.class)
public @interface BatonTest {}
