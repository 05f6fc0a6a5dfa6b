package dev.baton.lab.faults;

import dev.baton.lab.LabProcess;
import dev.baton.lab.TrialDirectory;
import dev.baton.testkit.NetworkNamespaces;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** Five members in network namespaces, one of them behind a relay, and the files in which their works write. */
final class FaultedGroup implements AutoCloseable {
    static final List<String> IDS = List.of("n1", "n2", "n3", "n4", "n5");
    /** The member that the others reach through a relay. It cannot connect to them. */
    static final String RELAYED = "n5";

    static final String SHORT_LEASE = "4s";
    static final String LONG_LEASE = "6s";

    private static final String SPARE = "spare";
    private static final int PORT = 7_101;
    private static final List<String> FLAGS = List.of(
            "-Xmx64m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Dorg.slf4j.simpleLogger.defaultLogLevel=off");
    private static final long PATIENCE_SECONDS = 90;

    /** A leader, by its own account. */
    record Leader(String id, long epoch) {}

    /** Something that must become true. */
    interface Condition {
        boolean isTrue() throws Exception;
    }

    final NetworkNamespaces machines;
    private final TrialDirectory directory;
    private final Map<String, MemberUnderFault> running = new TreeMap<>();
    private final Map<String, Path> folders = new HashMap<>();
    private final Map<String, String> leases = new HashMap<>();
    private final List<Path> files = new ArrayList<>();
    private LabProcess relay;

    FaultedGroup(TrialDirectory directory) throws Exception {
        this.directory = directory;
        Files.writeString(directory.path("key"), "a key for trials only\n");
        List<String> names = new ArrayList<>(IDS);
        names.add(SPARE);
        machines = new NetworkNamespaces(names);
        machines.refuseDialling(RELAYED, PORT);
        relay = relay();
        for (String id : IDS) {
            folders.put(id, directory.path(id));
            leases.put(id, SHORT_LEASE);
            start(id);
        }
    }

    private LabProcess relay() throws Exception {
        LabProcess started = LabProcess.startWithin(
                machines.insideHub(),
                FLAGS,
                RelayProgram.class,
                machines.hubAddress(),
                machines.address(RELAYED),
                Integer.toString(PORT));
        started.await("ready");
        return started;
    }

    void killRelay() {
        relay.kill();
        relay.awaitEnd();
    }

    void startRelay() throws Exception {
        relay = relay();
    }

    private String address(String id) {
        return (id.equals(RELAYED) ? machines.hubAddress() : machines.address(id)) + ":" + PORT;
    }

    private String url(String id, String machine, Path folder) {
        String peers = IDS.stream()
                .filter(peer -> !peer.equals(id))
                .map(peer -> peer + "@" + address(peer))
                .collect(Collectors.joining(","));
        String advertised = machine.equals(id) ? "&advertise=" + address(id) : "";
        return "quorum://" + id + "@" + machines.address(machine) + ":" + PORT + "?peers=" + peers + advertised
                + "&state=" + folder + "&key-file=" + directory.path("key") + "&heartbeat=200ms&lease="
                + leases.get(id);
    }

    private MemberUnderFault launch(String id, String machine, Path folder) throws IOException {
        Path file = Files.createFile(directory.path(files.size() + "-" + id));
        files.add(file);
        return new MemberUnderFault(LabProcess.startWithin(
                machines.inside(machine), FLAGS, ActingMember.class, url(id, machine, folder), file.toString()));
    }

    /** Starts a member on its own machine. */
    void start(String id) throws IOException {
        running.put(id, launch(id, id, folder(id)));
    }

    /** Starts another process with the name of a member, in another directory and on another machine. */
    MemberUnderFault startCopy(String id, Path folder) throws IOException {
        return launch(id, SPARE, folder);
    }

    MemberUnderFault member(String id) {
        return Objects.requireNonNull(running.get(id), id);
    }

    /** Returns the members whose processes run. */
    Iterable<MemberUnderFault> running() {
        return List.copyOf(running.values());
    }

    void kill(String id) {
        Objects.requireNonNull(running.remove(id), id).kill();
    }

    void stop(String id) {
        Objects.requireNonNull(running.remove(id), id).close();
    }

    Path folder(String id) {
        return Objects.requireNonNull(folders.get(id), id);
    }

    /** Returns a path that nothing has. */
    Path newFolder(String id) {
        return directory.path("folder-" + files.size() + "-" + id);
    }

    void useFolder(String id, Path folder) {
        folders.put(id, folder);
    }

    String lease(String id) {
        return leases.getOrDefault(id, SHORT_LEASE);
    }

    /** Sets the lease for the next start of a member. */
    void useLease(String id, String lease) {
        leases.put(id, lease);
    }

    /** Returns the leader with the highest epoch, if it is above this one. */
    Optional<Leader> leader(long above) throws Exception {
        Optional<Leader> found = Optional.empty();
        for (Map.Entry<String, MemberUnderFault> member : Map.copyOf(running).entrySet()) {
            long epoch = member.getValue()
                    .status()
                    .map(MemberUnderFault.Status::epoch)
                    .orElse(0L);
            if (epoch > found.map(Leader::epoch).orElse(above)) {
                found = Optional.of(new Leader(member.getKey(), epoch));
            }
        }
        return found;
    }

    /** Waits for a leader with a higher epoch. */
    Leader awaitLeader(long above) throws Exception {
        await("a leader above epoch " + above, () -> leader(above).isPresent());
        return leader(above).orElse(new Leader("", above));
    }

    /** Transfers the leadership until this member leads. */
    Leader awaitLeads(String id) throws Exception {
        await(id + " leads", () -> {
            Leader current = awaitLeader(0);
            if (!current.id().equals(id)) {
                member(current.id()).transferTo(id);
                TimeUnit.MILLISECONDS.sleep(500);
            }
            return current.id().equals(id);
        });
        return awaitLeader(0);
    }

    /** Waits until all members run, vote, reach each other, and one of them leads. */
    Leader settle() throws Exception {
        await("all members vote and one leads", () -> {
            for (String id : IDS) {
                Optional<MemberUnderFault.Status> status = member(id).status();
                if (status.filter(each -> each.votes() && each.reached() == IDS.size())
                        .isEmpty()) {
                    return false;
                }
            }
            return leader(0).isPresent();
        });
        return leader(0).orElse(new Leader("", 0));
    }

    /** Replaces the disk of a member as the guide says: removed, started with an empty directory, added again. */
    void replace(String id) throws Exception {
        if (running.containsKey(id)) {
            kill(id);
        }
        awaitChange("remove " + id);
        useFolder(id, newFolder(id));
        start(id);
        awaitChange("add " + id);
    }

    private void awaitChange(String command) throws Exception {
        await(command, () -> {
            String changed = command.substring(command.indexOf(' ') + 1);
            String other = IDS.stream()
                    .filter(id -> !id.equals(changed) && running.containsKey(id))
                    .findFirst()
                    .orElseThrow();
            return member(other).change(command);
        });
    }

    void await(String what, Condition condition) throws Exception {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (!condition.isTrue()) {
            if (System.nanoTime() - deadline > 0) {
                throw new IOException("not within " + PATIENCE_SECONDS + " s: " + what);
            }
            TimeUnit.MILLISECONDS.sleep(20);
        }
    }

    /** Returns what the works wrote. The processes must have ended. */
    ActHistory history() throws IOException {
        ActHistory history = new ActHistory();
        for (Path file : files) {
            history.read(file);
        }
        return history;
    }

    void killAll() {
        running.values().forEach(MemberUnderFault::kill);
        running.clear();
    }

    @Override
    public void close() {
        killAll();
        killRelay();
        machines.close();
    }
}
