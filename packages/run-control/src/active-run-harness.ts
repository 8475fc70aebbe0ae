/** A run with a test clock and two simulated machines; commands are recorded, nothing is stored. */
import { type Batch, batchSchema } from '@pone/contract/link/batch.ts'
import type { AgentCommand } from '@pone/contract/link/messages.ts'
import { placeLabels } from '@pone/results/batches/label-places.ts'
import type { RunRecord } from '@pone/results/run-record.ts'
import { sampleRun } from '@pone/results/sample-run.ts'
import { ActiveRun } from './active-run.ts'
import { createBatchIntake } from './batch-intake.ts'
import { MachineWatch } from './machine-watch.ts'
import { errorsOfMemory } from './run-store.ts'
import { createRunWriter } from './run-writer.ts'
import type { WantedRoom } from './share-move.ts'

export const names = ['m1', 'm2']

/** A run on two machines with a test clock; commands and states are recorded, nothing is stored. */
export function testRun(
  options: {
    record?: Partial<RunRecord>
    /** Machines that take over a lost machine's load; none when left out. */
    takers?: (wanted: WantedRoom) => { agentId: string; name: string; users: number }[]
  } = {},
) {
  const { takers } = options
  let at = 1_000_000
  let ids = 0
  const { record, plan } = sampleRun({ seconds: 60, workers: 1 })
  const sent: { agentId: string; command: AgentCommand }[] = []
  const states: string[] = []
  const machines = machinesOf()
  const writer = createRunWriter(errorsOfMemory, () => undefined)
  const fresh: RunRecord = { ...notStarted(record), ...options.record }
  const run = new ActiveRun(
    fresh,
    new MachineWatch(machines),
    { longestResponseMs: 20_000 },
    {
      ...(takers === undefined ? {} : { shares: { reserveMore: async wanted => takers(wanted) } }),
      send: (agentId, command) => sent.push({ agentId, command }) > 0,
      runs: {
        update: async () => undefined,
        addEvent: async () => undefined,
        saveMachine: async () => undefined,
      },
      intake: intakeInto(() => run.record),
      writer,
      keepLeases: async () => undefined,
      now: () => at,
      newId: () => `command ${++ids}`,
      onState: changed => states.push(changed.state),
    },
  )
  const pass = (ms: number) => {
    for (const end = at + ms; at < end; ) {
      at += Math.min(1_000, end - at)
      run.tick()
    }
  }
  /** Completes pending writes and searches for room. */
  const settle = () => new Promise<void>(resolve => setImmediate(resolve))
  const commands = (kind: AgentCommand['kind']) => sent.filter(({ command }) => command.kind === kind)
  const shares = new Map(machines.map(({ agentId, from01, to01 }) => [agentId, { from01, to01 }]))
  /** Batches of one worker of `name` for the seconds up to now. */
  const report = async (name: string, seconds: readonly number[], changes: Partial<Batch> = {}) =>
    run.takeBatches({
      kind: 'batches',
      runId: fresh.id,
      batches: seconds.map(second => batchOf(`${name}/1.1`, fresh.id, second, changes)),
    })
  const start = async () => {
    run.prepare(plan, shares)
    for (const name of names) run.prepared(name, { error: null })
    await writer.stored()
    // The start continues after the state is stored.
    await Promise.resolve()
    for (const name of names) run.started(name, at)
    pass(500)
  }
  return {
    run,
    record: fresh,
    plan,
    shares,
    writer,
    sent,
    states,
    commands,
    pass,
    settle,
    start,
    report,
    now: () => at,
  }
}

/** Each drives half of the load. */
const machinesOf = () =>
  names.map((name, index) => ({
    agentId: name,
    name,
    from01: index / 2,
    to01: (index + 1) / 2,
    shares: [{ id: `share of ${name}`, from01: index / 2, to01: (index + 1) / 2 }],
    startSkewMs: null,
    endCause: null,
    endDetail: '',
  }))

const notStarted = (record: RunRecord): RunRecord => ({
  ...record,
  state: 'new',
  cause: null,
  startedAt: null,
  endedAt: null,
  suspect: [],
  isGeneratorLimit: false,
  sla: 'pending',
  peakUsers: 0,
  usersBasis: 'maximum',
})

/** Stores nothing, and assigns indexes to new labels of the run. */
const intakeInto = (recordOf: () => RunRecord) =>
  createBatchIntake({
    batches: { store: async (_runId, batches) => [...batches] },
    addLabels: async (_runId, added) => {
      const { labels } = recordOf()
      return [...labels, ...placeLabels(labels, added).missing]
    },
    storeErrors: errorsOfMemory,
    onDamage: () => undefined,
  })

/** A batch of a worker for one second. */
const batchOf = (workerId: string, runId: string, second: number, changes: Partial<Batch>): Batch =>
  batchSchema.parse({
    runId,
    workerId,
    seq: second + 1,
    second,
    users: 5,
    targetUsers: 5,
    iterations: 0,
    lateStarts: 0,
    droppedStarts: 0,
    sent: 0,
    completed: 0,
    labels: [],
    errors: [],
    log: [],
    health: null,
    end: null,
    ...changes,
  })
