/** Elections in memory and on virtual time, for tests of Spring Boot applications. */
@NullMarked
package dev.baton.testkit.spring;

import org.jspecify.annotations.NullMarked;
