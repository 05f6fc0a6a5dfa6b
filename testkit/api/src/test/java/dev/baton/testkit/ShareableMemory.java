package dev.baton.testkit;

import dev.baton.BatonClock;
import dev.baton.InstanceStatus;
import dev.baton.spi.Backend;
import dev.baton.spi.BackendProvider;
import dev.baton.spi.Roster;
import dev.baton.spi.TransferRequest;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/** Opens {@code shareable:NAME}: a store in memory whose connections can share one backend. Installed by one test only. */
public final class ShareableMemory implements BackendProvider {
    /** The backends that were opened, in order. */
    static final List<OpenedBackend> OPENED = new CopyOnWriteArrayList<>();

    private static final Map<String, MemoryStore> STORES = new ConcurrentHashMap<>();
    static volatile boolean refusing;
    static volatile boolean slowRoster;

    /** A backend that remembers that it was closed. */
    static final class OpenedBackend extends ForwardingBackend {
        volatile boolean closed;

        OpenedBackend(Backend real) {
            super(real);
        }

        @Override
        public Roster roster() {
            return slowRoster ? new SlowRoster(super.roster()) : super.roster();
        }

        @Override
        public void close() {
            closed = true;
            super.close();
        }
    }

    /** A roster whose announcements take a moment. */
    private record SlowRoster(Roster real) implements Roster {
        private static final Executor SOON = CompletableFuture.delayedExecutor(300, TimeUnit.MILLISECONDS);

        @Override
        public CompletionStage<Void> announce(List<InstanceStatus> statuses) {
            return CompletableFuture.supplyAsync(() -> statuses, SOON).thenCompose(real::announce);
        }

        @Override
        public CompletionStage<List<InstanceStatus>> list(String election) {
            return real.list(election);
        }

        @Override
        public CompletionStage<List<InstanceStatus>> prioritised() {
            return real.prioritised();
        }

        @Override
        public CompletionStage<Void> send(TransferRequest request) {
            return real.send(request);
        }
    }

    /** Returns a class loader that finds this provider. */
    static URLClassLoader installedIn(Path folder) throws IOException {
        Path services = Files.createDirectories(folder.resolve("META-INF/services"));
        Files.writeString(services.resolve(BackendProvider.class.getName()), ShareableMemory.class.getName());
        return new URLClassLoader(new URL[] {folder.toUri().toURL()}, ShareableMemory.class.getClassLoader());
    }

    @Override
    public Set<String> schemes() {
        return Set.of("shareable");
    }

    @Override
    public boolean isShareable(String url) {
        return true;
    }

    @Override
    public Backend open(String url, BatonClock clock) {
        if (refusing) {
            throw new IllegalArgumentException("refused");
        }
        OpenedBackend opened = new OpenedBackend(
                STORES.computeIfAbsent(url, name -> new MemoryStore()).open(clock));
        OPENED.add(opened);
        return opened;
    }
}
