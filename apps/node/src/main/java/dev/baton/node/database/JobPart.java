package dev.baton.node.database;

/** A part of a job that may be large, so that lists have it only on request. */
public enum JobPart {
    PAYLOAD("payload"),
    OUTPUT("output");

    private final String field;

    JobPart(String field) {
        this.field = field;
    }

    /** Returns the name of this part in JSON and in the database. */
    public String field() {
        return field;
    }
}
