/**
 * The private channel between a supervisor and its children: lines of JSON on the child's standard input and output.
 * Its end of file is the death of the other side.
 */
@NullMarked
package dev.baton.node.channel;

import org.jspecify.annotations.NullMarked;
