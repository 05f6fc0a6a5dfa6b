package dev.baton.quorum;

import dev.baton.LockException;
import dev.baton.quorum.disk.CommandFile;
import dev.baton.quorum.disk.TenureCommand;
import dev.baton.quorum.step.ElectionState;
import dev.baton.spi.RunningCommand;
import dev.baton.support.json.JsonException;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The running commands of the tenures in this group. A leader records its command with a majority before it starts it, and
 * a new leader asks a majority before its claim is delivered. The two majorities share a member. That member kept the
 * command before the former lease ended, and answers after the new one began.
 *
 * <p>The rules of the election do not depend on it. Used only by the member's thread.
 */
final class GroupCommands {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");

    /** How often a note is repeated to members that have not answered, until a majority has. */
    private static final Duration REPEAT = Duration.ofMillis(100);

    /** How often a recorded command is sent to the members that lack it, for example because they are new. */
    private static final Duration SPREAD = Duration.ofSeconds(1);

    private final GroupMember member;
    private final KnownCommands known;
    final RecordKeepers keepers;
    private final Map<String, OwnCommand> own = new HashMap<>();
    private final Map<String, PendingQuery> queries = new HashMap<>();
    /** The number of the last command that this process recorded, in any election. */
    private long lastNumber;
    /** The last command that could not be written, which is logged once. */
    private @Nullable TenureCommand unwritten;

    /** The command of a tenure of this member, and the members that keep it. */
    private record OwnCommand(TenureCommand command, Set<String> keptBy, CompletableFuture<Boolean> result) {}

    /** A question of this member, and the members that have answered it. */
    private record PendingQuery(CommandNote.Query query, Set<String> answeredBy, Runnable onMajority) {}

    GroupCommands(GroupMember member, CommandFile file) {
        this.member = member;
        this.known = new KnownCommands(file);
        this.keepers = new RecordKeepers(member.self(), member.clock::nanos);
        if (file.damaged() > 0) {
            LOG.warn("member={} ignores {} damaged records of running commands", member.self(), file.damaged());
        }
    }

    /** Returns the last command of the highest epoch that this member knows. */
    Optional<TenureCommand> newest(String election) {
        return known.newest(election);
    }

    // --- the leader --------------------------------------------------------------------------------------------------

    /** Records the command of a tenure; completes when a majority keeps it, and fails if the tenure ends before. */
    CompletionStage<Boolean> record(QuorumBackend backend, String election, long epoch, RunningCommand command) {
        Optional<String> holder = member.candidates(election).holderOf(backend, epoch);
        if (holder.isEmpty()) {
            return CompletableFuture.completedFuture(false);
        }
        OwnCommand before = own.get(election);
        if (before != null
                && before.command().epoch() == epoch
                && before.command().command().equals(command.text())) {
            return before.result();
        }
        TenureCommand recorded =
                new TenureCommand(election, epoch, ++lastNumber, member.self(), holder.get(), command.text());
        abandon(election, "another command was recorded");
        OwnCommand next = new OwnCommand(recorded, new HashSet<>(), new CompletableFuture<>());
        own.put(election, next);
        if (store(recorded)) {
            next.keptBy().add(member.self());
        } else {
            known.learn(recorded);
        }
        spread(next);
        return next.result();
    }

    private boolean store(TenureCommand command) {
        try {
            return known.keep(command);
        } catch (IOException failed) {
            if (!command.equals(unwritten)) {
                LOG.warn(
                        "member={} could not write the running command of {}, and does not confirm it: {}",
                        member.self(),
                        command.election(),
                        failed.toString());
            }
            unwritten = command;
            return false;
        }
    }

    private void spread(OwnCommand one) {
        if (!one.equals(own.get(one.command().election()))) {
            return;
        }
        send(new CommandNote.Keep(one.command()), one.keptBy());
        checkMajority(one);
        member.schedule(one.result().isDone() ? SPREAD : REPEAT, () -> spread(one));
    }

    private void checkMajority(OwnCommand one) {
        boolean valid = member.candidates(one.command().election()).remainingNanos() > 0;
        if (valid && keepers.isMajority(member.node.membership(), one.keptBy())) {
            one.result().complete(true);
        }
    }

    /** Removes the command that this member recorded, also after the end of its tenure. */
    void clear(String election, RunningCommand command) {
        known.newest(election)
                .filter(one ->
                        one.member().equals(member.self()) && one.command().equals(command.text()))
                .ifPresent(one -> {
                    known.forget(one);
                    OwnCommand recorded = own.get(election);
                    if (recorded != null && recorded.command().equals(one)) {
                        abandon(election, "the command ended");
                    }
                    send(new CommandNote.Ended(election, one.epoch(), one.command()), Set.of());
                });
    }

    /** Learns the newest command from a majority, as the leader of this epoch, and then runs the action. */
    void learn(String election, long epoch, Runnable onMajority) {
        CommandNote.Query query = new CommandNote.Query(election, epoch);
        PendingQuery pending = new PendingQuery(query, new HashSet<>(Set.of(member.self())), onMajority);
        queries.put(election, pending);
        ask(pending);
    }

    private void ask(PendingQuery one) {
        if (!one.equals(queries.get(one.query().election()))) {
            return;
        }
        send(one.query(), one.answeredBy());
        if (!checkMajority(one)) {
            member.schedule(REPEAT, () -> ask(one));
        }
    }

    private boolean checkMajority(PendingQuery one) {
        if (!keepers.isMajority(member.node.membership(), one.answeredBy())) {
            return false;
        }
        queries.remove(one.query().election());
        one.onMajority().run();
        return true;
    }

    /** The tenure of this member has ended. */
    void tenureEnded(String election) {
        queries.remove(election);
        abandon(election, "the tenure ended");
    }

    private void abandon(String election, String why) {
        OwnCommand one = own.remove(election);
        if (one != null && !one.result().isDone()) {
            one.result()
                    .completeExceptionally(
                            new LockException("only " + one.keptBy().size() + " of "
                                    + member.node.membership().size() + " members recorded the command of " + election
                                    + " (epoch " + one.command().epoch() + ") before " + why));
        }
    }

    /** Fails what is pending, because the member has stopped. */
    void stop() {
        List.copyOf(own.keySet()).forEach(election -> abandon(election, "the member stopped"));
    }

    private void send(CommandNote note, Set<String> except) {
        String text = note.text();
        for (String peer : member.transport.connectedPeers()) {
            if (member.node.membership().contains(peer) && !except.contains(peer)) {
                member.transport.sendNote(peer, text);
            }
        }
    }

    // --- notes of peers ----------------------------------------------------------------------------------------------

    /** Handles a note of an authenticated peer. Returns whether it was about a command. */
    boolean received(String peer, String text) {
        try {
            Optional<CommandNote> note = CommandNote.in(peer, text);
            note.ifPresent(one -> one.apply(this, peer));
            return note.isPresent();
        } catch (JsonException malformed) {
            LOG.debug("member={} ignored a malformed note of {}", member.self(), peer, malformed);
            return true;
        }
    }

    void keep(String peer, TenureCommand command) {
        if (isLeader(peer, command.election(), command.epoch()) && store(command)) {
            answer(peer, new CommandNote.Kept(command.election(), command.epoch(), command.command()));
        }
    }

    void kept(String peer, CommandNote.Kept note) {
        OwnCommand one = own.get(note.election());
        if (one != null
                && one.command().epoch() == note.epoch()
                && one.command().command().equals(note.command())) {
            keepers.introduced(peer, true);
            one.keptBy().add(peer);
            checkMajority(one);
        }
    }

    void ended(String peer, CommandNote.Ended note) {
        known.newest(note.election())
                .filter(one -> one.member().equals(peer)
                        && one.epoch() == note.epoch()
                        && one.command().equals(note.command()))
                .ifPresent(known::forget);
    }

    void query(String peer, CommandNote.Query query) {
        if (isLeader(peer, query.election(), query.epoch())) {
            Optional<TenureCommand> before = known.newest(query.election()).filter(one -> one.epoch() < query.epoch());
            answer(peer, new CommandNote.Known(query.election(), query.epoch(), before));
        }
    }

    void known(String peer, CommandNote.Known note) {
        PendingQuery one = queries.get(note.election());
        if (one != null
                && one.query().epoch() == note.epoch()
                && member.node.membership().contains(peer)) {
            keepers.introduced(peer, true);
            note.command().ifPresent(known::learn);
            one.answeredBy().add(peer);
            checkMajority(one);
        }
    }

    private void answer(String peer, CommandNote note) {
        member.transport.sendNote(peer, note.text());
    }

    /** Returns whether this member follows the peer as the leader of this epoch. */
    private boolean isLeader(String peer, String election, long epoch) {
        if (!member.node.knows(election)) {
            return false;
        }
        ElectionState state = member.node.state(election);
        return state.promise().term() == epoch
                && state.leader(member.clock.nanos()).equals(peer);
    }
}
