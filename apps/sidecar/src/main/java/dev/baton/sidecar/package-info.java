/**
 * A candidate beside a program in any language: it serves over HTTP whether it leads, for how long, and with which epoch.
 *
 * <p>{@link dev.baton.sidecar.Sidecar} connects the parts. Answers are computed at the moment of the request, so a sidecar
 * that was frozen reports no leadership that has expired.
 */
@NullMarked
package dev.baton.sidecar;

import org.jspecify.annotations.NullMarked;
