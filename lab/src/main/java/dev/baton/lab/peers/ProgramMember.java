package dev.baton.lab.peers;

import dev.baton.lab.LabProcess;

/** A member that is a {@link dev.baton.lab.peers.member.PeerProgram} and records its own history. */
record ProgramMember(LabProcess process) implements PeerMember {

    @Override
    public long pid() {
        return process.pid();
    }

    @Override
    public void kill() {
        process.kill();
    }

    @Override
    public long release() throws Exception {
        process.send("yield");
        return process.awaitNumber("from");
    }

    @Override
    public void close() {
        process.kill();
        process.close();
    }
}
