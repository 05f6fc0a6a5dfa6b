package dev.baton.spring;

import org.springframework.util.ClassUtils;

/** The mocks of Mockito with which a test replaces beans. They are not intercepted, and run nothing. */
final class MockedBeans {
    private static final String MOCKITO = "org.mockito.Mockito";
    private static final String DETAILS = "org.mockito.MockingDetails";

    private MockedBeans() {}

    static boolean include(Object bean) {
        ClassLoader loader = ClassUtils.getDefaultClassLoader();
        if (!ClassUtils.isPresent(MOCKITO, loader)) {
            return false;
        }
        try {
            Object details = ClassUtils.forName(MOCKITO, loader)
                    .getMethod("mockingDetails", Object.class)
                    .invoke(null, bean);
            return Boolean.TRUE.equals(
                    ClassUtils.forName(DETAILS, loader).getMethod("isMock").invoke(details));
        } catch (ReflectiveOperationException | LinkageError unknown) {
            return false;
        }
    }
}
