package dev.baton.cli;

import dev.baton.CandidateState;

/** The state of a candidate in tables for people, in the words of the glossary. JSON, logs and metrics have its code. */
final class StateText {

    private StateText() {}

    /** Returns the text for the code of a state, or for another word that a table shows instead. */
    static String of(String code) {
        boolean standby = code.equals(CandidateState.FOLLOWER.code()) || code.equals(CandidateState.ACQUIRING.code());
        return standby ? "standby" : code;
    }
}
