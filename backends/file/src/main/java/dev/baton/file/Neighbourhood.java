package dev.baton.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * This process among the others of one directory, shared by all backends that it opens there: its name,
 * its liveness file, its sockets, and the claims of its candidates. Thread-safe.
 */
final class Neighbourhood implements Mesh.Ear {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");
    private static final Duration CONTENDING = Duration.ofSeconds(5);
    private static final Duration WATCHING = Duration.ofSeconds(1);
    private static final int ENOUGH_WATCHES = 100;
    private static final int MOST_ENDED = 1_000;
    private static final Map<Path, Neighbourhood> ALL = new HashMap<>();

    /** A backend's side of the neighbourhood; called on the mesh's thread, must not block. */
    interface Resident {
        void poked(Poke poke);

        void ended(String process);

        void tick();

        int watches();
    }

    private final Layout layout;
    private final ProcessIdentity us = ProcessIdentity.ofThisProcess();
    private final LocalClaims claims = new LocalClaims();
    private final List<Resident> residents = new CopyOnWriteArrayList<>();
    private final Map<String, Boolean> ended = new ConcurrentHashMap<>();
    private final AtomicInteger rosters = new AtomicInteger();
    private final PidEvidence pids = new PidEvidence(us);
    private final LivenessFile liveness;
    private final SocketPath socket;
    private final Graveyard graveyard;
    private volatile boolean usesLocks;
    private volatile boolean standing;
    private volatile @Nullable Mesh mesh;

    /** A neighbourhood of its own, as another process would have. */
    Neighbourhood(Layout layout) {
        this.layout = layout;
        this.liveness = new LivenessFile(layout, us);
        this.socket = new SocketPath(layout, us.name());
        this.graveyard = new Graveyard(layout, us);
    }

    /** The one neighbourhood of this process in that directory. */
    static Neighbourhood join(Path directory, Resident resident) {
        synchronized (ALL) {
            Neighbourhood here = ALL.computeIfAbsent(canonical(directory), path -> new Neighbourhood(new Layout(path)));
            here.residents.add(resident);
            return here;
        }
    }

    void moveIn(Resident resident) {
        residents.add(resident);
    }

    /** Leaves; the last one out takes the liveness file away, unless a claim has yet to run out. */
    void leave(Resident resident) {
        synchronized (ALL) {
            residents.remove(resident);
            if (!residents.isEmpty()) {
                return;
            }
            closeMesh();
            if (claims.isEmpty()) {
                ALL.values().remove(this);
                if (usesLocks) {
                    liveness.remove();
                }
            }
        }
    }

    /** What a crash of the process would leave behind. */
    void crash() {
        closeMesh();
        if (usesLocks) {
            liveness.abandon();
        }
    }

    Layout layout() {
        return layout;
    }

    ProcessIdentity us() {
        return us;
    }

    LocalClaims claims() {
        return claims;
    }

    LifeProof lifeProof() {
        return new LifeProof(layout, us);
    }

    /** Makes this process known and provably alive, before it may claim anything. */
    void standUp() throws IOException {
        if (standing) {
            return;
        }
        synchronized (this) {
            usesLocks = true;
            Mesh sockets = openMesh();
            if (!liveness.stands()) {
                liveness.put(listen(sockets));
            }
            standing = true;
        }
    }

    boolean isStanding() {
        return standing;
    }

    /** A name for what one backend of this process says of its candidates. */
    String newRosterName() {
        int number = rosters.incrementAndGet();
        return number == 1 ? us.name() : us.name() + "_" + number;
    }

    Path newHold() throws IOException {
        standUp();
        return liveness.newHold();
    }

    /** Starts to listen to the others. */
    synchronized Mesh openMesh() throws IOException {
        Mesh running = mesh;
        if (running == null) {
            running = new Mesh(this, us.name());
            mesh = running;
            running.start();
        }
        return running;
    }

    /** Tells the others, and the other candidates of this process. */
    void tell(Poke poke) {
        Mesh running = mesh;
        if (running != null) {
            running.say(poke);
        }
        residents.forEach(resident -> resident.poked(poke));
    }

    /** Somebody waits for that process to go: makes sure its end will be heard. */
    boolean isListeningTo(String process) {
        Mesh running = mesh;
        if (running != null && !running.isLinkedTo(process) && !process.equals(us.name())) {
            running.lookAround();
        }
        return !ended.containsKey(process);
    }

    /** Whether the end of that process would be heard at once. */
    boolean hears(String process) {
        Mesh running = mesh;
        return running != null && running.isLinkedTo(process);
    }

    /** Whether an owner is known to be dead, as well as can be told without loading native code. */
    Life lifeForDisplay(Owner owner) {
        try {
            return usesLocks ? lifeProof().judge(owner) : pids.judgeForDisplay(owner);
        } catch (IOException unreadable) {
            return Life.UNKNOWN;
        }
    }

    long rejectedLines() {
        Mesh running = mesh;
        return running == null ? 0 : running.rejected();
    }

    @Override
    public void poked(Poke poke) {
        residents.forEach(resident -> resident.poked(poke));
    }

    @Override
    public boolean hasEnded(LiveProcess process) {
        return lifeForDisplay(process.process()) == Life.DEAD;
    }

    @Override
    public void ended(LiveProcess process) {
        if (ended.size() >= MOST_ENDED) {
            ended.clear();
        }
        ended.put(process.name(), true);
        residents.forEach(resident -> resident.ended(process.name()));
    }

    @Override
    public List<LiveProcess> tick() {
        residents.forEach(Resident::tick);
        try {
            List<LiveProcess> others = LiveProcess.all(layout).stream()
                    .filter(process -> !process.name().equals(us.name()))
                    .toList();
            if (usesLocks) {
                keepStanding();
                graveyard.sweep(others);
            }
            return others;
        } catch (IOException unreadable) {
            LOG.debug("could not look around in {}", layout.live(), unreadable);
            return List.of();
        }
    }

    @Override
    public long tickNanos() {
        int watches = residents.stream().mapToInt(Resident::watches).sum();
        return (watches > 0 && watches <= ENOUGH_WATCHES ? WATCHING : CONTENDING).toNanos();
    }

    /** Somebody may have deleted our files under us. */
    private synchronized void keepStanding() throws IOException {
        Mesh running = mesh;
        if (running != null && (!liveness.stands() || !socket.isThere())) {
            liveness.put(listen(running));
        }
    }

    /** The path it listens at; empty when sockets do not work there, and polling has to do. */
    private String listen(Mesh sockets) {
        try {
            Path path = socket.fresh();
            sockets.listen(path);
            return path.toString();
        } catch (IOException | RuntimeException noSockets) {
            LOG.warn("no unix-domain socket under {}: changes are found by polling", layout.live(), noSockets);
            return "";
        }
    }

    private void closeMesh() {
        standing = false;
        Mesh running = mesh;
        mesh = null;
        if (running != null) {
            running.close();
        }
        socket.remove();
    }

    private static Path canonical(Path directory) {
        try {
            return Files.exists(directory) ? directory.toRealPath() : directory;
        } catch (IOException unreadable) {
            return directory;
        }
    }
}
