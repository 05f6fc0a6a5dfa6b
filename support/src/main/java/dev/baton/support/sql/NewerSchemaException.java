package dev.baton.support.sql;

/** The tables were upgraded by a newer release, which this program does not know. Nothing was changed. */
public final class NewerSchemaException extends IllegalStateException {

    NewerSchemaException(String component, int found, int known) {
        super("the tables of " + component + " have schema version " + found + ", but this program knows only version "
                + known + "; upgrade this program");
    }
}
