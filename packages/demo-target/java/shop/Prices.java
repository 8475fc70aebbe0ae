package shop;

/** The hot method: the discount of a good is computed for every order. Cured, it is computed once for each good. */
final class Prices {
  private static final int STEPS = 1_500_000;

  volatile boolean isCured;
  private final long[] known = new long[Baskets.GOODS];

  long of(int good) {
    if (!isCured) return discounted(good);
    if (known[good] == 0) known[good] = discounted(good);
    return known[good];
  }

  private static long discounted(int good) {
    long cents = 1_000 + good;
    for (int step = 0; step < STEPS; step++) cents = cents * 31 % 9_973 + step % 7;
    return cents + 1;
  }
}
