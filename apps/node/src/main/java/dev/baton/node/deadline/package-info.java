/** A leadership with a deadline that another process sets. */
@NullMarked
package dev.baton.node.deadline;

import org.jspecify.annotations.NullMarked;
