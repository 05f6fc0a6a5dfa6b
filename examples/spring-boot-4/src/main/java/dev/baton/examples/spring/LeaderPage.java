package dev.baton.examples.spring;

import dev.baton.Candidate;
import dev.baton.LeaderInfo;
import dev.baton.spring.BatonElections;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.util.HtmlUtils;

/** The page of a replica: who leads. */
@RestController
class LeaderPage {
    private final BatonElections elections;

    LeaderPage(BatonElections elections) {
        this.elections = elections;
    }

    @GetMapping(path = "/", produces = "text/html")
    String page() {
        Candidate candidate = elections.candidate("nightly");
        String leader = elections
                .baton()
                .election("nightly")
                .leader()
                .map(LeaderInfo::instanceId)
                .orElse("no replica");
        return "<!doctype html><meta http-equiv=refresh content=1><title>nightly</title><h1>"
                + HtmlUtils.htmlEscape(leader) + " leads</h1><p>This is " + HtmlUtils.htmlEscape(candidate.instanceId())
                + ", " + candidate.state().code() + ".";
    }
}
