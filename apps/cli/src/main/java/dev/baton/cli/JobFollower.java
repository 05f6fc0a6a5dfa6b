package dev.baton.cli;

import dev.baton.ConnectionException;
import dev.baton.node.client.ControllerClient;
import dev.baton.node.client.ControllerReply;
import dev.baton.node.job.JobState;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Waits for the end of a job, and prints its output as it arrives. */
final class JobFollower {
    private static final Duration POLL_INTERVAL = Duration.ofMillis(500);

    private JobFollower() {}

    /** Waits until the job has ended. Returns its exit code, or 1 if it has none or does not exist. */
    static int await(Invocation call, ControllerClient client, String id, boolean printsOutput)
            throws InterruptedException {
        ControllerReply first = readAfterOutage(call, client, id);
        ControllerReply last = lastReply(call, client, id, first, printsOutput);
        return last.isOk() ? exitCode(call, id, last) : NodeOutput.refused(call, last);
    }

    /** Prints the output so far, or follows it to the end of the job. */
    static int logs(Invocation call, ControllerClient client, String id) throws InterruptedException {
        ControllerReply last;
        if (call.has("--follow")) {
            last = lastReply(call, client, id, read(client, id), true);
        } else {
            last = read(client, id);
            print(call, last.text("output").orElse(""));
        }
        return last.isOk() ? ExitCode.DONE : NodeOutput.refused(call, last);
    }

    /** Returns the job when it has ended, or an error. An outage of all nodes does not end the wait. */
    private static ControllerReply lastReply(
            Invocation call, ControllerClient client, String id, ControllerReply first, boolean printsOutput)
            throws InterruptedException {
        FollowedOutput output = new FollowedOutput();
        ControllerReply job = first;
        while (true) {
            if (printsOutput) {
                printNext(call, output, job);
            }
            if (!job.isOk() || state(job).isFinal()) {
                return job;
            }
            TimeUnit.MILLISECONDS.sleep(POLL_INTERVAL.toMillis());
            job = readAfterOutage(call, client, id);
        }
    }

    private static void printNext(Invocation call, FollowedOutput output, ControllerReply job) {
        if (!job.isOk()) {
            return;
        }
        FollowedOutput.Addition next = output.next(
                job.text("output").orElse(""),
                number(job, "output_bytes"),
                number(job, "job_epoch").orElse(0L));
        if (next.skipped() > 0) {
            call.context().error("… " + next.skipped() + " bytes skipped");
        }
        print(call, next.text());
    }

    private static Optional<Long> number(ControllerReply job, String key) {
        return job.body().get(key) instanceof Long number ? Optional.of(number) : Optional.empty();
    }

    /** Reads a job that was accepted or read before, so that only an outage of all nodes can be in the way. */
    private static ControllerReply readAfterOutage(Invocation call, ControllerClient client, String id)
            throws InterruptedException {
        boolean reported = false;
        while (true) {
            try {
                return read(client, id);
            } catch (ConnectionException unanswered) {
                if (!reported) {
                    call.context().error(unanswered.getMessage() + "; still waiting for job " + id);
                }
                reported = true;
            }
        }
    }

    private static JobState state(ControllerReply job) {
        return job.text("state").flatMap(JobState::of).orElse(JobState.QUEUED);
    }

    private static ControllerReply read(ControllerClient client, String id) throws InterruptedException {
        return client.read("/v1/jobs/" + NodeOptions.encode(id), NodeOptions.TIMEOUT);
    }

    private static int exitCode(Invocation call, String id, ControllerReply job) {
        JobState state = state(job);
        return switch (state) {
            case SUCCEEDED -> ExitCode.DONE;
            case FAILED ->
                job.body().get("exit_code") instanceof Long code && code > 0 && code < 256
                        ? code.intValue()
                        : ExitCode.NO;
            case DEAD, CANCELLED, QUEUED, LEASED -> call.refuse("job " + id + " is " + state.code());
        };
    }

    /** Prints text without control characters, which a terminal would obey. */
    private static void print(Invocation call, String text) {
        int line = 0;
        for (int end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', line)) {
            call.out().println(TextTable.plain(text.substring(line, end)));
            line = end + 1;
        }
        call.out().print(TextTable.plain(text.substring(line)));
        call.out().flush();
    }
}
