package shop;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A shop in Java with three known faults: a hot method, allocations and a contended lock. Each is cured and brought
 * back over HTTP while the shop runs, so that flame diagrams before and after a cure can be compared.
 */
public final class Shop {
  private static final int CLERKS = 16;

  private final Prices prices = new Prices();
  private final Baskets baskets = new Baskets();
  private final Stock stock = new Stock();

  /** Arguments: host and port; port 0 takes any free one. Ends when its standard input does. */
  public static void main(String[] arguments) throws IOException {
    Shop shop = new Shop();
    HttpServer server = HttpServer.create(new InetSocketAddress(arguments[0], Integer.parseInt(arguments[1])), 0);
    AtomicInteger clerks = new AtomicInteger();
    server.setExecutor(
        Executors.newFixedThreadPool(CLERKS, work -> new Thread(work, "clerk-" + clerks.incrementAndGet())));
    server.createContext("/", shop::handle);
    server.start();
    int port = server.getAddress().getPort();
    System.out.println("{\"event\":\"listening\",\"address\":\"http://" + arguments[0] + ":" + port + "\"}");
    while (System.in.read() >= 0);
    System.exit(0);
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (HttpExchange open = exchange) {
      switch (open.getRequestMethod() + " " + open.getRequestURI().getPath()) {
        case "GET /health":
          answer(open, 200, "{\"status\":\"ok\"}");
          break;
        case "GET /api/orders":
        case "POST /api/orders":
          answer(open, 201, order());
          break;
        case "GET /control/settings":
          answer(open, 200, settings());
          break;
        case "POST /control/settings":
          if (change(open.getRequestURI().getQuery())) answer(open, 200, settings());
          else answer(open, 400, "{\"message\":\"Send prices, baskets or stock, each slow or cured.\"}");
          break;
        default:
          answer(open, 404, "{\"message\":\"No such address.\"}");
      }
    }
  }

  private String order() {
    int good = baskets.fill();
    long cents = prices.of(good);
    stock.reserve(good);
    return "{\"goodsId\":" + good + ",\"totalCents\":" + cents + "}";
  }

  /** e.g. prices=cured&amp;stock=slow; false: nothing was changed, since a name or a value is unknown. */
  private boolean change(String query) {
    String[] changes = query == null ? new String[0] : query.split("&");
    for (String each : changes) if (!each.matches("(prices|baskets|stock)=(slow|cured)")) return false;
    for (String each : changes) {
      boolean isCured = each.endsWith("=cured");
      if (each.startsWith("prices")) prices.cure(isCured);
      else if (each.startsWith("baskets")) baskets.isCured = isCured;
      else stock.isCured = isCured;
    }
    return changes.length > 0;
  }

  private String settings() {
    return "{\"prices\":\"" + word(prices.isCured()) + "\",\"baskets\":\"" + word(baskets.isCured)
        + "\",\"stock\":\"" + word(stock.isCured) + "\"}";
  }

  private static String word(boolean isCured) {
    return isCured ? "cured" : "slow";
  }

  private static void answer(HttpExchange exchange, int status, String json) throws IOException {
    byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("content-type", "application/json; charset=utf-8");
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
  }
}
