package dev.baton.lab.nemesis.store;

/** An API server of Kubernetes with a namespace for the trial. */
interface KubeTrialServer extends TrialServer {
    String namespace();

    /** Returns the text of a kubeconfig that reaches the server at this port. */
    String kubeconfig(int port);

    /** Returns whether the data outlives the process. */
    boolean keepsData();
}
