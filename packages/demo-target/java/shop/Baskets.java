package shop;

import java.util.concurrent.atomic.AtomicInteger;

/** The hot allocation: a basket is copied for each line of an order. Cured, its size is counted instead. */
final class Baskets {
  static final int GOODS = 64;
  private static final int LINES = 10;
  private static final int LINE_BYTES = 100_000;

  volatile boolean isCured;
  /** Volatile, so that a compiler cannot leave the copies out. */
  private volatile byte[] last = new byte[0];
  private final AtomicInteger orders = new AtomicInteger();

  /** The good of the next order. */
  int fill() {
    if (!isCured) for (int line = 0; line < LINES; line++) last = copy(line);
    return Math.floorMod(orders.getAndIncrement(), GOODS);
  }

  private static byte[] copy(int line) {
    byte[] copy = new byte[LINE_BYTES];
    for (int at = 0; at < LINE_BYTES; at++) copy[at] = (byte) (at ^ line);
    return copy;
  }
}
