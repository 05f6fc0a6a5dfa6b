package dev.baton.postgres;

/** What a successor does when its predecessor's session ended without a release. */
public enum TakeoverMode {
    /** It leads at once, under a higher epoch; fences keep a survivor harmless. */
    FENCED,
    /** It waits until the predecessor's validity is over. */
    EXCLUSIVE
}
