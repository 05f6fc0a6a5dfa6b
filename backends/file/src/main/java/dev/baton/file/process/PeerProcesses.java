package dev.baton.file.process;

import dev.baton.file.disk.DirectoryLayout;
import dev.baton.file.posix.NativeCode;
import dev.baton.file.record.ClaimOwner;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * This process among the others of one directory: its name, its liveness file and its sockets. All
 * backends that the process opens there share one. Thread-safe.
 */
public final class PeerProcesses {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");
    private static final Duration CONTENDING = Duration.ofSeconds(5);
    private static final Duration WATCHING = Duration.ofSeconds(1);
    private static final int ENOUGH_WATCHES = 100;
    /** An observer has no socket at which whoever comes could greet it. */
    private static final Duration GLANCING = Duration.ofMillis(100);

    private static final int MOST_ENDED = 1_000;

    /** A backend's side of the neighbourhood; called on the mesh's thread, must not block. */
    public interface Resident {
        void poked(WakeupMessage poke);

        void ended(String process);

        void tick();

        /** Somebody is listened to who was not before. */
        void met();

        int watches();
    }

    private final DirectoryLayout layout;
    private final LocalProcess us = LocalProcess.ofThisProcess();
    private final List<Resident> residents = new CopyOnWriteArrayList<>();
    private final Map<String, Boolean> ended = new ConcurrentHashMap<>();
    private final AtomicInteger rosters = new AtomicInteger();
    private final PidEvidence pids = new PidEvidence(us);
    private final LivenessFile liveness;
    private final WakeupSocket doorbell;
    private final DeadProcessCleanup graveyard;
    private volatile boolean usesLocks;
    private volatile boolean standing;
    private volatile @Nullable ProcessMesh mesh;

    public PeerProcesses(DirectoryLayout layout) {
        this.layout = layout;
        this.liveness = new LivenessFile(layout, us);
        this.doorbell = new WakeupSocket(layout, us.name(), System::nanoTime);
        this.graveyard = new DeadProcessCleanup(layout, us);
    }

    public void moveIn(Resident resident) {
        residents.add(resident);
    }

    /** Moves out; the last one turns the lights off. The liveness file stays. */
    public synchronized void moveOut(Resident resident) {
        residents.remove(resident);
        if (residents.isEmpty()) {
            closeMesh();
        }
    }

    public boolean isDeserted() {
        return residents.isEmpty();
    }

    /** Takes the liveness file away: from now on this process counts as dead here. */
    public synchronized void disappear() {
        if (usesLocks) {
            liveness.remove();
        }
    }

    /** What a crash of the process would leave behind. */
    public synchronized void crash() {
        closeMesh();
        if (usesLocks) {
            liveness.abandon();
        }
    }

    public DirectoryLayout layout() {
        return layout;
    }

    public LocalProcess us() {
        return us;
    }

    public DeathEvidence lifeProof() {
        return new DeathEvidence(layout, us);
    }

    /** Makes this process known and provably alive, before it may claim anything. */
    public void standUp() throws IOException {
        if (standing) {
            return;
        }
        NativeCode.load();
        synchronized (this) {
            usesLocks = true;
            if (residents.isEmpty()) {
                throw new IOException("file:" + layout.directory() + " is closed");
            }
            // A liveness file that stayed behind for a claim names a socket that is no more.
            liveness.put(doorbell.mount(openMesh()));
            standing = true;
        }
    }

    public boolean isStanding() {
        return standing;
    }

    /** A name for what one backend of this process says of its candidates. */
    public String newRosterName() {
        int number = rosters.incrementAndGet();
        return number == 1 ? us.name() : us.name() + "_" + number;
    }

    public Path newHold() throws IOException {
        standUp();
        return liveness.newHold();
    }

    /** Starts to listen to the others, unless it does already. */
    public void listenToOthers() throws IOException {
        openMesh();
    }

    private synchronized ProcessMesh openMesh() throws IOException {
        ProcessMesh running = mesh;
        if (running == null) {
            running = new ProcessMesh(new Ears(), us.name());
            mesh = running;
            running.start();
        }
        return running;
    }

    /** Tells the others, and the other candidates of this process. */
    public void tell(WakeupMessage poke) {
        ProcessMesh running = mesh;
        if (running != null) {
            running.say(poke);
        }
        residents.forEach(resident -> resident.poked(poke));
    }

    /** Says it to every process there is, those that do not listen to this one too. */
    public void knockEverywhere(WakeupMessage poke) throws IOException {
        for (LiveProcess other : LiveProcess.all(layout)) {
            knock(other, poke);
        }
    }

    private static void knock(LiveProcess other, WakeupMessage poke) {
        try {
            if (other.address().isPresent()) {
                ProcessLink.knock(other, other.address().get(), poke);
            }
        } catch (IOException deadOrBusy) {
            // What the poke is about lies there; a live process finds it at its next tick.
            return;
        }
    }

    /** Somebody waits for that process to go: makes sure its end will be heard. */
    public boolean isListeningTo(String process) {
        ProcessMesh running = mesh;
        if (running != null && !running.isLinkedTo(process) && !process.equals(us.name())) {
            running.lookAround();
        }
        return !ended.containsKey(process);
    }

    /** Whether the end of that process would be heard at once. */
    public boolean hears(String process) {
        ProcessMesh running = mesh;
        return running != null && running.isLinkedTo(process);
    }

    /** Whether an owner is known to be dead, as well as can be told without loading native code. */
    public Life lifeForDisplay(ClaimOwner owner) {
        try {
            return usesLocks ? lifeProof().judge(owner) : pids.judgeForDisplay(owner);
        } catch (IOException unreadable) {
            return Life.UNKNOWN;
        }
    }

    public long rejectedLines() {
        ProcessMesh running = mesh;
        return running == null ? 0 : running.rejected();
    }

    /** Somebody may have deleted our files under us. */
    private synchronized void keepStanding() throws IOException {
        ProcessMesh running = mesh;
        if (running != null && (!liveness.stands() || doorbell.needsMounting())) {
            liveness.put(doorbell.mount(running));
        }
    }

    private void closeMesh() {
        standing = false;
        ProcessMesh running = mesh;
        mesh = null;
        if (running != null) {
            running.close();
        }
        doorbell.takeDown();
    }

    /** What the mesh's thread hears, passed on to those who live here. */
    private final class Ears implements ProcessMesh.Ear {
        private Set<String> known = Set.of();

        @Override
        public void poked(WakeupMessage poke) {
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
            int watches = watches();
            return (watches > 0 && watches <= ENOUGH_WATCHES ? WATCHING : CONTENDING).toNanos();
        }

        @Override
        public boolean hasNewcomers() {
            try {
                Set<String> before = known;
                known = Set.copyOf(DirectoryLayout.names(layout.live(), DirectoryLayout.LOCK_SUFFIX));
                return !before.containsAll(known);
            } catch (IOException unreadable) {
                LOG.debug("could not look around in {}", layout.live(), unreadable);
                return false;
            }
        }

        @Override
        public long glanceNanos() {
            return (watches() > 0 ? GLANCING : CONTENDING).toNanos();
        }

        @Override
        public void met() {
            residents.forEach(Resident::met);
        }

        private int watches() {
            return residents.stream().mapToInt(Resident::watches).sum();
        }
    }
}
