package dev.baton.testkit.quorum;

import dev.baton.quorum.disk.StateFolder;
import dev.baton.quorum.step.MemberNode;

/** The process of a simulated member. What happens to it after its end has no effect. */
interface SimProcess {

    /** Returns the node, to be read only. */
    MemberNode node();

    /** Returns the state directory, to be read only. */
    StateFolder folder();

    /** Begins to run, after the world knows the process. */
    void started();

    /** Becomes a candidate in every election. */
    void campaign(int priority);

    /** Is no candidate any more, and resigns where it leads. */
    void withdraw();

    /** Transfers the leadership of the first election. Returns false if it does not lead. */
    boolean transfer(String successor);

    void changeMembers(boolean add, String id);

    /** Ends all connections, although this process goes on. */
    void disconnect();

    /** The process of a peer has ended, and its kernel has closed the connections. */
    void peerEnded(SimNode peer, long incarnation);

    /** The clocks of the machine have changed, so that something may be due at another time. */
    void clockChanged();

    /** Ends in order, with its work still running or not. Returns false if this process cannot. */
    boolean close(boolean workGoesOn);
}
