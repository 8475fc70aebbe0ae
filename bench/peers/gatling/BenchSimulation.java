import static io.gatling.javaapi.core.CoreDsl.*;
import static io.gatling.javaapi.http.HttpDsl.*;

import io.gatling.javaapi.core.ScenarioBuilder;
import io.gatling.javaapi.core.Simulation;
import io.gatling.javaapi.http.HttpProtocolBuilder;
import java.util.concurrent.atomic.AtomicLong;

/** The common load for Gatling: a variable in the URL, checks of status and body, one JSON field. */
public class BenchSimulation extends Simulation {
  private static final AtomicLong numbers = new AtomicLong();

  private final HttpProtocolBuilder protocol =
      http.baseUrl(System.getProperty("bench.url")).disableCaching().disableWarmUp();

  private final ScenarioBuilder shopper =
      scenario("shopper")
          .during(Integer.getInteger("bench.seconds"))
          .on(
              exec(
                  http("item")
                      .get(session -> "/item?id=" + numbers.incrementAndGet())
                      .check(
                          status().is(200),
                          substring(System.getProperty("bench.text")).exists(),
                          jsonPath("$.id").saveAs("id"))));

  {
    setUp(shopper.injectOpen(atOnceUsers(Integer.getInteger("bench.users")))).protocols(protocol);
  }
}
