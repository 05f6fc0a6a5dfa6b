/** A Spring Boot application with two replicas, of which one writes the report. */
package dev.baton.examples.spring;
