/** A JVM that works on one thread without a pause, and tells how much it has done: what measuring it costs is seen in the processor time of an operation. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface, type Interface } from 'node:readline'
import { promisify } from 'node:util'
import { type JvmProcess, readJvm } from '@pone/monitors/transports/jvm/processes.ts'

/** Orders of a shop: texts are built and parsed, sorted, matched, hashed and packed. An answer to each line: the orders until then. */
const source = `import java.util.*;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.*;

public class BusyShop {
  static final LongAdder orders = new LongAdder();
  static volatile Object kept;

  static String cart(Random random) {
    return IntStream.range(0, 40).mapToObj(i -> "item-" + random.nextInt(1000) + "=" + random.nextInt(90)).collect(Collectors.joining(";"));
  }
  static Map<String, Integer> parse(String cart) {
    Map<String, Integer> counts = new TreeMap<>();
    for (String part : cart.split(";")) { String[] pair = part.split("="); counts.merge(pair[0], Integer.parseInt(pair[1]), Integer::sum); }
    return counts;
  }
  static boolean check(String cart) { return java.util.regex.Pattern.compile("item-(\\\\d+)=(\\\\d+)").matcher(cart).results().count() > 0; }
  static byte[] seal(String cart) throws Exception { return java.security.MessageDigest.getInstance("SHA-256").digest(cart.getBytes("UTF-8")); }
  static byte[] pack(String cart) throws Exception {
    java.io.ByteArrayOutputStream bytes = new java.io.ByteArrayOutputStream();
    try (java.util.zip.GZIPOutputStream out = new java.util.zip.GZIPOutputStream(bytes)) { out.write(cart.getBytes("UTF-8")); }
    return bytes.toByteArray();
  }
  static void serve(long seed) {
    Random random = new Random(seed);
    try {
      while (true) {
        String cart = cart(random);
        Map<String, Integer> counts = parse(cart);
        List<Map.Entry<String, Integer>> sorted = new ArrayList<>(counts.entrySet());
        sorted.sort(Map.Entry.comparingByValue());
        if (check(cart)) kept = new Object[] { sorted, seal(cart), pack(cart), String.format("%s has %d items", cart.hashCode(), sorted.size()) };
        orders.increment();
      }
    } catch (Exception e) { throw new RuntimeException(e); }
  }
  public static void main(String[] x) throws Exception {
    for (int i = 0; i < Integer.parseInt(x[0]); i++) { long seed = i; Thread t = new Thread(() -> serve(seed), "shop-" + i); t.setDaemon(true); t.start(); }
    Scanner in = new Scanner(System.in);
    while (in.hasNextLine()) { in.nextLine(); System.out.println(orders.sum()); }
  }
}
`
const threads = 1
const ticksPerSecond = 100

/** What the process had done and used at one instant. */
export interface Work {
  readonly operations: number
  readonly cpuMs: number
}

export class BusyJvm {
  readonly #child: ChildProcess
  readonly #folder: string
  readonly #answers: Interface
  readonly process: JvmProcess

  constructor(child: ChildProcess, folder: string, answers: Interface, jvm: JvmProcess) {
    this.#child = child
    this.#folder = folder
    this.#answers = answers
    this.process = jvm
  }

  /** @throws Error without a JDK */
  static async start(): Promise<BusyJvm> {
    const folder = await mkdtemp(join(tmpdir(), 'pone-busy-shop-'))
    await writeFile(join(folder, 'BusyShop.java'), source)
    await promisify(execFile)('javac', ['-d', folder, join(folder, 'BusyShop.java')], { timeout: 60_000 })
    const child = spawn('java', ['-Xmx256m', '-cp', folder, 'BusyShop', String(threads)], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    if (child.stdout === null) throw new Error('the JVM has no output')
    const answers = createInterface({ input: child.stdout })
    const begun = once(answers, 'line')
    child.stdin?.write('\n')
    await begun
    const jvm = await readJvm(child.pid ?? 0)
    if (jvm === null) throw new Error('the JVM has ended')
    return new BusyJvm(child, folder, answers, jvm)
  }

  async work(): Promise<Work> {
    const answered = once(this.#answers, 'line')
    this.#child.stdin?.write('\n')
    const [line]: unknown[] = await answered
    const stat = await readFile(`/proc/${this.process.pid}/stat`, 'utf8')
    const [user, system] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13)
    return {
      operations: Number(line),
      cpuMs: ((Number(user) + Number(system)) / ticksPerSecond) * 1_000,
    }
  }

  async close(): Promise<void> {
    const ended = once(this.#child, 'exit')
    this.#child.kill('SIGKILL')
    await ended
    await rm(this.#folder, { recursive: true, force: true })
  }
}
