import { isRoutine } from '@pone/contract/entities/run.ts'
import { workerHealthSchema } from '@pone/contract/link/batch.ts'
import { loadAtOnce } from '@pone/plan/load-models/load-order.ts'
import { expect, test } from 'vitest'
import { names, testRun } from './active-run-harness.ts'

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

test('a machine that cannot prepare ends the run, and the others are stopped', () => {
  const { run, plan, shares, commands, record } = testRun()
  run.prepare(plan, shares)
  run.prepared('m1', { error: 'no such file' })
  expect(record).toMatchObject({
    state: 'failed',
    cause: 'startFailed',
    causeDetail: 'm1: no such file',
    startedAt: null,
  })
  expect(commands('stopRun').map(({ agentId }) => agentId)).toEqual(names)
})

test('a machine that cannot prepare because its disk is full is named, with that as the cause', () => {
  const { run, plan, shares, record } = testRun()
  run.prepare(plan, shares)
  run.prepared('m1', { error: "ENOSPC: no space left on device, mkdir '/data/spool/1'" })
  expect(record).toMatchObject({ state: 'failed', cause: 'diskFull', causeDetail: 'm1' })
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

test('a forced stop ends the run within ten seconds, whoever answers', async () => {
  const { run, start, pass, commands, record } = testRun()
  await start()
  run.forceStop('forceStopped', 'lead')
  expect(commands('stopRun')).toHaveLength(2)
  pass(7_000)
  expect(record.state).toBe('running')
  pass(3_000)
  expect(record).toMatchObject({ state: 'userStopped', cause: 'forceStopped', causeDetail: 'm1, m2' })
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

test('a machine that comes back in time goes on, and its loss is reported', async () => {
  const { run, start, pass, now, record } = testRun()
  await start()
  run.offline('m1', now())
  pass(20_000)
  run.online('m1', ['share of m1'])
  pass(20_000)
  expect(record.state).toBe('running')
  expect(run.live.events.filter(event => !isRoutine(event)).map(event => event.kind)).toEqual([
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
  run.machineEnded('m2', { cause: 'planned', detail: '', shareIds: [] })
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
  run.online('m1', null)
  run.machineEnded('m2', { cause: 'planned', detail: '', shareIds: [] })
  expect(record).toMatchObject({ state: 'failed', cause: 'agentLost' })
})

test('a dead worker is reported once, although its message is repeated after a reconnect', async () => {
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
  'a generator that is the bottleneck by %s is reported once, and its seconds are suspect',
  async (reason, health, changes) => {
    const { run, start, report } = testRun()
    await start()
    const calm = workerHealthSchema.parse({
      cpu01: 0.1,
      eventLoopDelayMs: 1,
      memoryBytes: 1,
      connections: 1,
    })
    await report('m1', [0, 1, 2, 3], { health: { ...calm, ...health }, ...changes })
    await report('m2', [0, 1, 2, 3], { health: calm })
    expect(run.live.events.filter(event => event.kind === 'generatorOverloaded')).toMatchObject([
      { params: { machine: 'm1', second: 0, reason } },
    ])
    expect(run.live.suspect.toJSON()).toEqual([[0, 3]])
  },
)

test('after a restart of the server machines have a minute to come back', () => {
  const { run, plan, pass, record } = testRun({ record: { state: 'running', startedAt: 995_000 } })
  run.resume(plan, { noticeMs: 20_000, patienceMs: 60_000 })
  pass(60_000)
  expect(record.state).toBe('running')
  pass(1_000)
  expect(record).toMatchObject({ state: 'failed', cause: 'agentLost' })
})

test('after a restart of the server machines get the commands that may have been lost', () => {
  const { run, plan, pass, commands } = testRun({
    record: {
      state: 'running',
      startedAt: 995_000,
      stopCause: 'stoppedByUser',
      manualLoad: 7,
      loadOrder: loadAtOnce(7),
    },
  })
  run.resume(plan, { noticeMs: 20_000, patienceMs: 60_000 })
  pass(10_000)
  run.online('m1', ['share of m1'])
  expect(commands('startRun').map(({ agentId }) => agentId)).toEqual(['m1'])
  expect(commands('changeLoad').map(({ agentId }) => agentId)).toEqual(['m1'])
  expect(commands('stopRun').map(({ agentId }) => agentId)).toEqual(['m1'])
})
