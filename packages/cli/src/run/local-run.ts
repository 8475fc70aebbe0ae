/**
 * A run on this machine without a server: the controller's own logic and the agent's own workers, joined in one
 * process, with their files in a temporary folder.
 */
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import type { CapacityOrder } from '@pone/contract/entities/capacity.ts'
import type { LogLine } from '@pone/contract/entities/run.ts'
import type { RunPlan } from '@pone/contract/link/plan.ts'
import { causeText } from '@pone/contract/told-cause.ts'
import type { ScenarioDocument } from '@pone/plan/scenario/scenario.ts'
import type { LiveRun } from '@pone/results/live/live-run.ts'
import type { RunRecord } from '@pone/results/run-record.ts'
import { errorsOfMemory } from '@pone/run-control/run-store.ts'
import { createRunWriter } from '@pone/run-control/run-writer.ts'
import { errorText } from '@pone/schema/error-text.ts'
import { agentId, LocalAgent, whole } from './local-agent.ts'
import { localControl, localRecord, pass } from './local-control.ts'
import { writing } from './output-files.ts'
import { judgeLateBatches } from './spool-batches.ts'
import { createFolder } from './temporary-folder.ts'
import { Totals } from './totals.ts'

const tickMs = 1_000
/** Number of worker warnings that are shown; a template without a value warns once, a slow disk every second. */
const maxWarnings = 50

export interface LocalRunOptions {
  readonly name: string
  readonly plan: RunPlan
  /** Load and rules of the run; its bindings and cluster are not used here. */
  readonly scenario: ScenarioDocument
  /** Path of each of the plan's files by its id. */
  readonly filePaths: Record<string, string>
  /** Number of worker processes. */
  readonly workers: number
  readonly longestResponseMs: number
  /** Once a second, and after the last batch. */
  readonly onTick: (run: LocalRun) => void
  /** What its load searches for; null: it follows its load model. */
  readonly capacity: CapacityOrder | null
  /** Warnings of the workers, and other messages for the user. */
  readonly onLog: (line: string) => void
}

export interface LocalRun {
  readonly record: RunRecord
  readonly live: LiveRun
  readonly totals: Totals
  /** Folder of the spools and sample logs until `dispose`. */
  readonly folder: string
  /** Stops after the running requests. */
  stop(): void
  /** Stops immediately. */
  forceStop(): void
  /** Resolves when the run has ended and everything is counted. */
  readonly ended: Promise<void>
  /** Deletes what the run stored on disk. */
  dispose(): Promise<void>
}

/** Starts immediately. @throws CommandError when the temporary folder cannot be created */
export async function startLocalRun(options: LocalRunOptions): Promise<LocalRun> {
  const { plan, onLog } = options
  const parent = process.env['PONE_RUN_FOLDER'] || tmpdir()
  const folder = await writing(parent, () => createFolder(parent))
  const totals = new Totals()
  const by = process.env['USER'] ?? ''
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  const complain = (what: string, cause: unknown) => onLog(`${what}: ${errorText(cause)}`)
  const warn = warnOnce(onLog)
  const writer = createRunWriter(errorsOfMemory, complain)
  const record = localRecord({ ...options, by })

  const agent = new LocalAgent({
    ...options,
    folder,
    onFailure: complain,
    log: onLog,
    onMessage: async message => {
      if (message.kind !== 'batches') return pass(message, active)
      for (const batch of message.batches) {
        totals.add(batch)
        for (const line of batch.log) warn(line)
      }
      await pass(message, active)
      agent.acknowledge(message)
    },
  })
  let isClosed = false
  const close = async () => {
    if (isClosed) return
    isClosed = true
    clearInterval(timer)
    await agent.close()
    writer.close()
    await judgeLateBatches(run).catch(cause =>
      complain('The SLA rules were not judged on late results', cause),
    )
    options.onTick(run)
    end()
  }
  const active = localControl(record, {
    longestResponseMs: options.longestResponseMs,
    writer,
    send: command => agent.handle(command),
    onEnded: () => void close(),
    onFailure: complain,
  })
  const timer = setInterval(() => {
    active.tick()
    options.onTick(run)
  }, tickMs)
  const run: LocalRun = {
    record,
    live: active.live,
    totals,
    folder,
    stop: () => active.stop('stoppedByUser', by),
    forceStop: () => active.forceStop('forceStopped', by),
    ended,
    dispose: () => rm(folder, { recursive: true, force: true }),
  }
  active.prepare(plan, new Map([[agentId, whole]]))
  return run
}

/** Reports each warning of the workers once, up to a bound. */
function warnOnce(report: (line: string) => void): (line: LogLine) => void {
  const reported = new Set<string>()
  return ({ level, source, message }) => {
    const text = `${source}: ${causeText(message, 'en')}`
    if (level !== 'warn' || source === 'log' || reported.has(text) || reported.size >= maxWarnings) return
    reported.add(text)
    report(text)
  }
}
