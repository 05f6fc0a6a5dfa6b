/** A client of the controllers: sends requests to any known node, follows the leader it names, and backs off without one. */
@NullMarked
package dev.baton.node.client;

import org.jspecify.annotations.NullMarked;
