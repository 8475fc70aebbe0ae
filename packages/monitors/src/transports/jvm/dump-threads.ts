/** Asks a JVM of this machine for the stacks of its threads, which stops it for a moment. */
import { TargetFault } from '../../target-fault.ts'
import { attachReading } from './attach.ts'
import type { JvmProcess } from './processes.ts'
import { type DeadlockedThread, type JavaThread, ThreadDumpReader } from './thread-dump.ts'

/** About 40,000 threads with 100 frames each. */
const maxDumpBytes = 256 * 1024 ** 2
const maxShown = 200

/**
 * Threads are handed on one by one. `command`: `Thread.print` with its options.
 * @throws AttachError, TargetFault `malformed`; the signal's reason when it is aborted
 */
export async function dumpThreadsOf(
  jvm: JvmProcess,
  command: string,
  { signal, onThread }: { readonly signal: AbortSignal; readonly onThread: (thread: JavaThread) => void },
): Promise<readonly DeadlockedThread[]> {
  const reader = new ThreadDumpReader(onThread)
  let start = ''
  await attachReading(jvm, ['jcmd', command], {
    signal,
    maxBytes: maxDumpBytes,
    read: part => {
      if (start.length < maxShown) start = `${start}${part}`.slice(0, maxShown)
      reader.read(part)
    },
  })
  const deadlocked = reader.end()
  if (deadlocked === null) throw new TargetFault('malformed', start)
  return deadlocked
}
