/** A run on this machine without a server: the controller's own logic and the agent's own workers, joined in one process and kept in a temporary folder. */

import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { createJmeterSearch } from '@pone/agent/runs/jmeter-search.ts'
import { type AgentRun, createRun } from '@pone/agent/runs/run.ts'
import type { LogLine } from '@pone/contract/entities/run.ts'
import type { AgentCommand, AgentMessage } from '@pone/contract/link/messages.ts'
import type { RunPlan } from '@pone/contract/link/plan.ts'
import { isActiveRun } from '@pone/contract/states.ts'
import { causeText } from '@pone/contract/told-cause.ts'
import type { ScenarioDocument } from '@pone/plan/scenario/scenario.ts'
import { placeLabels } from '@pone/results/batches/label-places.ts'
import type { LiveRun } from '@pone/results/live/live-run.ts'
import type { RunRecord } from '@pone/results/run-record.ts'
import { ActiveRun } from '@pone/run-control/active-run.ts'
import { createBatchIntake } from '@pone/run-control/batch-intake.ts'
import { MachineWatch } from '@pone/run-control/machine-watch.ts'
import { newRun } from '@pone/run-control/new-run.ts'
import { firstShareId } from '@pone/run-control/run-commands.ts'
import { errorsOfMemory } from '@pone/run-control/run-store.ts'
import { createRunWriter } from '@pone/run-control/run-writer.ts'
import { errorText } from '@pone/schema/error-text.ts'
import { jmeterFolder } from '../paths.ts'
import { linkFiles } from './linked-files.ts'
import { writing } from './output-files.ts'
import { createFolder } from './temporary-folder.ts'
import { Totals } from './totals.ts'

const agentId = 'local'
/** All of the load. */
const whole = { from01: 0, to01: 1 }
const tickMs = 1_000
/** Warnings of workers that are shown; a template without a value warns once, a slow disk every second. */
const maxWarnings = 50

export interface LocalRunOptions {
  readonly name: string
  readonly plan: RunPlan
  /** Load and rules of the run; its bindings and cluster mean nothing here. */
  readonly scenario: ScenarioDocument
  /** Path of each of the plan's files by its id. */
  readonly filePaths: Record<string, string>
  /** Worker processes. */
  readonly workers: number
  readonly longestResponseMs: number
  /** Once a second, and after the last batch. */
  readonly onTick: (run: LocalRun) => void
  /** What the workers warn of, and what else a person should know. */
  readonly onLog: (line: string) => void
}

export interface LocalRun {
  readonly record: RunRecord
  readonly live: LiveRun
  readonly totals: Totals
  /** Holds the spools and sample logs until `dispose`. */
  readonly folder: string
  /** Ends after what is under way. */
  stop(): void
  /** Ends at once. */
  forceStop(): void
  /** Resolves when the run has ended and everything is counted. */
  readonly ended: Promise<void>
  /** Deletes what the run kept on disk. */
  dispose(): Promise<void>
}

/** Begins at once. @throws CommandError when the temporary folder cannot be made */
export async function startLocalRun(options: LocalRunOptions): Promise<LocalRun> {
  const { plan, name, scenario, onLog } = options
  const { runId } = plan
  const parent = process.env['PONE_RUN_FOLDER'] || tmpdir()
  const folder = await writing(parent, () => createFolder(parent))
  const totals = new Totals()
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  const complain = (what: string, cause: unknown) => onLog(`${what}: ${errorText(cause)}`)
  const writer = createRunWriter(errorsOfMemory, complain)
  const by = process.env['USER'] ?? ''
  const now = Date.now()
  const record: RunRecord = {
    number: 1,
    ...newRun({
      runId,
      projectId: '',
      scenario: { ...scenarioNode(name, now), document: scenario },
      clusterId: '',
      clusterName: hostname(),
      plan,
      by,
      at: now,
    }),
  }
  let agentRun: AgentRun | null = null
  let isClosed = false

  const handle = (command: AgentCommand): boolean => {
    if (command.kind === 'prepareRun') agentRun = prepare(command.plan)
    else if (command.kind === 'startRun') agentRun?.start(command.startAt)
    else if (command.kind === 'changeLoad') agentRun?.changeLoad(command.load)
    else if (command.kind === 'coordinate') agentRun?.coordinate(command)
    else if (command.kind === 'stopRun') agentRun?.stop(command.force)
    return true
  }
  const prepare = (ordered: RunPlan): AgentRun =>
    createRun({
      agentId,
      runFolder: folder,
      plan: ordered,
      share: whole,
      shareId: firstShareId(runId, agentId),
      workers: options.workers,
      files: { fetchAll: () => linkFiles(folder, options.filePaths) },
      jmeters: createJmeterSearch({ dataFolder: null, folder: jmeterFolder }),
      send: receive,
      log: onLog,
    })

  // One message after the other, as over the link: an end never overtakes the batches before it.
  let inbox = Promise.resolve()
  const receive = (message: AgentMessage): boolean => {
    inbox = inbox.then(() => take(message)).catch((cause: unknown) => complain(message.kind, cause))
    return true
  }
  const reported = new Set<string>()
  const reportOnce = ({ level, source, message }: LogLine) => {
    const text = `${source}: ${causeText(message, 'en')}`
    if (level !== 'warn' || source === 'log' || reported.has(text) || reported.size >= maxWarnings) return
    reported.add(text)
    onLog(text)
  }
  const take = async (message: AgentMessage): Promise<void> => {
    if (message.kind === 'coordination') return active.coordination.receive(agentId, message)
    if (message.kind === 'batches') {
      for (const batch of message.batches) {
        totals.add(batch)
        for (const line of batch.log) reportOnce(line)
      }
      await active.takeBatches(message)
      for (const { workerId, seq } of message.batches) agentRun?.acknowledge(workerId, seq)
    } else if (message.kind === 'runPrepared') active.prepared(agentId, message)
    else if (message.kind === 'runStarted') active.started(agentId, message.at)
    else if (message.kind === 'workerLost') active.workerLost(agentId, message)
    else if (message.kind === 'runEnded') active.machineEnded(agentId, message)
  }

  const active = new ActiveRun(
    record,
    new MachineWatch([
      {
        agentId,
        name: hostname(),
        ...whole,
        shares: [{ id: firstShareId(runId, agentId), ...whole }],
        startSkewMs: null,
        endCause: null,
        endDetail: '',
      },
    ]),
    { longestResponseMs: options.longestResponseMs },
    {
      send: (_agent, command) => handle(command),
      runs: {
        update: async () => undefined,
        addEvent: async () => undefined,
        saveMachine: async () => undefined,
      },
      intake: createBatchIntake({
        batches: { store: async (_run, batches) => [...batches] },
        addLabels: async (_run, names) => [...record.labels, ...placeLabels(record.labels, names).missing],
        storeErrors: errorsOfMemory,
        onDamage: complain,
      }),
      writer,
      roundTripMs: () => 0,
      keepLeases: async () => undefined,
      now: () => Date.now(),
      newId: randomUUID,
      onState: ({ state }) => {
        if (!isActiveRun(state)) void close()
      },
    },
  )
  const timer = setInterval(() => {
    active.tick()
    options.onTick(run)
  }, tickMs)

  const close = async () => {
    if (isClosed) return
    isClosed = true
    clearInterval(timer)
    await agentRun?.close()
    writer.close()
    options.onTick(run)
    end()
  }

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

const scenarioNode = (name: string, updatedAt: number) => ({
  id: randomUUID(),
  parentId: null,
  kind: 'scenario' as const,
  name,
  position: 0,
  updatedAt,
  updatedBy: '',
  revision: 1,
})
