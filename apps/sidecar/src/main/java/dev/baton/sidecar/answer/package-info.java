/** What a sidecar answers: whether this instance leads, for how long a client may act on it, and who leads otherwise. */
@NullMarked
package dev.baton.sidecar.answer;

import org.jspecify.annotations.NullMarked;
