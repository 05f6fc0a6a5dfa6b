package dev.baton.quorum;

import dev.baton.support.thread.NamedThreads;

/** The thread of a member: it runs the member's turns until the member has ended. */
final class MemberThread {
    private final GroupMember member;
    private final Thread thread;

    private MemberThread(GroupMember member) {
        this.member = member;
        this.thread = NamedThreads.daemon("baton-quorum-" + member.self(), this::run);
    }

    static MemberThread start(GroupMember member) {
        MemberThread started = new MemberThread(member);
        started.thread.start();
        return started;
    }

    GroupMember member() {
        return member;
    }

    private void run() {
        boolean more = true;
        while (more) {
            more = member.turn();
        }
    }

    /** Ends the member, and waits for the end of its claims. */
    void close() {
        member.close();
        try {
            thread.join(member.timing.longestLease().toMillis() + 1_000);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
