package dev.baton.testkit.quorum;

import dev.baton.quorum.disk.StateDirectory;
import dev.baton.quorum.disk.StateFile;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The state directory of one member on a simulated disk. It survives the member's processes. What a process does to it
 * after its end has no effect.
 */
final class SimDisk implements StateDirectory {
    private static final List<String> DAMAGEABLE = List.of("group", "votes", "promises");
    private static final int GROUP_SLOT = 32 * 1024;
    private static final int SLOT = 512;
    private static final int HEADER_AND_PAYLOAD = 60;

    private final SeededRandom random;
    private final String owner;
    private Map<String, SimFile> files = new TreeMap<>();
    /** The files that were replaced by a rename, which a loss of power may undo. */
    private final Map<String, SimFile> replaced = new TreeMap<>();

    private String place;
    /** Number of the process that uses the disk. */
    private int user;

    private boolean locked;
    /** Whether a loss of power may have left the only copy of a record, which the next start copies. */
    private boolean uncopied;

    private @Nullable CrashPoint crash;
    private Runnable onForce = () -> {};
    int full;
    int failingSync;

    /** The end of a process at one of its next writes. */
    private static final class CrashPoint {
        final WriteFate fate;
        final Runnable onCrash;
        int operationsBefore;

        CrashPoint(WriteFate fate, int operationsBefore, Runnable onCrash) {
            this.fate = fate;
            this.operationsBefore = operationsBefore;
            this.onCrash = onCrash;
        }
    }

    SimDisk(String owner, SeededRandom random) {
        this.owner = owner;
        this.random = random;
        this.place = "1:" + owner;
    }

    // --- faults ------------------------------------------------------------------------------------------------------

    /** Lets the process end at one of its next writes, with this outcome of the write. */
    void crashSoon(WriteFate fate, Runnable onCrash) {
        crash = new CrashPoint(fate, random.below(4), onCrash);
    }

    void crashNoMore() {
        crash = null;
    }

    /** Calls this whenever a process waits for the disk. */
    void onForce(Runnable action) {
        onForce = action;
    }

    /** Ends the use by a process. */
    void processEnded() {
        user++;
        locked = false;
        crash = null;
        onForce = () -> {};
    }

    /** Loses what was not durable, while no process uses the disk. */
    void losePower() {
        replaced.forEach((name, before) -> {
            if (random.oneIn(2)) {
                files.put(name, before);
            }
        });
        replaced.clear();
        files.values().removeIf(file -> !file.losePower(random));
        uncopied = true;
    }

    /** Records that a process has started with this disk, so that it has two copies of every record. */
    void processStarted() {
        uncopied = false;
    }

    /** Takes back the last confirmed write of votes. */
    void revertVotes() {
        SimFile votes = files.get("votes");
        if (votes != null) {
            votes.revert();
        }
    }

    /** Flips one bit of one record, unless it may be the only copy: nothing could tell that from an interrupted write. */
    void rot() {
        if (uncopied) {
            return;
        }
        String name = DAMAGEABLE.get(random.below(DAMAGEABLE.size()));
        int slot = name.equals("group") ? GROUP_SLOT * random.below(2) : SLOT * random.below(6);
        int at = slot + random.below(HEADER_AND_PAYLOAD);
        int bit = random.below(8);
        SimFile file = files.get(name);
        if (file != null) {
            file.damage(at, bit);
        }
    }

    void wipe() {
        files.clear();
        replaced.clear();
    }

    /** Returns a copy of all files. */
    Map<String, SimFile> snapshot() {
        Map<String, SimFile> copy = new TreeMap<>();
        files.forEach((name, file) -> copy.put(name, file.copy()));
        return copy;
    }

    /** Replaces all files by those of a snapshot. */
    void restore(Map<String, SimFile> snapshot) {
        files = new TreeMap<>();
        snapshot.forEach((name, file) -> files.put(name, file.copy()));
        replaced.clear();
    }

    /** Continues as a copy in another directory. */
    void moveTo(String newPlace) {
        restore(snapshot());
        place = newPlace;
    }

    // --- the directory -----------------------------------------------------------------------------------------------

    @Override
    public boolean exists(String file) {
        return files.containsKey(file);
    }

    @Override
    public byte[] read(String file) {
        SimFile found = files.get(file);
        return found == null ? new byte[0] : found.read();
    }

    @Override
    public StateFile open(String file) {
        return new Handle(files.computeIfAbsent(file, name -> new SimFile()), user);
    }

    @Override
    public void delete(String file) {
        files.remove(file);
    }

    @Override
    public void rename(String file, String to) {
        SimFile before = files.get(to);
        if (before != null) {
            replaced.putIfAbsent(to, before);
        }
        SimFile renamed = files.remove(file);
        if (renamed != null) {
            files.put(to, renamed);
        }
    }

    @Override
    public Closeable lock() throws IOException {
        if (locked) {
            throw new IOException("another process uses the disk of " + owner);
        }
        locked = true;
        int holder = user;
        return () -> {
            if (holder == user) {
                locked = false;
            }
        };
    }

    @Override
    public String place() {
        return place;
    }

    @Override
    public String toString() {
        return "disk of " + owner;
    }

    /** Returns the end of the process, if it is due with this operation; otherwise null. */
    private @Nullable CrashPoint crashNow() {
        CrashPoint point = crash;
        if (point == null || point.operationsBefore-- > 0) {
            return null;
        }
        crash = null;
        return point;
    }

    private final class Handle implements StateFile {
        private final SimFile file;
        private final int process;

        Handle(SimFile file, int process) {
            this.file = file;
            this.process = process;
        }

        @Override
        public long size() {
            return file.size();
        }

        @Override
        public void write(long from, byte[] bytes) throws IOException {
            if (process != user) {
                return;
            }
            CrashPoint end = crashNow();
            WriteFate fate = end != null ? end.fate : full > 0 ? WriteFate.TORN : WriteFate.KEPT;
            int length = switch (fate) {
                case LOST -> 0;
                case TORN -> random.below(bytes.length + 1);
                case KEPT -> bytes.length;
            };
            file.write((int) from, bytes, length);
            if (end != null) {
                end.onCrash.run();
            } else if (full > 0) {
                throw new IOException("No space left on device");
            }
        }

        @Override
        public void force() throws IOException {
            if (process != user) {
                return;
            }
            onForce.run();
            CrashPoint end = crashNow();
            if (end != null) {
                if (end.fate == WriteFate.KEPT) {
                    file.force();
                }
                end.onCrash.run();
            } else if (failingSync > 0) {
                file.failToForce();
                throw new IOException("Input/output error");
            } else {
                file.force();
            }
        }

        @Override
        public Memory map(int size) {
            return new Memory() {
                @Override
                public int size() {
                    return size;
                }

                @Override
                public void put(int at, byte[] bytes) {
                    if (process == user) {
                        file.write(at, bytes, bytes.length);
                    }
                }
            };
        }

        @Override
        public void close() {}
    }
}
