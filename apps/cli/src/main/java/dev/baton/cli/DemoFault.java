package dev.baton.cli;

import java.util.Arrays;
import java.util.Optional;

/** A fault of the leader that a visitor of the demo can cause: with a key of the terminal, or with a button of the page. */
enum DemoFault {
    KILL("kill", "Kill leader", 'k'),
    FREEZE("freeze", "Freeze leader", 'f'),
    CUT_OFF("cut-off", "Cut off leader", 'c');

    private final String id;
    private final String label;
    private final char key;

    DemoFault(String id, String label, char key) {
        this.id = id;
        this.label = label;
        this.key = key;
    }

    String id() {
        return id;
    }

    /** Returns the text of the button. */
    String label() {
        return label;
    }

    char key() {
        return key;
    }

    static Optional<DemoFault> withId(String id) {
        return Arrays.stream(values()).filter(fault -> fault.id.equals(id)).findFirst();
    }

    static Optional<DemoFault> withKey(char key) {
        return Arrays.stream(values()).filter(fault -> fault.key == key).findFirst();
    }
}
