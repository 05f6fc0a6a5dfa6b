package dev.baton.lab.node;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;

/** An HTTP client of one controller. */
record JobsHttpClient(String baseUrl) {
    private static final String JOB = "{\"name\":\"lab\",\"payload\":{\"n\":1}}";
    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    String submit() throws IOException, InterruptedException {
        return post("/v1/jobs", JOB);
    }

    String post(String path, String body) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(baseUrl + path))
                .POST(BodyPublishers.ofString(body))
                .build();
        var response = HTTP.send(request, BodyHandlers.ofString());
        if (response.statusCode() >= 300) {
            throw new IOException("POST " + path + ": " + response.statusCode() + " " + response.body());
        }
        return response.body();
    }
}
