/**
 * A client of the controllers: asks any node it knows, follows the leader they name, and backs off when there is none.
 */
@NullMarked
package dev.baton.node.client;

import org.jspecify.annotations.NullMarked;
