package dev.baton.http;

/** A request that is answered with an error: a status, a code for programs and a message for people. */
public final class ApiException extends RuntimeException {
    private final int status;
    private final String code;

    /** Creates one without a stack trace: it reports an error of the client. */
    public ApiException(int status, String code, String message) {
        super(message, null, false, false);
        this.status = status;
        this.code = code;
    }

    public static ApiException badRequest(String message) {
        return new ApiException(400, "BAD_REQUEST", message);
    }

    public static ApiException unauthorized(String message) {
        return new ApiException(401, "UNAUTHORIZED", message);
    }

    public static ApiException notFound(String message) {
        return new ApiException(404, "NOT_FOUND", message);
    }

    public int status() {
        return status;
    }

    /** Returns the value of {@code error} in the response. */
    public String code() {
        return code;
    }
}
