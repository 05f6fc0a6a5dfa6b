package dev.baton.spring;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.asm.ClassReader;
import org.springframework.asm.ClassVisitor;
import org.springframework.asm.Handle;
import org.springframework.asm.MethodVisitor;
import org.springframework.asm.SpringAsmInfo;
import org.springframework.asm.Type;
import org.springframework.util.ClassUtils;

/** Finds calls of a class to its own methods, which no proxy intercepts. A call on another instance is found as well. */
final class SelfCalls {

    private SelfCalls() {}

    /** Returns the names of those of the methods that the class calls. Empty if its code cannot be read. */
    static Set<String> in(Class<?> type, Set<Method> methods) {
        Set<String> wanted = methods.stream()
                .map(method -> method.getName() + Type.getMethodDescriptor(method))
                .collect(Collectors.toSet());
        Set<String> found = new TreeSet<>();
        try (InputStream code = type.getResourceAsStream(ClassUtils.getClassFileName(type))) {
            if (code != null) {
                new ClassReader(code)
                        .accept(new Calls(Type.getInternalName(type), wanted, found), ClassReader.SKIP_DEBUG);
            }
        } catch (IOException | RuntimeException unreadable) {
            // Newer class files, and native images, which contain none.
            return Set.of();
        }
        return found;
    }

    private static final class Calls extends ClassVisitor {
        private final String owner;
        private final Set<String> wanted;
        private final Set<String> found;

        Calls(String owner, Set<String> wanted, Set<String> found) {
            super(SpringAsmInfo.ASM_VERSION);
            this.owner = owner;
            this.wanted = wanted;
            this.found = found;
        }

        @Override
        public MethodVisitor visitMethod(
                int access,
                String name,
                String descriptor,
                @Nullable String signature,
                String @Nullable [] exceptions) {
            return new MethodVisitor(SpringAsmInfo.ASM_VERSION) {
                @Override
                public void visitMethodInsn(int opcode, String to, String called, String with, boolean isInterface) {
                    add(to, called, with);
                }

                @Override
                public void visitInvokeDynamicInsn(String site, String with, Handle bootstrap, Object... arguments) {
                    for (Object argument : arguments) {
                        if (argument instanceof Handle handle) {
                            add(handle.getOwner(), handle.getName(), handle.getDesc());
                        }
                    }
                }
            };
        }

        private void add(String to, String called, String with) {
            if (to.equals(owner) && wanted.contains(called + with)) {
                found.add(called);
            }
        }
    }
}
