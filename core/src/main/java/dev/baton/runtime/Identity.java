package dev.baton.runtime;

/** Who a candidate is, as logs show it. */
record Identity(String election, String instanceId, int priority) {

    @Override
    public String toString() {
        return "election=" + election + " instance=" + instanceId;
    }
}
