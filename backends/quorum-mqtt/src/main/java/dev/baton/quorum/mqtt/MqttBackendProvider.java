package dev.baton.quorum.mqtt;

import dev.baton.BatonClock;
import dev.baton.quorum.GroupAccess;
import dev.baton.quorum.MemberSettings;
import dev.baton.quorum.PeerRegistry;
import dev.baton.quorum.wire.ClusterKey;
import dev.baton.spi.Backend;
import dev.baton.spi.BackendProvider;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Opens {@code mqtt:} and {@code mqtts:} URLs. */
public final class MqttBackendProvider implements BackendProvider {

    @Override
    public Set<String> schemes() {
        return Set.of("mqtt", "mqtts");
    }

    @Override
    public Backend open(String text, BatonClock clock) {
        MqttUrl url = MqttUrl.parse(text, System.getenv());
        String location = url.access().broker() + "/" + url.group();
        if (url.disabled()) {
            return GroupAccess.disabled(location, url.timing());
        }
        ClusterKey key = ClusterKey.in(url.keyFile());
        if (url.isObserver()) {
            return GroupAccess.observe(
                    location,
                    url.timing(),
                    () -> PeerRegistry.of(Map.of()).order(url.members()),
                    (client, member) -> new MqttClientChannel(new MqttSettings(
                            url.access(), url.group(), client, 0, key, Optional.of(member), url.format())));
        }
        MemberSettings.TransportFactory transport = incarnation -> new MqttTransport(new MqttSettings(
                url.access(), url.group(), url.self(), incarnation, key, Optional.empty(), url.format()));
        String member = location + "?self=" + url.self();
        return GroupAccess.join(
                new MemberSettings(url.self(), member, url, url.state(), url.members(), url.timing(), transport),
                clock);
    }
}
