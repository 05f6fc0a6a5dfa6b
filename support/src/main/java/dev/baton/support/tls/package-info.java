/** Certificates and keys from files. */
@NullMarked
package dev.baton.support.tls;

import org.jspecify.annotations.NullMarked;
