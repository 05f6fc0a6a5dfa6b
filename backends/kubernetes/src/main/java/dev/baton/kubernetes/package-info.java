/**
 * Elections on Kubernetes: one Lease for each election, as client-go's leader election writes it, so that candidates of
 * Baton and of other programs contend for it. The epoch is an annotation of the Lease.
 *
 * <pre>{@code
 * Baton baton = Baton.connect("kubernetes:my-namespace");
 * }</pre>
 */
@NullMarked
package dev.baton.kubernetes;

import org.jspecify.annotations.NullMarked;
