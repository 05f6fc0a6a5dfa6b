package dev.baton.examples.recipes

import dev.baton.Baton
import dev.baton.Candidate
import dev.baton.CandidateSettings
import dev.baton.Leadership
import java.time.Duration

/** Runs the block in one of the processes that call this, again in each of its tenures. */
fun Baton.whileLeading(election: String, work: (Leadership) -> Unit): Candidate {
    val settings = CandidateSettings.builder().drain(Duration.ofSeconds(5)).build()
    return election(election).candidate(settings).apply {
        onLost { lost -> println("lost: ${lost.reason().code()}") }
        whileLeading { leadership -> work(leadership) }
        start()
    }
}

/** The epoch of the current leader, or null if nobody leads. */
fun Baton.epochOf(election: String): Long? = election(election).leader().map { it.epoch() }.orElse(null)
