/** The only place that creates threads and thread pools. All threads are daemons and have a name. */
@NullMarked
package dev.baton.support.thread;

import org.jspecify.annotations.NullMarked;
