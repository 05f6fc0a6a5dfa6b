package dev.baton.lab.faults;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.CandidateSettings;
import dev.baton.Leadership;
import dev.baton.lab.LineProtocol;
import dev.baton.quorum.MemberList;
import dev.baton.quorum.MembershipAdmin;
import dev.baton.quorum.QuorumBackend;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A member of a group whose work writes down when it acts: {@code URL FILE}. It acts as long as its leadership is valid,
 * also if it was interrupted. Its commands:
 *
 * <ul>
 *   <li>{@code ?} replies {@code status VOTES REACHED EPOCH REFUSED}: whether it votes, how many members it reaches, the
 *       epoch in which it leads or 0, and how many introductions of peers it has refused.
 *   <li>{@code add ID} and {@code remove ID} reply {@code changed}, or {@code refused} with the reason.
 *   <li>{@code transfer ID} hands over to a member.
 * </ul>
 */
public final class ActingMember {
    static final String ELECTION = "faults";

    /** Members with the longer lease can lead only if their work can stop within the shorter one. */
    private static final Duration STOP_GRACE = Duration.ofMillis(600);

    private static final long PAUSE_NANOS = 2_000_000;
    private static final long ANSWER_SECONDS = 20;

    private final QuorumBackend backend;
    private final Candidate candidate;
    private final OutputStream history;
    private final LineProtocol protocol = new LineProtocol();

    private ActingMember(Baton baton, OutputStream history) {
        this.backend = (QuorumBackend) baton.backend();
        this.candidate = baton.election(ELECTION)
                .candidate(CandidateSettings.builder().stopGrace(STOP_GRACE).build());
        this.history = history;
    }

    public static void main(String[] args) throws Exception {
        try (OutputStream history = new FileOutputStream(args[1], true);
                Baton baton = Baton.connect(args[0])) {
            new ActingMember(baton, history).run();
        } catch (IllegalArgumentException refused) {
            // A damaged directory, which is what some faults expect.
            new LineProtocol().send("failed " + refused.getMessage());
            System.exit(1);
        }
    }

    private void run() throws Exception {
        candidate.whileLeading(this::act);
        candidate.start();
        protocol.runCommands(this::run);
    }

    private void act(Leadership leadership) throws IOException {
        while (true) {
            // The time is read before the check: a leadership that is still valid after it was valid at that time.
            long at = System.nanoTime();
            if (!leadership.isValid()) {
                return;
            }
            history.write((leadership.epoch() + " " + at + "\n").getBytes(StandardCharsets.UTF_8));
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    private void run(String command) throws Exception {
        String[] words = command.split(" ", 2);
        switch (words[0]) {
            case "?" -> protocol.send(status());
            case "add" -> change(backend.add(words[1]));
            case "remove" -> change(backend.remove(words[1]));
            case "transfer" -> candidate.transferTo(words[1]);
            default -> throw new IllegalArgumentException("unknown command " + command);
        }
    }

    private String status() throws Exception {
        MembershipAdmin admin = backend;
        MemberList list = admin.members().toCompletableFuture().get(ANSWER_SECONDS, TimeUnit.SECONDS);
        long reached = list.members().stream().filter(MemberList.Entry::reached).count();
        long epoch = candidate.leadership().map(Leadership::epoch).orElse(0L);
        return "status " + list.votes() + " " + reached + " " + epoch + " "
                + backend.rejected().getOrDefault("mistaken", 0L);
    }

    private void change(CompletionStage<MemberList> change) {
        try {
            change.toCompletableFuture().get(ANSWER_SECONDS, TimeUnit.SECONDS);
            protocol.send("changed");
        } catch (Exception refused) {
            protocol.send("refused " + Objects.toString(refused.getMessage(), "without a reason"));
        }
    }
}
