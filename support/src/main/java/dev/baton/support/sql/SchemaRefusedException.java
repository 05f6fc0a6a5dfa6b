package dev.baton.support.sql;

/** The tables were upgraded by a newer release, or their version cannot be read. Nothing was changed. */
public final class SchemaRefusedException extends IllegalStateException {

    private SchemaRefusedException(String message, Throwable cause) {
        super(message, cause);
    }

    private SchemaRefusedException(String message) {
        super(message);
    }

    static SchemaRefusedException newer(String component, int found, int known) {
        return new SchemaRefusedException("the tables of " + component + " have schema version " + found
                + ", but this program knows only version " + known + "; upgrade this program");
    }

    static SchemaRefusedException unreadable(String component, Throwable cause) {
        return new SchemaRefusedException(
                "this role may not read the table baton_schema, so the version of the tables of " + component
                        + " is unknown. Run this as the owner of baton_schema:\n" + SchemaMigrations.READABLE + ";",
                cause);
    }
}
