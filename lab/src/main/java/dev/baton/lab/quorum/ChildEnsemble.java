package dev.baton.lab.quorum;

import dev.baton.lab.Child;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Programs of the lab, which say {@code started} and {@code acquired NANOS} themselves. */
final class ChildEnsemble implements Ensemble {

    /** How a member is started, the first time and again. */
    interface Cast {
        Child start(String id) throws IOException;
    }

    private final Cast cast;
    private final Map<String, Child> children = new HashMap<>();
    private Leader last = new Leader("", Long.MIN_VALUE);

    ChildEnsemble(Cast cast) {
        this.cast = cast;
    }

    @Override
    public void start(String id) throws IOException {
        children.put(id, cast.start(id));
    }

    @Override
    public void kill(String id) {
        child(id).kill();
    }

    @Override
    public void awaitEnd(String id) throws InterruptedException {
        child(id).awaitEnd();
    }

    @Override
    public double residentMiB(String id) throws IOException {
        return child(id).residentMiB();
    }

    private Child child(String id) {
        return Objects.requireNonNull(children.get(id));
    }

    /** A leader may have been followed by another one, unasked: the latest counts. */
    @Override
    public Leader awaitLeader(String but) throws IOException, InterruptedException {
        long giveUp = System.nanoTime() + TimeUnit.SECONDS.toNanos(120);
        while (System.nanoTime() < giveUp) {
            for (Map.Entry<String, Child> each : children.entrySet()) {
                hear(each.getKey(), each.getValue(), but);
            }
            if (!last.id().isEmpty() && !last.id().equals(but)) {
                return last;
            }
            TimeUnit.MILLISECONDS.sleep(1);
        }
        throw new IOException("nobody leads after 120 s");
    }

    private void hear(String id, Child child, String but) throws IOException {
        if (id.equals(but)) {
            return;
        }
        for (Optional<List<String>> words = child.poll("acquired"); words.isPresent(); words = child.poll("acquired")) {
            long at = Long.parseLong(words.get().get(0));
            last = at > last.at() ? new Leader(id, at) : last;
        }
    }

    @Override
    public void close() {
        children.values().forEach(Child::kill);
    }
}
