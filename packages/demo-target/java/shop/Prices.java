package shop;

/** The hot method: the discount of a good is computed for every order. Cured, all prices are computed once before. */
final class Prices {
  private static final int STEPS = 1_500_000;

  /** null while prices are computed for every order. */
  private volatile long[] known;

  boolean isCured() {
    return known != null;
  }

  /** Returns when no price of a later order is computed any more. */
  void cure(boolean isCured) {
    if (!isCured) {
      known = null;
      return;
    }
    long[] all = new long[Baskets.GOODS];
    for (int good = 0; good < all.length; good++) all[good] = discounted(good);
    known = all;
  }

  long of(int good) {
    long[] all = known;
    return all == null ? discounted(good) : all[good];
  }

  private static long discounted(int good) {
    long cents = 1_000 + good;
    for (int step = 0; step < STEPS; step++) cents = cents * 31 % 9_973 + step % 7;
    return cents + 1;
  }
}
