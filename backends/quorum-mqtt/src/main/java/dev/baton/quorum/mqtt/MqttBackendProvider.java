package dev.baton.quorum.mqtt;

import dev.baton.BatonClock;
import dev.baton.quorum.GroupAccess;
import dev.baton.quorum.MemberSettings;
import dev.baton.quorum.wire.ClusterKey;
import dev.baton.spi.Backend;
import dev.baton.spi.BackendProvider;
import java.util.Set;

/** Opens {@code mqtt:} and {@code mqtts:} URLs. */
public final class MqttBackendProvider implements BackendProvider {

    @Override
    public Set<String> schemes() {
        return Set.of("mqtt", "mqtts");
    }

    @Override
    public Backend open(String url, BatonClock clock) {
        MqttUrl parsed = MqttUrl.parse(url, System.getenv());
        String place = parsed.access().broker() + "/" + parsed.group();
        if (parsed.off()) {
            return GroupAccess.switchedOff(place, parsed.settings());
        }
        ClusterKey key = ClusterKey.in(parsed.keyFile());
        if (parsed.isObserver()) {
            return GroupAccess.observe(
                    place,
                    parsed.settings(),
                    parsed.members(),
                    (client, member) -> new MqttClientChannel(
                            new MqttSettings(parsed.access(), parsed.group(), client, 0, key, true, false), member));
        }
        MemberSettings plan = new MemberSettings(
                parsed.self(),
                place + "?self=" + parsed.self(),
                parsed,
                parsed.state(),
                parsed.members(),
                parsed.settings(),
                incarnation -> new MqttTransport(new MqttSettings(
                        parsed.access(), parsed.group(), parsed.self(), incarnation, key, false, parsed.json())));
        return GroupAccess.join(plan, clock);
    }
}
