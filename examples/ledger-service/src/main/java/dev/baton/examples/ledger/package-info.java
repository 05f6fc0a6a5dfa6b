/** A service with several replicas on PostgreSQL. The leader adds entries to a ledger; the others wait to succeed it. */
@NullMarked
package dev.baton.examples.ledger;

import org.jspecify.annotations.NullMarked;
