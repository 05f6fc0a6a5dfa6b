package dev.baton.kubernetes.api;

/** Receives the events of a watch, in order, on a thread of the client. The methods return at once. */
public interface KubeWatchListener {

    /** Called with an object that was added or changed. */
    void changed(KubeObject object);

    /** Called with the last state of an object that was deleted. */
    void deleted(KubeObject object);

    /** Called once, when the watch has ended for any reason, or could not be opened. */
    void ended(String reason);
}
