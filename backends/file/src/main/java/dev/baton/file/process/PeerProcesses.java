package dev.baton.file.process;

import dev.baton.file.disk.DirectoryLayout;
import dev.baton.file.disk.FolderNames;
import dev.baton.file.posix.NativeCode;
import dev.baton.file.record.ClaimOwner;
import dev.baton.support.process.Evidence;
import dev.baton.support.process.ProcessEvidence;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The processes that share a directory, as this process sees them. Owns the name, the liveness file and the sockets of
 * this process. All backends that this process opens on the directory share one instance. Thread-safe.
 */
public final class PeerProcesses {
    static final Logger LOG = LoggerFactory.getLogger("dev.baton");
    private static final Duration TICK = Duration.ofSeconds(5);
    private static final Duration TICK_WHILE_WATCHING = Duration.ofSeconds(1);
    private static final int MANY_WATCHES = 100;
    private static final Duration RESTORE = Duration.ofSeconds(2);

    /** Short, because an observer has no socket on which a new process could contact it. */
    private static final Duration SCAN_WHILE_WATCHING = Duration.ofMillis(100);

    private static final int MAX_ENDED = 1_000;

    /** Callbacks to one backend, on the thread of the mesh. They must not block. */
    public interface PeerHandler {
        void messageReceived(WakeupMessage message);

        void processEnded(String process);

        /** Called at regular intervals. */
        void tick();

        /** Called when a connection to another process was made. Earlier messages of that process are lost. */
        void peersConnected();

        /**
         * Restores the claims of the backend, whose files were deleted, moved or replaced, and returns whether that is done.
         * Unlike the others not on the mesh.
         */
        CompletableFuture<Boolean> filesLost();

        /** Returns the number of elections that the backend watches. */
        int watchCount();
    }

    private final DirectoryLayout layout;
    private final LocalProcess self = LocalProcess.current();
    private final List<PeerHandler> handlers = new CopyOnWriteArrayList<>();
    private final Set<String> ended = ConcurrentHashMap.newKeySet();
    private final AtomicInteger rosters = new AtomicInteger();
    private final ProcessEvidence withoutNativeCode = ProcessEvidence.ofProcOnly();
    private final DeathEvidence evidence;
    private final LivenessFile liveness;
    private final WakeupSocket socket;
    private final DeadProcessCleanup cleanup;
    private volatile boolean usesLocks;
    private volatile boolean registered;
    private final boolean restoresFiles;
    private final FolderNames names;
    private volatile Optional<ProcessMesh> mesh = Optional.empty();
    private volatile Optional<FolderWatch> folders = Optional.empty();

    /** @param restoresFiles whether deleted files of a leader are restored at once and not with its next renewal */
    public PeerProcesses(DirectoryLayout layout, boolean restoresFiles) {
        this.layout = layout;
        this.names = new FolderNames(layout.directory());
        this.restoresFiles = restoresFiles;
        this.evidence = new DeathEvidence(layout, ProcessEvidence.ofThisMachine());
        this.liveness = new LivenessFile(layout, self);
        this.socket = new WakeupSocket(layout, self.name(), System::nanoTime);
        this.cleanup = new DeadProcessCleanup(layout, evidence, System::nanoTime);
    }

    public void add(PeerHandler handler) {
        handlers.add(handler);
    }

    /** Removes the handler. After the last one the sockets are closed; the liveness file stays. */
    public synchronized void remove(PeerHandler handler) {
        handlers.remove(handler);
        if (handlers.isEmpty()) {
            closeMesh();
        }
    }

    /** Returns whether no backend uses this instance. */
    public boolean isUnused() {
        return handlers.isEmpty();
    }

    /** Removes the liveness file: from now on other processes consider this process ended. */
    public synchronized void removeLivenessFile() {
        liveness.remove();
    }

    /** Simulates a crash: locks and sockets are closed, files stay. */
    public synchronized void crash() {
        closeMesh();
        liveness.abandon();
    }

    public DirectoryLayout layout() {
        return layout;
    }

    public LocalProcess self() {
        return self;
    }

    public DeathEvidence deathEvidence() {
        return evidence;
    }

    /** Creates the liveness file and the socket, if missing. Required before this process may claim anything. */
    public void register() throws IOException {
        if (registered) {
            return;
        }
        NativeCode.load();
        synchronized (this) {
            usesLocks = true;
            layout.requireOwn();
            if (handlers.isEmpty()) {
                throw new IOException("file:" + layout.directory() + " is closed");
            }
            // A liveness file that was kept for an unreleased claim names a socket that no longer exists.
            liveness.create(socket.open(openMesh()));
            registered = true;
        }
    }

    /** Returns the paths under which this process uses the directory. */
    public FolderNames names() {
        return names;
    }

    public boolean isRegistered() {
        return registered;
    }

    /** Begins to watch the folders of the store, unless it has begun. Required before this process writes a claim. */
    public void watchFolders() {
        if (restoresFiles && folders.isEmpty()) {
            synchronized (this) {
                if (folders.isEmpty() && !handlers.isEmpty()) {
                    FolderWatch watch = new FolderWatch(layout, names, this::restoreLostFiles);
                    watch.start();
                    folders = Optional.of(watch);
                }
            }
        }
    }

    /** Returns whether the files are restored. They are not while another program goes on deleting them. */
    private boolean restoreLostFiles() {
        try {
            boolean restored = handlers.stream()
                    .map(PeerHandler::filesLost)
                    .reduce(
                            CompletableFuture.completedFuture(true),
                            (one, other) -> one.thenCombine(other, Boolean::logicalAnd))
                    .get(RESTORE.toMillis(), TimeUnit.MILLISECONDS);
            restoreFiles();
            return restored;
        } catch (IOException | ExecutionException | TimeoutException | RuntimeException failed) {
            LOG.debug("could not restore the files in {}; tries again", layout.directory(), failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        return false;
    }

    /** Returns an unused name for the roster file of one backend. */
    public String newRosterName() {
        int number = rosters.incrementAndGet();
        return number == 1 ? self.name() : self.name() + "_" + number;
    }

    /** Starts to receive messages from the other processes, unless it has started already. */
    public void connectToPeers() throws IOException {
        openMesh();
    }

    private synchronized ProcessMesh openMesh() throws IOException {
        if (mesh.isEmpty()) {
            ProcessMesh created = new ProcessMesh(new MeshCallbacks(), self.name());
            mesh = Optional.of(created);
            created.start();
        }
        return mesh.get();
    }

    /** Sends the message to all connected processes and to the backends of this process. */
    public void publish(WakeupMessage message) {
        mesh.ifPresent(running -> running.broadcast(message));
        handlers.forEach(handler -> handler.messageReceived(message));
    }

    /** Sends the message to every process with a socket, connected or not. */
    public void sendToAll(WakeupMessage message) throws IOException {
        layout.requireOwn();
        for (LiveProcess other : LiveProcess.readAll(layout)) {
            try {
                if (other.socketPath().isPresent()) {
                    ProcessLink.connect(other, other.socketPath().get(), message)
                            .channel()
                            .close();
                }
            } catch (IOException deadOrBusy) {
                LOG.trace("could not wake {}; it finds the change at its next tick", other.name(), deadOrBusy);
            }
        }
    }

    /** Connects to the process soon, so that its end is noticed. Returns false if it has already ended. */
    public boolean watchForEnd(String process) {
        mesh.filter(running -> !running.isLinkedTo(process) && !process.equals(self.name()))
                .ifPresent(ProcessMesh::tickSoon);
        return !ended.contains(process);
    }

    /** Returns whether the end of that process would be noticed immediately. */
    public boolean isConnectedTo(String process) {
        return mesh.filter(running -> running.isLinkedTo(process)).isPresent();
    }

    /** Returns whether the owner has ended, for display. Does not load native code. */
    public Evidence evidenceForDisplay(ClaimOwner owner) {
        try {
            return usesLocks ? evidence.hasEnded(owner) : DeathEvidence.byPid(withoutNativeCode, owner);
        } catch (IOException unreadable) {
            return Evidence.UNKNOWN;
        }
    }

    /** Returns the number of malformed messages received so far. */
    public long rejectedLines() {
        return mesh.map(ProcessMesh::rejected).orElse(0L);
    }

    /** Creates liveness file and socket again if they were deleted. */
    private synchronized void restoreFiles() throws IOException {
        if (mesh.isPresent() && (!liveness.isIntact() || socket.needsReopening())) {
            liveness.create(socket.open(mesh.get()));
        }
    }

    private void closeMesh() {
        registered = false;
        mesh.ifPresent(ProcessMesh::close);
        mesh = Optional.empty();
        socket.close();
        folders.ifPresent(FolderWatch::close);
        folders = Optional.empty();
    }

    /** Passes events of the mesh to all backends. */
    private final class MeshCallbacks implements ProcessMesh.MeshHandler {
        private Set<String> known = Set.of();

        @Override
        public void messageReceived(WakeupMessage message) {
            handlers.forEach(handler -> handler.messageReceived(message));
        }

        @Override
        public boolean reportIfEnded(LiveProcess process) {
            if (!evidenceForDisplay(process.owner()).isProof()) {
                return false;
            }
            if (ended.size() >= MAX_ENDED) {
                ended.clear();
            }
            ended.add(process.name());
            handlers.forEach(handler -> handler.processEnded(process.name()));
            return true;
        }

        @Override
        public List<LiveProcess> tick() {
            handlers.forEach(PeerHandler::tick);
            try {
                layout.requireOwn();
                List<LiveProcess> others = LiveProcess.readAll(layout).stream()
                        .filter(process -> !process.name().equals(self.name()))
                        .toList();
                if (usesLocks) {
                    restoreFiles();
                    cleanup.run(others);
                }
                return others;
            } catch (IOException unreadable) {
                LOG.debug("could not list the processes in {}", layout.live(), unreadable);
                return List.of();
            }
        }

        @Override
        public Duration tickInterval() {
            int watches = watchCount();
            return watches > 0 && watches <= MANY_WATCHES ? TICK_WHILE_WATCHING : TICK;
        }

        @Override
        public boolean hasNewProcesses() {
            try {
                layout.requireOwn();
                Set<String> before = known;
                known = Set.copyOf(DirectoryLayout.names(layout.live(), DirectoryLayout.LOCK_SUFFIX));
                return !before.containsAll(known);
            } catch (IOException unreadable) {
                LOG.debug("could not list the processes in {}", layout.live(), unreadable);
                return false;
            }
        }

        @Override
        public Duration scanInterval() {
            return watchCount() > 0 ? SCAN_WHILE_WATCHING : TICK;
        }

        @Override
        public void peersConnected() {
            handlers.forEach(PeerHandler::peersConnected);
        }

        private int watchCount() {
            return handlers.stream().mapToInt(PeerHandler::watchCount).sum();
        }
    }
}
