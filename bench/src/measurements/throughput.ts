/** Throughput on one core: every peer and Pone in turn, pair by pair, under the same load. */
import { errorText } from '@pone/schema/error-text.ts'
import type { BenchContext } from '../bench-context.ts'
import { type InstalledPeer, loadUsers, type Peer, type Percentiles } from '../peers/peer.ts'
import { constantUsers } from '../pone/plans.ts'
import { runLoad } from '../pone/run-load.ts'
import { percentilesOf } from '../pone/totals.ts'
import { endsWithin, startConfined } from '../processes.ts'
import type { Pair, PeerFigures, WindowFigures } from '../result.ts'
import { median, round } from '../statistics.ts'
import { generatorOf, measureWindow, type WindowTimes } from './window.ts'

/** Time a generator gets to finish its output after its planned end. */
const endTimeoutMs = 60_000
/** Load continues for a while after the window, so that nothing ends within it. */
const marginMs = 1_500

/** Result of one run of a generator. */
export interface Run {
  readonly window: WindowFigures
  readonly percentiles: Percentiles | null
}

/** Duration of warm-up and window, by the size of the bench. */
export function windowTimes(mode: BenchContext['mode'], compilesAtRunTime: boolean): WindowTimes {
  const isQuick = mode === 'quick'
  const warmUpMs = compilesAtRunTime ? (isQuick ? 8_000 : 20_000) : isQuick ? 1_000 : 2_000
  return { startTimeoutMs: 60_000, warmUpMs, windowMs: isQuick ? 3_000 : 5_000 }
}

/** Length of a load that holds warm-up and window. */
export const loadSeconds = (times: WindowTimes): number =>
  Math.ceil((times.warmUpMs + times.windowMs + marginMs) / 1_000)

/** Runs a peer once against a fresh target. @throws Error with the peer's own message when it fails */
export async function runPeer(context: BenchContext, peer: Peer, installed: InstalledPeer): Promise<Run> {
  const times = windowTimes(context.mode, peer.compilesAtRunTime)
  const durationSeconds = loadSeconds(times)
  const folder = await context.newFolder(peer.name)
  return context.withTarget({}, async target => {
    const command = await installed.prepare({ url: target.url, users: loadUsers, durationSeconds, folder })
    const cores = [context.cores.generator]
    const running = startConfined(command, cores, folder)
    const generator = { ended: running.ended, sessions: [running.pid], cores }
    try {
      const window = await measureWindow(context, target, generator, times)
      await endsWithin(running, endTimeoutMs)
      const output = { ...(await running.readOutput()), folder }
      return { window, percentiles: await installed.readPercentiles(output).catch(() => null) }
    } catch (error) {
      const { stdout, stderr } = await running.readOutput()
      const words = `${stderr.trim()}\n${stdout.trim()}`.trim().slice(-600)
      throw new Error(`${errorText(error)}; ${words}`, { cause: error })
    } finally {
      running.signal('SIGKILL')
    }
  })
}

/** Runs Pone once against a fresh target. @throws Error with the worker's own message */
export async function runPone(context: BenchContext): Promise<Run> {
  const times = windowTimes(context.mode, false)
  const model = constantUsers(loadUsers, loadSeconds(times))
  return context.withTarget({}, async target => {
    const { totals, seen: window } = await runLoad(context, target, {
      load: { model },
      during: workers =>
        measureWindow(context, target, generatorOf(workers, [context.cores.generator]), times),
    })
    return { window, percentiles: percentilesOf(totals) }
  })
}

/** Sums up all runs of one generator; pairs only for a peer. */
export function peerFigures(
  about: { version: string; work: string },
  runs: readonly Run[],
  pairs: readonly Pair[],
): PeerFigures {
  const of = (pick: (window: WindowFigures) => number) => round(median(runs.map(run => pick(run.window))))
  const ratio = (pick: (pair: Pair) => number) => (pairs.length === 0 ? null : round(median(pairs.map(pick))))
  return {
    status: 'measured',
    ...about,
    requestsPerSecond: runs.map(run => run.window.requestsPerSecond),
    medianRequestsPerSecond: Math.round(median(runs.map(run => run.window.requestsPerSecond))),
    cpuUsPerRequest: of(window => window.cpuUsPerRequest),
    generatorCpu01: of(window => window.generatorCpu01),
    otherCpu01: of(window => window.otherCpu01),
    targetCpu01: of(window => window.targetCpu01),
    percentilesMs: runs.at(-1)?.percentiles ?? null,
    throughputRatio: ratio(({ peer, pone }) => pone.requestsPerSecond / peer.requestsPerSecond),
    cpuRatio: ratio(({ peer, pone }) => peer.cpuUsPerRequest / pone.cpuUsPerRequest),
  }
}
