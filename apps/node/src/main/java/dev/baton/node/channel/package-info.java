/**
 * The private channel between a supervisor and its children: lines of JSON on the child's standard input and output. End
 * of file means that the other process has ended.
 */
@NullMarked
package dev.baton.node.channel;

import org.jspecify.annotations.NullMarked;
