import { type Batch, batchSchema } from '@pone/contract/link/batch.ts'
import { expect, test } from 'vitest'
import type { AgentCommand } from '../link/agent-link.ts'
import type { RunRecord } from '../modules/run/run-record.ts'
import { sampleRun } from '../reports/sample-run.ts'
import { ActiveRun } from './active-run.ts'
import { createBatchIntake } from './batch-intake.ts'
import { MachineWatch } from './machine-watch.ts'
import { createRunWriter } from './run-writer.ts'

const names = ['m1', 'm2']

/** A run on two machines whose clock the test moves; commands and states are noted, nothing is stored. */
function testRun(options: { record?: Partial<RunRecord> } = {}) {
  let at = 1_000_000
  let ids = 0
  const { record, plan } = sampleRun({ seconds: 60, workers: 1 })
  const sent: { agentId: string; command: AgentCommand }[] = []
  const states: string[] = []
  const machines = names.map((name, index) => ({
    agentId: name,
    name,
    from01: index / 2,
    to01: (index + 1) / 2,
    endCause: null,
    endDetail: '',
  }))
  const writer = createRunWriter(() => undefined)
  const fresh: RunRecord = {
    ...record,
    state: 'new',
    cause: null,
    startedAt: null,
    endedAt: null,
    suspect: [],
    sla: 'pending',
    peakUsers: 0,
    ...options.record,
  }
  const run = new ActiveRun(
    fresh,
    new MachineWatch(machines),
    { longestResponseMs: 20_000 },
    {
      send: (agentId, command) => sent.push({ agentId, command }) > 0,
      runs: {
        update: async () => undefined,
        addEvent: async () => undefined,
        endMachine: async () => undefined,
      },
      intake: createBatchIntake({
        batches: { store: async (_runId, batches) => [...batches] },
        onDamage: () => undefined,
      }),
      writer,
      now: () => at,
      newId: () => `command ${++ids}`,
      onState: changed => states.push(changed.record.state),
    },
  )
  const pass = (ms: number) => {
    for (const end = at + ms; at < end; ) {
      at += Math.min(1_000, end - at)
      run.tick()
    }
  }
  const commands = (kind: AgentCommand['kind']) => sent.filter(({ command }) => command.kind === kind)
  const shares = new Map(machines.map(({ agentId, from01, to01 }) => [agentId, { from01, to01 }]))
  /** Batches of one worker of `name` for the seconds up to now. */
  const report = async (name: string, seconds: readonly number[], changes: Partial<Batch> = {}) =>
    run.takeBatches({
      kind: 'batches',
      runId: fresh.id,
      batches: seconds.map(second =>
        batchSchema.parse({
          runId: fresh.id,
          workerId: `${name}/1.1`,
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
        }),
      ),
    })
  const start = async () => {
    run.prepare(plan, shares)
    for (const name of names) run.prepared(name, { error: null })
    await writer.stored()
    // The start goes on behind the stored state.
    await Promise.resolve()
    for (const name of names) run.started(name)
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
    start,
    report,
    now: () => at,
  }
}

test('machines are prepared, and start together once all of them are ready', async () => {
  const { run, plan, shares, commands, writer, states } = testRun()
  run.prepare(plan, shares)
  expect(commands('prepareRun').map(({ agentId }) => agentId)).toEqual(names)
  run.prepared('m1', { error: null })
  expect(states).toEqual(['readyToRun'])
  run.prepared('m2', { error: null })
  await writer.stored()
  await Promise.resolve()
  expect(states).toEqual(['readyToRun', 'running'])
  const starts = commands('startRun').map(({ command }) =>
    command.kind === 'startRun' ? command.startAt : 0,
  )
  expect(starts).toEqual([run.record.startedAt, run.record.startedAt])
})

test('a machine that cannot prepare ends the run, and the others are told', () => {
  const { run, plan, shares, commands, record } = testRun()
  run.prepare(plan, shares)
  run.prepared('m1', { error: 'disk full' })
  expect(record).toMatchObject({
    state: 'failed',
    cause: 'startFailed',
    causeDetail: 'm1: disk full',
    startedAt: null,
  })
  expect(commands('stopRun').map(({ agentId }) => agentId)).toEqual(names)
})

test.each([
  ['new', 30_000],
  ['readyToRun', 60_000],
] as const)('a run stays in state %s for %d ms at most', (state, limitMs) => {
  const { run, plan, shares, pass, record } = testRun()
  if (state === 'readyToRun') run.prepare(plan, shares)
  pass(limitMs)
  expect(record.state).toBe(state)
  pass(1_000)
  expect(record).toMatchObject({ state: 'failed', cause: 'timeout', causeDetail: 'm1, m2' })
})

test('a run that does not end by itself is ended by force a minute after its plan and its drain', async () => {
  const { start, pass, record, commands } = testRun()
  await start()
  pass(60_000 + 25_000 + 60_000 - 1_000)
  expect(commands('stopRun')).toEqual([])
  pass(2_000)
  expect(commands('stopRun')).toHaveLength(2)
  pass(9_000)
  expect(record).toMatchObject({ state: 'failed', cause: 'timeout' })
})

test('a stop before the start ends the run at once', () => {
  const { run, plan, shares, record } = testRun()
  run.prepare(plan, shares)
  run.stop('stoppedByUser', 'lead')
  expect(record).toMatchObject({ state: 'userStopped', cause: 'stoppedByUser', startedAt: null })
})

test('a stop drains, becomes a force when draining takes too long, and ends in any case', async () => {
  const { run, start, pass, commands, record } = testRun()
  await start()
  run.stop('stoppedByUser', 'lead')
  run.stop('stoppedByUser', 'lead')
  const forces = () => commands('stopRun').map(({ command }) => command.kind === 'stopRun' && command.force)
  expect(forces()).toEqual([false, false])
  pass(25_000)
  expect(forces()).toEqual([false, false, true, true])
  pass(8_000)
  expect(record).toMatchObject({ state: 'userStopped', cause: 'stoppedByUser', causeDetail: 'm1, m2' })
})

test('a machine that comes back in time goes on, and its loss is told', async () => {
  const { run, start, pass, now, record } = testRun()
  await start()
  run.offline('m1', now())
  pass(20_000)
  run.online('m1', true)
  pass(20_000)
  expect(record.state).toBe('running')
  expect(run.live.events.map(event => event.kind)).toEqual([
    'stateChanged',
    'stateChanged',
    'machineLost',
    'machineBack',
  ])
})

test('a lost machine does not end the run of the others, but their seconds are suspect', async () => {
  const { run, start, pass, now, record, report } = testRun()
  await start()
  await report('m1', [0, 1, 2])
  await report('m2', [0, 1, 2])
  run.offline('m1', now())
  pass(20_000)
  await report('m2', [3, 4, 5])
  pass(11_000)
  expect(record.state).toBe('running')
  expect(record.suspect).toEqual([[2, 5]])
  run.machineEnded('m2', { cause: 'planned', detail: '' })
  expect(record).toMatchObject({ state: 'failed', cause: 'agentLost', causeDetail: 'm1' })
})

test('a run whose last machine is lost fails after 30 s', async () => {
  const { run, start, pass, now, record } = testRun()
  await start()
  for (const name of names) run.offline(name, now())
  pass(30_000)
  expect(record.state).toBe('running')
  pass(1_000)
  expect(record).toMatchObject({ state: 'failed', cause: 'agentLost' })
})

test('a machine that comes back without knowing the run has lost it', async () => {
  const { run, start, now, record } = testRun()
  await start()
  run.offline('m1', now())
  run.online('m1', false)
  run.machineEnded('m2', { cause: 'planned', detail: '' })
  expect(record).toMatchObject({ state: 'failed', cause: 'agentLost' })
})

test('a dead worker is told once, although it is said again after a reconnect', async () => {
  const { run, start, record } = testRun()
  await start()
  const lost = {
    kind: 'workerLost',
    runId: record.id,
    workerId: 'm1/1.1',
    second: 7,
    detail: 'killed',
    isReplaced: true,
  } as const
  run.workerLost('m1', lost)
  run.workerLost('m1', lost)
  expect(run.live.events.filter(event => event.kind === 'workerLost')).toHaveLength(1)
  expect(run.live.suspect.toJSON()).toEqual([[6, 8]])
})

test.each([
  ['cpu', { cpu01: 0.99 }, {}],
  ['eventLoop', { eventLoopDelayMs: 200 }, {}],
  ['sockets', { connections: 950, maxConnections: 1_000 }, {}],
  ['lateStarts', {}, { targetUsers: 100, lateStarts: 20 }],
  ['cpu,lateStarts', { cpu01: 0.99 }, { targetUsers: 100, lateStarts: 20 }],
])(
  'a generator that is the bottleneck by %s is told once, and its seconds are suspect',
  async (reason, health, changes) => {
    const { run, start, report } = testRun()
    await start()
    const calm = { cpu01: 0.1, eventLoopDelayMs: 1, memoryBytes: 1, connections: 1, maxConnections: null }
    await report('m1', [0, 1, 2, 3], { health: { ...calm, ...health }, ...changes })
    await report('m2', [0, 1, 2, 3], { health: calm })
    expect(run.live.events.filter(event => event.kind === 'generatorOverloaded')).toMatchObject([
      { params: { machine: 'm1', second: 0, reason } },
    ])
    expect(run.live.suspect.toJSON()).toEqual([[0, 3]])
  },
)

test('after a restart of the server machines have a minute to come back', () => {
  const { run, pass, record } = testRun({ record: { state: 'running', startedAt: 995_000 } })
  run.resume(60_000)
  pass(60_000)
  expect(record.state).toBe('running')
  pass(1_000)
  expect(record).toMatchObject({ state: 'failed', cause: 'agentLost' })
})

test('after a restart of the server machines get the commands that may have been lost', () => {
  const { run, pass, commands } = testRun({
    record: { state: 'running', startedAt: 995_000, stopCause: 'stoppedByUser', manualLoad: 7 },
  })
  run.resume(60_000)
  pass(10_000)
  run.online('m1', true)
  expect(commands('startRun').map(({ agentId }) => agentId)).toEqual(['m1'])
  expect(commands('changeLoad').map(({ agentId }) => agentId)).toEqual(['m1'])
  expect(commands('stopRun').map(({ agentId }) => agentId)).toEqual(['m1'])
})
