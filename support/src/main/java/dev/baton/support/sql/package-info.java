/** Versions and migrations of the tables that Baton keeps in databases. */
@NullMarked
package dev.baton.support.sql;

import org.jspecify.annotations.NullMarked;
