package dev.baton.node.proof;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;

/**
 * A test that stays failed when the build repeats it, unless it only waited too long for something. A violation of safety
 * under one random seed must not be hidden by a run under another one.
 */
final class NotRepeated implements BeforeEachCallback, TestExecutionExceptionHandler {
    private static final Map<String, Throwable> FAILED = new ConcurrentHashMap<>();

    @Override
    public void handleTestExecutionException(ExtensionContext context, Throwable failure) throws Throwable {
        if (!(failure instanceof NotInTimeError || failure instanceof ConditionTimeoutException)) {
            FAILED.putIfAbsent(context.getUniqueId(), failure);
        }
        throw failure;
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        Throwable first = FAILED.get(context.getUniqueId());
        if (first != null) {
            throw new AssertionError(
                    "not repeated, because a failure of this test is final: " + first.getMessage(), first);
        }
    }
}
