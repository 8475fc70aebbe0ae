/** A small Java program with a known hot method, allocation and lock, executed by a real JVM that records itself. */
import { execFile } from 'node:child_process'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

export const run = promisify(execFile)
/** Time that every tool gets. */
export const toolLimits = { timeout: 60_000, maxBuffer: 256 * 1024 ** 2 } as const

const source = `
import java.util.function.IntUnaryOperator;

public class Shop {
  static final Object stock = new Object();
  static volatile long sum;
  static volatile Object kept;

  static long price(long end) {
    long total = 0;
    for (int item = 0; System.nanoTime() < end; item++) total += hot(item);
    return total;
  }

  static long hot(int item) {
    IntUnaryOperator step = each -> each * 31 + item;
    long total = item;
    for (int each = 0; each < 20_000; each++) total = total * 17 + step.applyAsInt(each) % 7;
    return total;
  }

  static void baskets(long end) {
    while (System.nanoTime() < end) kept = new byte[65_536];
  }

  static void reserve(long end) {
    while (System.nanoTime() < end) {
      synchronized (stock) {
        long until = System.nanoTime() + 25_000_000;
        while (System.nanoTime() < until) sum++;
      }
    }
  }

  public static void main(String[] arguments) throws Exception {
    long end = System.nanoTime() + Long.parseLong(arguments[0]) * 1_000_000;
    Thread[] threads = {
      new Thread(() -> sum += price(end)), new Thread(() -> baskets(end)),
      new Thread(() -> reserve(end)), new Thread(() -> reserve(end)),
    };
    for (Thread thread : threads) thread.start();
    for (Thread thread : threads) thread.join();
  }
}
`

/** Path of a recording of the shop; `options` are options of the JVM, `%f` in them the path. */
export async function recordShop(options: readonly string[], milliseconds: number): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'pone-shop-'))
  await writeFile(join(folder, 'Shop.java'), source)
  await run('javac', ['Shop.java'], { cwd: folder, ...toolLimits })
  const file = join(folder, 'shop.jfr')
  const filled = options.map(option => option.replaceAll('%f', file))
  await run('java', [...filled, '-cp', folder, 'Shop', String(milliseconds)], toolLimits)
  return file
}
