package dev.baton.spring;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.asm.ClassReader;
import org.springframework.asm.ClassVisitor;
import org.springframework.asm.Handle;
import org.springframework.asm.MethodVisitor;
import org.springframework.asm.Opcodes;
import org.springframework.asm.SpringAsmInfo;
import org.springframework.asm.Type;
import org.springframework.core.BridgeMethodResolver;
import org.springframework.util.ClassUtils;

/**
 * Finds calls of a bean to its own methods, which no proxy intercepts, also in its superclasses and interfaces. A call on
 * another instance is found as well.
 */
final class SelfCalls {

    private SelfCalls() {}

    /**
     * Returns a warning for each class that calls such methods.
     *
     * @param kind what the methods are
     */
    static <A> Stream<String> warnings(List<AnnotatedMethods.Found<A>> methods, String kind) {
        Map<Class<?>, Set<Method>> ofTypes = methods.stream()
                .collect(Collectors.groupingBy(
                        AnnotatedMethods.Found::type,
                        Collectors.mapping(AnnotatedMethods.Found::method, Collectors.toSet())));
        return ofTypes.entrySet().stream().flatMap(of -> {
            Set<String> calls = in(of.getKey(), of.getValue());
            return calls.isEmpty()
                    ? Stream.empty()
                    : Stream.of(of.getKey().getName() + " calls its own " + kind + " method " + calls
                            + "; if that is a call on this, the annotation has no effect: call the method through"
                            + " another bean");
        });
    }

    /**
     * Returns the names of those of the methods that the bean calls, with the class of the call if it is not that of the
     * bean. Code that cannot be read has none.
     */
    static Set<String> in(Class<?> bean, Set<Method> methods) {
        Set<String> wanted = methods.stream()
                .flatMap(SelfCalls::withBridges)
                .map(method -> method.getName() + Type.getMethodDescriptor(method))
                .collect(Collectors.toSet());
        Set<String> found = new TreeSet<>();
        for (Class<?> type : ancestry(bean)) {
            String where = type == bean ? "" : " (in " + type.getName() + ")";
            calls(type, wanted).forEach(name -> found.add(name + where));
        }
        return found;
    }

    /** A superclass with type parameters calls the bridge to the method. */
    private static Stream<Method> withBridges(Method method) {
        Stream<Method> bridges = Arrays.stream(method.getDeclaringClass().getDeclaredMethods())
                .filter(Method::isBridge)
                .filter(bridge -> BridgeMethodResolver.findBridgedMethod(bridge).equals(method));
        return Stream.concat(Stream.of(method), bridges);
    }

    private static List<Class<?>> ancestry(Class<?> bean) {
        List<Class<?>> types = new ArrayList<>();
        for (Class<?> type = bean; type != null && type != Object.class; type = type.getSuperclass()) {
            types.add(type);
        }
        types.addAll(ClassUtils.getAllInterfacesForClassAsSet(bean));
        return types;
    }

    private static Set<String> calls(Class<?> type, Set<String> wanted) {
        Set<String> found = new TreeSet<>();
        try (InputStream code = type.getResourceAsStream(ClassUtils.getClassFileName(type))) {
            if (code != null) {
                new ClassReader(code).accept(new Calls(type, wanted, found), ClassReader.SKIP_DEBUG);
            }
        } catch (IOException | RuntimeException unreadable) {
            // Newer class files, and native images, which contain none.
            return Set.of();
        }
        return found;
    }

    private static final class Calls extends ClassVisitor {
        private final String owner;
        private final Set<String> ancestry;
        private final Set<String> wanted;
        private final Set<String> found;

        Calls(Class<?> type, Set<String> wanted, Set<String> found) {
            super(SpringAsmInfo.ASM_VERSION);
            this.owner = Type.getInternalName(type);
            this.ancestry =
                    SelfCalls.ancestry(type).stream().map(Type::getInternalName).collect(Collectors.toSet());
            this.wanted = wanted;
            this.found = found;
        }

        @Override
        public @Nullable MethodVisitor visitMethod(
                int access,
                String name,
                String descriptor,
                @Nullable String signature,
                String @Nullable [] exceptions) {
            if ((access & Opcodes.ACC_BRIDGE) != 0) {
                return null;
            }
            return new MethodVisitor(SpringAsmInfo.ASM_VERSION) {
                // The compiler names the class of the code, also for methods that it inherits. Another name belongs to
                // another instance, or to super, as in a method that extends the one it overrides.
                @Override
                public void visitMethodInsn(int opcode, String to, String called, String with, boolean isInterface) {
                    add(to.equals(owner), called + with, called);
                }

                // Some compilers name the class that declares the method here.
                @Override
                public void visitInvokeDynamicInsn(String site, String with, Handle bootstrap, Object... arguments) {
                    for (Object argument : arguments) {
                        if (argument instanceof Handle handle) {
                            add(
                                    ancestry.contains(handle.getOwner()),
                                    handle.getName() + handle.getDesc(),
                                    handle.getName());
                        }
                    }
                }
            };
        }

        private void add(boolean own, String called, String name) {
            if (own && wanted.contains(called)) {
                found.add(name);
            }
        }
    }
}
