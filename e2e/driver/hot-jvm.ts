/** A JVM with a known hot method, for journeys of flame diagrams. */
import { startJavaProgram } from './java-program.ts'

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

const name = 'HotShop'

export async function startHotJvm(): Promise<HotJvm> {
  const remove = await startJavaProgram({ name, source })
  return { process: name, hotMethod: 'HotShop.price', waitingThread: 'clerk-1', remove }
}
