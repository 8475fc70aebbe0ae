import { expect, it } from 'vitest'
import { maxReadFrames, readThreadDump, ThreadDumpReader } from './thread-dump.ts'

const text = `2026-11-28 07:30:00
Full thread dump OpenJDK 64-Bit Server VM (21.0.8+9 mixed mode):

"main" #1 [4242] prio=5 os_prio=0 cpu=50.69ms elapsed=12.10s tid=0x1 nid=4242 waiting on condition  [0x1]
   java.lang.Thread.State: TIMED_WAITING (sleeping)
\tat java.lang.Thread.sleep(java.base@21/Native Method)
\tat shop.Main.main(Main.java:12)

"exec "quoted" 7" #27 daemon prio=5 os_prio=0 tid=0x2 nid=0x7 waiting for monitor entry [0x2]
   java.lang.Thread.State: BLOCKED (on object monitor)
\tat shop.Stock.reserve(Stock.java:30)
\t- waiting to lock <0x00000000f0e4> (a shop.Stock)
\t- locked <0x00000000f0e5> (a shop.Cart)

"two
lines" #28 daemon prio=5 os_prio=0 cpu=1.00ms elapsed=1.00s tid=0x3 nid=0x8 waiting on condition [0x3]
   java.lang.Thread.State: WAITING (parking)
\tat jdk.internal.misc.Unsafe.park(java.base@21/Native Method)
\t- parking to wait for  <0x00000000f0e6> (a java.util.concurrent.Semaphore$NonfairSync)

"VM Thread" os_prio=0 cpu=3.00ms elapsed=12.11s tid=0x4 nid=0x9 runnable

"GC Thread#0" os_prio=0 cpu=2.00ms elapsed=12.11s tid=0x5 nid=0xa runnable

JNI global refs: 15, weak refs: 0
`

it('reads number, state, processor time, lock and stack of each thread, whatever its name', () => {
  expect(readThreadDump(text)).toEqual({
    threads: [
      {
        name: 'main',
        number: 1,
        isDaemon: false,
        state: 'TIMED_WAITING',
        cpuMs: 50.69,
        frames: ['java.lang.Thread.sleep', 'shop.Main.main'],
        depth: 2,
        waitsFor: '',
      },
      {
        name: 'exec "quoted" 7',
        number: 27,
        isDaemon: true,
        state: 'BLOCKED',
        cpuMs: null,
        frames: ['shop.Stock.reserve'],
        depth: 1,
        waitsFor: 'shop.Stock',
      },
      expect.objectContaining({
        name: 'two\nlines',
        number: 28,
        waitsFor: 'java.util.concurrent.Semaphore$NonfairSync',
      }),
    ],
    deadlocked: [],
  })
})

it('reads the same wherever its parts are cut', () => {
  const whole = readThreadDump(text)
  for (let size = 1; size < 40; size++) {
    const threads: unknown[] = []
    const reader = new ThreadDumpReader(thread => threads.push(thread))
    for (let at = 0; at < text.length; at += size) reader.read(text.slice(at, at + size))
    expect({ threads, deadlocked: reader.end() }).toEqual(whole)
  }
})

it('keeps the innermost frames of a recursion, and tells how deep it is', () => {
  const frames = Array.from({ length: 5_000 }, (_, at) => `\tat shop.Tree.walk${at}(Tree.java:1)`)
  const deep = `Full thread dump\n"deep" #9 prio=5\n   java.lang.Thread.State: RUNNABLE\n${frames.join('\n')}`
  const [thread] = readThreadDump(deep)?.threads ?? []
  expect(thread?.frames).toHaveLength(maxReadFrames)
  expect(thread?.frames[0]).toBe('shop.Tree.walk0')
  expect(thread?.depth).toBe(5_000)
})

it('is none for another text', () => {
  expect(readThreadDump('something else')).toBeNull()
})
