/** Thread dumps of real JVMs with more threads, and deeper stacks, than most have. */
import { readdir } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TestProgram } from '../test-processes.ts'
import { dumpThreadsOf } from './dump-threads.ts'
import type { JvmProcess } from './processes.ts'
import { TestJvms } from './test-jvms.ts'
import { isOfJvm, type JavaThread, maxReadFrames } from './thread-dump.ts'
import { jvmTransport } from './transport.ts'

const clerks = 10_000
const soon = () => AbortSignal.timeout(60_000)
/** Threads that wait for ever, so that every dump finds the same. */
const source = `import java.util.concurrent.CountDownLatch;
public class Crowded {
  static final CountDownLatch never = new CountDownLatch(1);
  static void serve(int depth) throws InterruptedException { if (depth > 0) serve(depth - 1); else never.await(); }
  static Thread start(String name, int depth, long stackBytes) {
    Thread thread = new Thread(null, () -> { try { serve(depth); } catch (InterruptedException e) { } }, name, stackBytes);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }
  public static void main(String[] x) throws Exception {
    new java.io.File(x[0]).createNewFile();
    Thread[] threads = new Thread[${clerks} + 1];
    for (int i = 1; i <= ${clerks}; i++) threads[i] = start("clerk-" + i, 20, 128 << 10);
    threads[0] = start("deep", 5_000, 16 << 20);
    for (Thread thread : threads) while (thread.getState() != Thread.State.WAITING) Thread.sleep(1);
    new java.io.File(x[0] + "-crowded").createNewFile();
    never.await();
  }
}
`
let jvms: TestJvms
let program: TestProgram
let jvm: JvmProcess
beforeAll(async () => {
  jvms = await TestJvms.compile('Crowded', source)
  ;({ program, jvm } = await jvms.start())
  const isCrowded = async () => (await readdir(jvms.folder)).some(name => name.endsWith('-crowded'))
  while (!(await isCrowded())) await pause(50)
}, 120_000)
afterAll(async () => {
  await program.close()
  await jvms.remove()
})

it('a JVM with 10,000 threads is dumped whole, with the innermost frames of the deepest stack', async () => {
  const threads: JavaThread[] = []
  const onThread = (thread: JavaThread) => void threads.push(thread)
  expect(await dumpThreadsOf(jvm, 'Thread.print', { signal: soon(), onThread })).toEqual([])
  const found = threads.filter(({ name }) => name.startsWith('clerk-'))
  expect(found).toHaveLength(clerks)
  expect(new Set(found.map(({ number }) => number)).size).toBe(clerks)
  expect(new Set(found.map(({ state }) => state))).toEqual(new Set(['WAITING']))
  const deep = threads.find(({ name }) => name === 'deep')
  expect(deep?.frames).toHaveLength(maxReadFrames)
  expect(deep?.depth).toBeGreaterThan(1_000)
  expect(threads.filter(thread => !isOfJvm(thread)).length).toBeLessThan(clerks + 30)
}, 90_000)

it('the monitor counts the states of 10,000 threads', async () => {
  const transport = jvmTransport([String(process.getuid?.())])
  const connection = await transport.open({ process: String(jvm.pid) }, soon())
  const { records } = await connection.ask({ reader: 'threadStates' }, soon())
  expect(Number(records[0]?.['waiting'])).toBeGreaterThanOrEqual(clerks)
}, 90_000)
