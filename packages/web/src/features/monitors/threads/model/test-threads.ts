/** Threads and dumps for tests. */
import {
  type DumpedThread,
  poolOf,
  type ThreadDump,
  threadStates,
} from '@pone/contract/entities/jvm-threads.ts'

export function testThread(
  number: number,
  {
    name = `exec-${number}`,
    frames = ['shop.Pay.run'],
    ...given
  }: Partial<DumpedThread> & { readonly frames?: readonly string[] } = {},
): DumpedThread {
  const stack = { frames, depth: frames.length, key: `${frames.length}\n${frames.join('\n')}` }
  return { name, pool: poolOf(name), number, state: 'RUNNABLE', waitsFor: '', stack, cpuMs: 0, ...given }
}

export function testDump(...threads: readonly DumpedThread[]): ThreadDump {
  const counts = {} as Record<DumpedThread['state'], number>
  for (const state of threadStates) counts[state] = threads.filter(each => each.state === state).length
  return { threads, counts, deadlocked: [] }
}
