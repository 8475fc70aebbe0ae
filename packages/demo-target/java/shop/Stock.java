package shop;

/** The contended lock: one lock for all goods is held while the warehouse answers. Cured, it is not held meanwhile. */
final class Stock {
  /** Waits of 10 ms and more are recorded by flame diagrams. */
  private static final long WAREHOUSE_MS = 25;

  volatile boolean isCured;
  private final Object lock = new Object();
  private final int[] reserved = new int[Baskets.GOODS];

  void reserve(int good) {
    if (isCured) askWarehouse();
    synchronized (lock) {
      if (!isCured) askWarehouse();
      reserved[good]++;
    }
  }

  private static void askWarehouse() {
    try {
      Thread.sleep(WAREHOUSE_MS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
