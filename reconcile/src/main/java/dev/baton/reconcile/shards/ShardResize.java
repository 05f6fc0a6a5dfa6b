package dev.baton.reconcile.shards;

import dev.baton.Baton;
import dev.baton.BatonException;
import dev.baton.Candidate;
import dev.baton.CandidateSettings;
import dev.baton.ConnectionException;
import dev.baton.LeaderInfo;
import dev.baton.RosterPresence;
import dev.baton.support.text.Names;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * A change of the number of shards of a job. The replicas with the old number give up and end; then replicas with the new
 * number can be started. No key is worked on by two replicas meanwhile:
 *
 * <ol>
 *   <li>The beginning of the change is stored. From then on no replica begins to work on a shard.
 *   <li>Every shard of the old number is acquired once. Then nobody works on it any more, also no process that was frozen.
 *   <li>The end of the change is stored. From then on replicas with the new number are accepted.
 * </ol>
 *
 * A change that does not end can be repeated, also with another number; until then the job does not run.
 *
 * <pre>{@code
 * new ShardResize(baton, "orders", settings, Duration.ofMinutes(1)).to(128, System.out::println);
 * }</pre>
 */
public final class ShardResize {
    private static final String NOTE = "resize=";
    private static final Duration REQUEST = Duration.ofSeconds(10);
    private static final Duration LONGEST_GREETING = Duration.ofSeconds(3);

    private final Baton baton;
    private final String name;
    private final CandidateSettings settings;
    private final Duration atMost;

    /**
     * Creates a change, not begun.
     *
     * @param settings the instance id and the durations with which the old shards are acquired
     * @param atMost how long to wait for the replicas with the old number
     */
    public ShardResize(Baton baton, String name, CandidateSettings settings, Duration atMost) {
        this.baton = baton;
        this.name = Names.check("shards", name);
        this.settings = settings;
        this.atMost = atMost;
    }

    static boolean isNote(String note) {
        return note.startsWith(NOTE);
    }

    /** Returns whether a change, by whomever, has begun and not ended. Blocks for one request. */
    public boolean isUnderWay() throws InterruptedException {
        return await(new ShardLayoutStore(baton.backend(), name, "").read())
                .next()
                .isPresent();
    }

    /**
     * Changes the number of shards. Blocks until the change is complete.
     *
     * @param progress receives a line for each step
     * @return the number of shards before
     * @throws IllegalStateException if no number of shards is stored; then nothing was changed. Also if another change was
     *     made at the same time; its message has the number that is stored now, and the next step
     * @throws TimeoutException if a shard is still held after the given time; its message names the holder
     */
    public int to(int count, Consumer<String> progress) throws InterruptedException, TimeoutException {
        Shards.checkCount(name, count);
        if (isUnknown()) {
            throw new IllegalStateException("there are no shards named " + name + " in "
                    + baton.backend().describe()
                    + ": no instance has stored their number. Check the name and the store");
        }
        try (RosterPresence presence = baton.election(name).joinRoster(settings, statuses -> {})) {
            ShardLayoutStore store = new ShardLayoutStore(baton.backend(), name, presence.instanceId());
            ShardLayout before = await(store.read());
            if (before.refusal(name, count).isEmpty()) {
                progress.accept(name + " already has " + count + " shards");
                return count;
            }
            int generation = 0;
            while (before.latest() > generation || before.generation() >= generation) {
                generation = before.latest() + 1;
                if (!await(store.store(ShardLayout.begun(name, generation, count)))) {
                    throw new IllegalStateException("another instance begins a change to " + count
                            + " shards at the same time. Wait until it is complete, or repeat the command");
                }
                // Whoever has just stored something has seen everything that was stored before.
                before = await(store.read());
            }
            presence.update(false, NOTE + count);
            progress.accept("draining " + before.mostShards() + " shards of " + name);
            // A replica may read from a view of the store that is late by as much.
            Thread.sleep(baton.backend().watchStaleness().toMillis());
            drain(before.mostShards());
            await(store.store(ShardLayout.done(name, generation, count)));
            Optional<String> conflict = await(store.read()).refusal(name, count);
            if (conflict.isPresent()) {
                throw new IllegalStateException("another change was made at the same time: " + conflict.get());
            }
            progress.accept(name + " has " + count + " shards now; start the instances with this number");
            return before.mostShards();
        }
    }

    /** Returns whether no number is stored. A member of a group that has just started learns what is stored from the others. */
    private boolean isUnknown() throws InterruptedException {
        ShardLayoutStore store = new ShardLayoutStore(baton.backend(), name, "");
        long begun = System.nanoTime();
        boolean none = await(store.read()).isNone();
        while (none && System.nanoTime() - begun < LONGEST_GREETING.toNanos()) {
            TimeUnit.MILLISECONDS.sleep(20);
            none = await(store.read()).isNone();
        }
        return none;
    }

    /** Acquires each shard once, all at the same time. */
    private void drain(int shards) throws InterruptedException, TimeoutException {
        List<Candidate> candidates = new ArrayList<>();
        try {
            for (int shard = 0; shard < shards; shard++) {
                Candidate candidate = baton.election(name + ":" + shard).candidate(settings);
                candidate.start();
                candidates.add(candidate);
            }
            long until = System.nanoTime() + atMost.toNanos();
            List<Candidate> held = List.copyOf(candidates);
            while (true) {
                held = held.stream().filter(candidate -> !candidate.isLeader()).toList();
                if (held.isEmpty()) {
                    return;
                }
                if (System.nanoTime() - until > 0) {
                    throw new TimeoutException(
                            "after " + atMost.toSeconds() + " s these shards of " + name + " are still held: "
                                    + holders(shards, held.size()) + ". Stop the holders, and repeat the command");
                }
                TimeUnit.MILLISECONDS.sleep(20);
            }
        } finally {
            candidates.forEach(Candidate::closeAsync);
            candidates.forEach(Candidate::close);
        }
    }

    private String holders(int shards, int number) {
        List<String> holders = new ArrayList<>();
        for (int shard = 0; shard < shards && holders.size() < Math.min(number, 5); shard++) {
            String election = name + ":" + shard;
            baton.election(election)
                    .leader()
                    .map(LeaderInfo::instanceId)
                    .filter(id -> !id.equals(settings.instanceId().orElse("")))
                    .ifPresent(id -> holders.add(election + " by " + id));
        }
        return holders.stream().collect(Collectors.joining(", ")) + (number > 5 ? " and others" : "");
    }

    private <T> T await(CompletionStage<T> stage) throws InterruptedException {
        try {
            return stage.toCompletableFuture().get(REQUEST.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException failed) {
            throw failed.getCause() instanceof BatonException cause
                    ? cause
                    : new ConnectionException("changing the number of shards of " + name + " failed", failed);
        } catch (TimeoutException late) {
            throw new ConnectionException(
                    "the store did not answer within " + REQUEST.toSeconds() + " s: "
                            + baton.backend().describe(),
                    late);
        }
    }
}
