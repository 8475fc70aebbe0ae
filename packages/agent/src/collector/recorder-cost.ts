/** What recording costs a JVM of this machine: processor time of the threads that do nothing else. */
import { readdir, readFile } from 'node:fs/promises'
import type { RecorderCost } from '@pone/contract/entities/profiling.ts'
import { processorMs } from '@pone/monitors/transports/jvm/processes.ts'

/** The recorders, and who carries out what an agent asks of the JVM. The kernel keeps 15 characters of a name. */
const recorderThreads = /^(?:JFR |Async-profiler|Attach Listener)/
/** Reading more of them would cost more than it tells. */
const maxThreads = 5_000
const nanosPerMs = 1e6

export interface RecorderTimes {
  readonly processMs: number
  /** ms by number of the thread. */
  readonly threads: ReadonlyMap<string, number>
}

/** null: the JVM has too many threads, or has ended. */
export async function recorderTimes(pid: number): Promise<RecorderTimes | null> {
  try {
    const tasks = `/proc/${pid}/task`
    const ids = await readdir(tasks)
    if (ids.length > maxThreads) return null
    const threads = new Map<string, number>()
    for (const id of ids) {
      const time = await recorderMs(`${tasks}/${id}`)
      if (time !== null) threads.set(id, time)
    }
    return { processMs: await processorMs(pid), threads }
  } catch {
    return null
  }
}

/** null when one of the two is not known. */
export function recorderCost(before: RecorderTimes | null, after: RecorderTimes | null): RecorderCost | null {
  if (before === null || after === null) return null
  const used = [...after.threads].map(([id, ms]) => ms - (before.threads.get(id) ?? 0))
  const sum = used.reduce((total, each) => total + Math.max(0, each), 0)
  return {
    recorderMs: Math.round(sum),
    processMs: Math.round(Math.max(0, after.processMs - before.processMs)),
  }
}

/** null: the thread does something else, or has ended. */
async function recorderMs(task: string): Promise<number | null> {
  try {
    if (!recorderThreads.test(await readFile(`${task}/comm`, 'utf8'))) return null
    const [nanos] = (await readFile(`${task}/schedstat`, 'utf8')).split(' ')
    return Number(nanos) / nanosPerMs
  } catch {
    return null
  }
}
