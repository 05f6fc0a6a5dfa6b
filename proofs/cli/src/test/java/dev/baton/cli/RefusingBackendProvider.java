package dev.baton.cli;

import dev.baton.BatonClock;
import dev.baton.spi.Backend;
import dev.baton.spi.BackendProvider;
import dev.baton.spi.CommandRecords;
import dev.baton.testkit.MemoryBackendProvider;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Opens {@code refusing:ANSWER}: a memory store whose record of a command ends with the given answer,
 * or which cannot be opened because of an error of the JVM. */
public final class RefusingBackendProvider implements BackendProvider {
    @Override
    public Set<String> schemes() {
        return Set.of("refusing");
    }

    @Override
    public Backend open(String url, BatonClock clock) {
        Backend store = new MemoryBackendProvider().open("memory:refusing", clock);
        String answer = url.substring("refusing:".length());
        if (answer.equals("error")) {
            throw new NoClassDefFoundError("test");
        }
        Class<?>[] types = {Backend.class, CommandRecords.class};
        return (Backend) Proxy.newProxyInstance(
                getClass().getClassLoader(), types, (proxy, method, arguments) -> switch (method.getName()) {
                    case "record" -> answer(answer);
                    case "clear" -> CompletableFuture.completedFuture(null);
                    default -> call(store, method, arguments);
                });
    }

    private static CompletableFuture<Boolean> answer(String answer) {
        return switch (answer) {
            case "failed" -> CompletableFuture.failedFuture(new IllegalStateException("no inodes left"));
            case "throws" -> throw new IllegalStateException("no inodes left");
            default -> CompletableFuture.completedFuture(Boolean.valueOf(answer));
        };
    }

    private static @Nullable Object call(Backend store, Method method, Object @Nullable [] arguments) throws Throwable {
        try {
            return method.invoke(store, arguments);
        } catch (InvocationTargetException failed) {
            throw failed.getTargetException();
        }
    }
}
