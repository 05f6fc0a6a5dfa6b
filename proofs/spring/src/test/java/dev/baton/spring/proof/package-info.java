/** Real applications of the newest Spring Boot. */
package dev.baton.spring.proof;
