package dev.baton.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaModifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The types that public methods of the published packages show. */
final class PublicSignatures {
    private static final Set<String> PUBLISHED = Set.of(
            "dev.baton",
            "dev.baton.spi",
            "dev.baton.fence",
            "dev.baton.reconcile",
            "dev.baton.reconcile.shards",
            "dev.baton.store",
            "dev.baton.micrometer");

    private PublicSignatures() {}

    static void check(JavaClasses all) {
        List<String> hidden = new ArrayList<>();
        for (JavaClass type : all) {
            if (PUBLISHED.contains(type.getPackageName()) && type.getModifiers().contains(JavaModifier.PUBLIC)) {
                type.getCodeUnits().stream()
                        .filter(unit -> unit.getModifiers().contains(JavaModifier.PUBLIC))
                        .filter(PublicSignatures::showsHiddenType)
                        .forEach(unit -> hidden.add(unit.getFullName()));
            }
        }
        assertThat(hidden)
                .as("public methods that show internal or support types")
                .isEmpty();
    }

    private static boolean showsHiddenType(JavaCodeUnit unit) {
        List<JavaClass> shown = new ArrayList<>(unit.getRawParameterTypes());
        shown.add(unit.getRawReturnType());
        return shown.stream()
                .map(JavaClass::getPackageName)
                .anyMatch(name -> name.startsWith("dev.baton.support") || name.startsWith("dev.baton.internal"));
    }
}
