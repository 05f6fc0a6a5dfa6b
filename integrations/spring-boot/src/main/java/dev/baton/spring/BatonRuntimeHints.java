package dev.baton.spring;

import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;

/** What a native image must keep: the drivers that the stores find by their name. */
final class BatonRuntimeHints implements RuntimeHintsRegistrar {
    private static final String[] DRIVERS = {
        "org.mariadb.jdbc.Driver", "com.mysql.cj.jdbc.Driver", "org.sqlite.JDBC", "org.postgresql.Driver"
    };

    @Override
    public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
        for (String driver : DRIVERS) {
            hints.reflection().registerTypeIfPresent(classLoader, driver, MemberCategory.INVOKE_PUBLIC_CONSTRUCTORS);
        }
    }
}
