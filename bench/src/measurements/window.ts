/**
 * The measurement that is the same for every generator: requests counted by the target, and CPU time from the system,
 * in a window of steady load.
 */
import type { BenchContext } from '../bench-context.ts'
import type { LoadWorker } from '../pone/load-worker.ts'
import { busyUsOfCore, cpuUsOfSession } from '../process-usage.ts'
import type { Running } from '../processes.ts'
import type { WindowFigures } from '../result.ts'
import { round } from '../statistics.ts'
import type { Target, TargetCount } from '../target/target.ts'

/** A generator counts as started after this many requests. */
const firstRequests = 200
const pollMs = 25

/** Load workers on those cores as one generator. */
export const generatorOf = (workers: readonly LoadWorker[], cores: readonly number[]): Generator => ({
  ended: Promise.race(workers.map(worker => worker.ended)),
  sessions: workers.map(worker => worker.pid),
  cores,
})

/** Times of warm-up and window. */
export interface WindowTimes {
  /** Longest time until the first requests arrive. */
  readonly startTimeoutMs: number
  readonly warmUpMs: number
  readonly windowMs: number
  /** Connections that must be open before the warm-up begins. */
  readonly connections?: number
}

/** A running generator. */
export interface Generator extends Pick<Running, 'ended'> {
  /** Process ids of the leaders of the sessions whose CPU time counts. */
  readonly sessions: readonly number[]
  /** The cores that it runs on. */
  readonly cores: readonly number[]
}

/** Waits for the load to start and for the warm-up, then measures. @throws Error when the generator ends before */
export async function measureWindow(
  context: BenchContext,
  target: Target,
  generator: Generator,
  times: WindowTimes,
): Promise<WindowFigures> {
  const life = watchLife(generator)
  const read = async () => {
    const reading = await target.read()
    const cpuUs = generator.sessions.reduce((all, session) => all + cpuUsOfSession(session), 0)
    const busyUs = generator.cores.reduce((all, core) => all + busyUsOfCore(core), 0)
    return { ...reading, busyUs, generatorCpuUs: cpuUs, generatorAt: performance.now() }
  }
  const base = await target.count()
  const deadline = performance.now() + times.startTimeoutMs
  for (let now = base; !hasBegun(base, now, times); now = await target.count()) {
    if (life.end !== null) throw new Error(`the generator ended with ${life.end} before the window`)
    if (performance.now() > deadline) throw new Error('the generator puts no load on the target')
    await context.wait(pollMs)
  }
  await context.wait(times.warmUpMs)
  const before = await read()
  await context.wait(times.windowMs)
  const after = await read()
  if (life.end !== null) throw new Error(`the generator ended with ${life.end} within the window`)
  const requests = after.requests - before.requests
  const generatorCpuUs = after.generatorCpuUs - before.generatorCpuUs
  const generatorUs = (after.generatorAt - before.generatorAt) * 1_000
  const otherUs = after.busyUs - before.busyUs - generatorCpuUs
  const windowUs = (after.at - before.at) * 1_000
  const connections = after.accepted - base.accepted
  return {
    requestsPerSecond: Math.round((requests / windowUs) * 1e6),
    cpuUsPerRequest: round(generatorCpuUs / Math.max(1, requests)),
    generatorCpu01: round(generatorCpuUs / generatorUs, 3),
    otherCpu01: round(Math.max(0, otherUs) / (generatorUs * generator.cores.length), 3),
    targetCpu01: round((after.cpuUs - before.cpuUs) / windowUs, 3),
    connections,
    requestsPerConnection: round((after.requests - base.requests) / Math.max(1, connections)),
  }
}

const hasBegun = (base: TargetCount, now: TargetCount, times: WindowTimes): boolean =>
  now.requests - base.requests >= firstRequests && now.connections >= (times.connections ?? 0)

function watchLife({ ended }: Generator): { end: string | null } {
  const life: { end: string | null } = { end: null }
  void ended.then(how => {
    life.end = String(how)
  })
  return life
}
