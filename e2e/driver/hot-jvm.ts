/** A JVM with a known hot method, for journeys of flame diagrams. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { eventually } from '../harness/eventually.ts'

export interface HotJvm {
  /** What a monitor finds it by. */
  readonly process: string
  readonly hotMethod: string
  /** A thread that waits for ever. */
  readonly waitingThread: string
  /** Ends it and removes its folder. */
  remove(): Promise<void>
}

const source = `public class HotShop {
  static volatile long sum;
  static void price() { for (int i = 0; i < 300_000; i++) sum += i % 7; }
  static void serve() { try { new java.util.concurrent.CountDownLatch(1).await(); } catch (InterruptedException e) { } }
  public static void main(String[] x) throws Exception {
    Thread clerk = new Thread(HotShop::serve, "clerk-1");
    clerk.setDaemon(true);
    clerk.start();
    while (clerk.getState() != Thread.State.WAITING) Thread.sleep(1);
    new java.io.File(x[0]).createNewFile();
    while (true) { price(); Thread.sleep(2); }
  }
}
`

export async function startHotJvm(): Promise<HotJvm> {
  const folder = await mkdtemp(join(tmpdir(), 'pone-hot-'))
  await writeFile(join(folder, 'HotShop.java'), source)
  await promisify(execFile)('javac', ['-d', folder, join(folder, 'HotShop.java')])
  const mark = join(folder, 'started')
  const child: ChildProcess = spawn('java', ['-Xmx64m', '-cp', folder, 'HotShop', mark], { stdio: 'ignore' })
  const isStarted = () =>
    access(mark).then(
      () => true,
      () => undefined,
    )
  await eventually({ what: 'the JVM to start', patienceMs: 60_000, look: isStarted })
  return {
    process: 'HotShop',
    hotMethod: 'HotShop.price',
    waitingThread: 'clerk-1',
    remove: async () => {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}
