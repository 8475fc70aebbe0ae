/** A Java program whose thread dumps show something: a deadlock, threads that wait for it, a pool without work, and threads that come and go. */
import { startJavaProgram } from '../driver/java-program.ts'

export const orderService = 'OrderService'

const source = `import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;

public class OrderService {
  static class Stock {}
  static class Ledger {}
  static final Stock stock = new Stock();
  static final Ledger ledger = new Ledger();
  static final LinkedBlockingQueue<Runnable> requests = new LinkedBlockingQueue<>();
  static volatile long sum;

  static void transfer(Object from, Object to, CountDownLatch held) {
    synchronized (from) {
      held.countDown();
      try { held.await(); } catch (InterruptedException e) { return; }
      synchronized (to) { sum++; }
    }
  }
  static void reserve() { synchronized (stock) { sum++; } }
  static void serve() { try { requests.take().run(); } catch (InterruptedException e) { } }
  static void price() { for (int i = 0; i < 300_000; i++) sum += i % 7; }
  static void priceAll() { while (true) { price(); nap(5); } }
  static void nap(long ms) { try { Thread.sleep(ms); } catch (InterruptedException e) { } }

  static Thread start(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }
  static void await(Thread thread, Thread.State state) { while (thread.getState() != state) nap(1); }

  public static void main(String[] x) throws Exception {
    CountDownLatch held = new CountDownLatch(2);
    Thread out = start("transfer-1", () -> transfer(stock, ledger, held));
    Thread back = start("transfer-2", () -> transfer(ledger, stock, held));
    await(out, Thread.State.BLOCKED);
    await(back, Thread.State.BLOCKED);
    for (int n = 1; n <= 12; n++) start("http-nio-8080-exec-" + n, n <= 3 ? OrderService::reserve : OrderService::serve);
    start("price-rules-1", OrderService::priceAll);
    start("cache-refresh-1", () -> nap(3_600_000));
    new java.io.File(x[0]).createNewFile();
    for (int n = 1; ; n++) { start("nightly-report-" + n, () -> nap(1_500)); nap(1_000); }
  }
}
`

/** The returned function ends it. */
export const startOrderService = (): Promise<() => Promise<void>> =>
  startJavaProgram({ name: orderService, source })
