package dev.baton.support.sql;

import java.util.List;
import java.util.stream.Collectors;

/**
 * The tables were upgraded by a newer release, their version cannot be read, they would be temporary, or another schema has
 * such tables too. No lasting table was changed.
 */
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

    static SchemaRefusedException inTwoSchemas(String table, String inUse, List<String> others) {
        String found = others.stream().map(name -> "\"" + name + "\"").collect(Collectors.joining(", "));
        return new SchemaRefusedException("the search path of this session leads to "
                + (inUse.isEmpty() ? "no schema" : "the schema \"" + inUse + "\"")
                + ", but Baton's table " + table + " is also in the schema " + found
                + " of this database. Programs that use different tables do not see each other. Give all of them the same"
                + " schema: schema=NAME in the URL, or currentSchema=NAME in a JDBC URL of your own; or drop the tables"
                + " that are not used");
    }

    static SchemaRefusedException temporary(String table) {
        return new SchemaRefusedException("the search path of this session leads to temporary tables, so that no other"
                + " program would see the table " + table
                + ". Give all programs the same schema: schema=NAME in the URL");
    }
}
