/**
 * The HTTP server of a sidecar: the answer, the probes, the event stream and the step-down.
 *
 * <p>The step-down always needs the token. On an address that other machines reach, the stream needs it too.
 */
@NullMarked
package dev.baton.sidecar.http;

import org.jspecify.annotations.NullMarked;
