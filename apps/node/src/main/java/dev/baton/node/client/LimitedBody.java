package dev.baton.node.client;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** The body of a response as text, up to a number of bytes. A longer one is given up while it arrives. */
final class LimitedBody implements HttpResponse.BodySubscriber<String> {
    private final int limit;
    private final CompletableFuture<String> text = new CompletableFuture<>();
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private Flow.@Nullable Subscription subscription;

    LimitedBody(int limit) {
        this.limit = limit;
    }

    @Override
    public CompletionStage<String> getBody() {
        return text;
    }

    @Override
    public void onSubscribe(Flow.Subscription started) {
        subscription = started;
        started.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(List<ByteBuffer> parts) {
        for (ByteBuffer part : parts) {
            if (text.isDone()) {
                return;
            }
            if (part.remaining() > limit - bytes.size()) {
                text.completeExceptionally(new IOException("the response is longer than " + limit + " bytes"));
                if (subscription != null) {
                    subscription.cancel();
                }
                return;
            }
            byte[] arrived = new byte[part.remaining()];
            part.get(arrived);
            bytes.writeBytes(arrived);
        }
    }

    @Override
    public void onError(Throwable failed) {
        text.completeExceptionally(failed);
    }

    @Override
    public void onComplete() {
        text.complete(bytes.toString(StandardCharsets.UTF_8));
    }
}
