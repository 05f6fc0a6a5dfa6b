package dev.baton.spring;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.springframework.beans.factory.Aware;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.AbstractBeanDefinition;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.CommandLineRunner;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.boot.context.event.ApplicationStartedEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.ContextRefreshedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
import org.springframework.util.ClassUtils;

/**
 * Checks that a leader-only method is not one that the container calls at the start or the end of the application. Some of
 * these calls are not intercepted; the others come while this replica cannot lead.
 */
record CallbackChecks(ConfigurableListableBeanFactory beans) {
    private static final String INSTEAD =
            "; begin the work with the leadership, in a listener of LeadershipEvent.Acquired or with candidate.whileLeading";

    /** The container calls these methods on the bean itself, not on its proxy. */
    private static final List<String> NOT_INTERCEPTED = List.of(
            "org.springframework.beans.factory.annotation.Autowired",
            "org.springframework.beans.factory.annotation.Value",
            "jakarta.inject.Inject",
            "jakarta.annotation.Resource",
            "jakarta.annotation.PostConstruct",
            "jakarta.annotation.PreDestroy",
            "javax.annotation.PostConstruct",
            "javax.annotation.PreDestroy");

    private static final List<Class<?>> OF_THE_BEAN = List.of(InitializingBean.class, DisposableBean.class);

    private static final List<Class<?>> OF_THE_START = List.of(
            ApplicationRunner.class, CommandLineRunner.class, SmartInitializingSingleton.class, SmartLifecycle.class);

    /** The candidates start after these events; the last one ends them. */
    private static final List<Class<?>> EVENTS_WITHOUT_LEADER = List.of(
            ContextRefreshedEvent.class,
            ApplicationStartedEvent.class,
            ApplicationReadyEvent.class,
            ContextClosedEvent.class);

    /**
     * Returns why the method would run outside of its gate or transaction.
     *
     * @param what what the call would be outside of
     */
    Optional<String> problem(AnnotatedMethods.Found<?> found, String what) {
        return callback(found)
                .map(how ->
                        found.name() + " is called by the container (" + how + ") on the bean itself, outside of its "
                                + what + " and while this replica cannot lead" + INSTEAD);
    }

    private Optional<String> callback(AnnotatedMethods.Found<?> found) {
        MergedAnnotations present = MergedAnnotations.from(found.method(), SearchStrategy.TYPE_HIERARCHY);
        Stream<String> annotations = NOT_INTERCEPTED.stream().filter(present::isPresent);
        Stream<String> interfaces = Stream.concat(OF_THE_BEAN.stream(), aware(found.type()))
                .filter(type -> implementsIt(found, type))
                .map(Class::getName);
        Stream<String> defined = definition(found.bean()).stream()
                .flatMap(definition -> named(definition, found.type()))
                .filter(name -> found.method().getParameterCount() == 0
                        && name.equals(found.method().getName()))
                .map(name -> "as init or destroy method of bean " + found.bean());
        return Stream.of(annotations, interfaces, defined)
                .flatMap(reasons -> reasons)
                .findFirst();
    }

    private Optional<AbstractBeanDefinition> definition(String bean) {
        return beans.containsBeanDefinition(bean)
                        && beans.getMergedBeanDefinition(bean) instanceof AbstractBeanDefinition definition
                ? Optional.of(definition)
                : Optional.empty();
    }

    private static Stream<Class<?>> aware(Class<?> type) {
        return Arrays.stream(ClassUtils.getAllInterfacesForClass(type)).filter(Aware.class::isAssignableFrom);
    }

    /** Without the name of a destroy method, the container closes what can be closed. */
    private static Stream<String> named(AbstractBeanDefinition definition, Class<?> type) {
        String[] init = definition.getInitMethodNames();
        String[] destroy = definition.getDestroyMethodNames();
        Stream<String> ends = destroy != null
                ? Arrays.stream(destroy).flatMap(name -> inferred(name, type))
                : Stream.of("close").filter(close -> AutoCloseable.class.isAssignableFrom(type));
        return Stream.concat(init == null ? Stream.empty() : Arrays.stream(init), ends);
    }

    /** The container looks for one public method, and for none on beans that name theirs by an interface. */
    private static Stream<String> inferred(String name, Class<?> type) {
        if (!name.equals(AbstractBeanDefinition.INFER_METHOD)) {
            return Stream.of(name);
        }
        return Stream.of("close", "shutdown")
                .filter(end -> !DisposableBean.class.isAssignableFrom(type) && ClassUtils.hasMethod(type, end))
                .limit(1);
    }

    /** Returns why the method never runs, although its gate is effective. */
    static Optional<String> warning(AnnotatedMethods.Found<LeaderOnly> found) {
        Stream<Class<?>> factories = Stream.<Class<?>>of(Bean.class)
                .filter(bean -> AnnotatedElementUtils.hasAnnotation(found.method(), Bean.class));
        Stream<Class<?>> interfaces = OF_THE_START.stream().filter(type -> implementsIt(found, type));
        List<Class<?>> events = events(found);
        Stream<Class<?>> withoutLeader = EVENTS_WITHOUT_LEADER.containsAll(events) ? events.stream() : Stream.empty();
        return Stream.of(factories, interfaces, withoutLeader)
                .flatMap(reasons -> reasons)
                .findFirst()
                .map(when -> found.name() + " is called only while this replica cannot lead (" + when.getName()
                        + "), and never runs" + INSTEAD);
    }

    private static List<Class<?>> events(AnnotatedMethods.Found<LeaderOnly> found) {
        Method method = found.method();
        EventListener listener = AnnotatedElementUtils.findMergedAnnotation(method, EventListener.class);
        if (listener != null) {
            return List.of(listener.classes().length > 0 ? listener.classes() : method.getParameterTypes());
        }
        if (method.getName().equals("onApplicationEvent")) {
            return Stream.ofNullable(ResolvableType.forClass(found.type())
                            .as(ApplicationListener.class)
                            .getGeneric()
                            .resolve())
                    .<Class<?>>map(event -> event)
                    .toList();
        }
        return List.of();
    }

    private static boolean implementsIt(AnnotatedMethods.Found<?> found, Class<?> callback) {
        Method method = found.method();
        return callback.isAssignableFrom(found.type())
                && ClassUtils.hasMethod(callback, method.getName(), method.getParameterTypes());
    }
}
