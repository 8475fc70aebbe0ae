/** Simulations as the documentation of Gatling writes them, the same in four languages. */

export const scala = `package example

import scala.concurrent.duration._
import io.gatling.core.Predef._
import io.gatling.http.Predef._

class ShopSimulation extends Simulation {

  val feeder = csv("search.csv").random

  object Search {
    val search = exec(
      http("Home").get("/"),
      pause(1),
      feed(feeder),
      http("Search")
        .get("/goods?f=#{word}")
        .check(status.is(200), jsonPath("$.items[0].id").saveAs("goodId")),
      pause(1, 3)
    )
  }

  val buy = group("Buy") {
    repeat(2) {
      exec(
        http("Order")
          .post("/orders")
          .body(StringBody("""{"good": "#{goodId}"}""")).asJson
          .check(status.in(200, 201), css("form", "action").saveAs("form"))
      ).pause(500.milliseconds)
    }.exec { session => session.set("x", 1) }
  }

  val httpProtocol = http
    .baseUrl("https://shop.example")
    .acceptHeader("application/json")
    .inferHtmlResources()

  val users = scenario("Users").exec(Search.search, buy)

  setUp(users.inject(rampUsersPerSec(0) to 10 during (60 seconds), constantUsersPerSec(10).during(2.minutes)))
    .protocols(httpProtocol)
    .assertions(global.responseTime.percentile(95).lt(500), forAll.failedRequests.percent.lte(5))
}
`

export const java = `package example;

import static io.gatling.javaapi.core.CoreDsl.*;
import static io.gatling.javaapi.http.HttpDsl.*;
import io.gatling.javaapi.core.*;
import io.gatling.javaapi.http.*;

public class ShopSimulation extends Simulation {

  FeederBuilder<String> feeder = csv("search.csv").random();

  ChainBuilder search = exec(
      http("Home").get("/"),
      pause(1),
      feed(feeder),
      http("Search")
        .get("/goods?f=#{word}")
        .check(status().is(200), jsonPath("$.items[0].id").saveAs("goodId")),
      pause(1, 3)
  );

  ChainBuilder buy = group("Buy").on(
    repeat(2).on(
      exec(
        http("Order")
          .post("/orders")
          .body(StringBody("{\\"good\\": \\"#{goodId}\\"}")).asJson()
          .check(status().in(200, 201), css("form", "action").saveAs("form"))
      ).pause(Duration.ofMillis(500))
    ).exec(session -> session.set("x", 1))
  );

  HttpProtocolBuilder httpProtocol = http
    .baseUrl("https://shop.example")
    .acceptHeader("application/json")
    .inferHtmlResources();

  ScenarioBuilder users = scenario("Users").exec(search, buy);

  {
    setUp(users.injectOpen(rampUsersPerSec(0).to(10).during(60), constantUsersPerSec(10).during(Duration.ofMinutes(2))))
      .protocols(httpProtocol)
      .assertions(global().responseTime().percentile(95.0).lt(500), forAll().failedRequests().percent().lte(5.0));
  }
}
`

export const kotlin = `package example

import io.gatling.javaapi.core.*
import io.gatling.javaapi.core.CoreDsl.*
import io.gatling.javaapi.http.*
import io.gatling.javaapi.http.HttpDsl.*
import java.time.Duration

class ShopSimulation : Simulation() {

  private val feeder = csv("search.csv").random()

  private val search: ChainBuilder = exec(
    http("Home").get("/"),
    pause(1),
    feed(feeder),
    http("Search")
      .get("/goods?f=#{word}")
      .check(status().\`is\`(200), jsonPath("\\$.items[0].id").saveAs("goodId")),
    pause(1, 3)
  )

  private val buy: ChainBuilder = group("Buy").on(
    repeat(2).on(
      exec(
        http("Order")
          .post("/orders")
          .body(StringBody("""{"good": "#{goodId}"}""")).asJson()
          .check(status().within(200, 201), css("form", "action").saveAs("form"))
      ).pause(Duration.ofMillis(500))
    ).exec { session -> session.set("x", 1) }
  )

  private val httpProtocol: HttpProtocolBuilder = http
    .baseUrl("https://shop.example")
    .acceptHeader("application/json")
    .inferHtmlResources()

  private val users: ScenarioBuilder = scenario("Users").exec(search, buy)

  init {
    setUp(users.injectOpen(rampUsersPerSec(0.0).to(10.0).during(60), constantUsersPerSec(10.0).during(Duration.ofMinutes(2))))
      .protocols(httpProtocol)
      .assertions(global().responseTime().percentile(95.0).lt(500), forAll().failedRequests().percent().lte(5.0))
  }
}
`

export const javaScript = `import { csv, exec, feed, forAll, global, group, jsonPath, css, pause, repeat, constantUsersPerSec, rampUsersPerSec, scenario, simulation, StringBody } from "@gatling.io/core";
import { http, status } from "@gatling.io/http";

export default simulation((setUp) => {
  const feeder = csv("search.csv").random();
  const search = exec(
    http("Home").get("/"),
    pause(1),
    feed(feeder),
    http("Search")
      .get("/goods?f=#{word}")
      .check(status().is(200), jsonPath("$.items[0].id").saveAs("goodId")),
    pause(1, 3)
  );
  const buy = group("Buy").on(
    repeat(2).on(
      exec(
        http("Order")
          .post("/orders")
          .body(StringBody('{"good": "#{goodId}"}')).asJson()
          .check(status().in(200, 201), css("form", "action").saveAs("form"))
      ).pause({ amount: 500, unit: "milliseconds" })
    ).exec((session) => session.set("x", 1))
  );
  const httpProtocol = http.baseUrl("https://shop.example").acceptHeader("application/json").inferHtmlResources();
  const users = scenario("Users").exec(search, buy);
  setUp(users.injectOpen(rampUsersPerSec(0).to(10).during(60), constantUsersPerSec(10).during({ amount: 2, unit: "minutes" })))
    .protocols(httpProtocol)
    .assertions(global().responseTime().percentile(95).lt(500), forAll().failedRequests().percent().lte(5));
});
`
