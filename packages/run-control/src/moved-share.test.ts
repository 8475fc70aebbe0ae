/**
 * The load of a lost machine is driven by others: which machine gets it when, the commands to the machines, and how
 * such a run ends.
 */
import { expect, test } from 'vitest'
import { testRun } from './active-run-harness.ts'

const taker = (agentId: string, users: number) => ({ agentId, name: agentId, users })
/** All of it to the other machine. */
const toSecond = (wanted: { users: number }) => [taker('m2', wanted.users)]

type LinkHarness = ReturnType<typeof testRun>

/** Advances the clock second by second, with all effects. */
async function live({ pass, settle }: LinkHarness, seconds: number) {
  for (let second = 0; second < seconds; second++) {
    pass(1_000)
    await settle()
  }
}
const given = (harness: LinkHarness) =>
  harness
    .commands('addShare')
    .map(({ agentId, command }) => ({ agentId, ...(command.kind === 'addShare' ? command : null) }))
/** Events of every run, whatever happens to its machines. */
const usualKinds: readonly string[] = ['stateChanged', 'machinePrepared', 'machineStarted', 'machineReturned']
const kinds = (harness: LinkHarness) =>
  harness.run.live.events.map(event => event.kind).filter(kind => !usualKinds.includes(kind))

test('a silent machine’s share is another’s within ten seconds, and the run completes', async () => {
  const harness = testRun({ takers: toSecond })
  const { run, start, report, now } = harness
  await start()
  await report('m1', [0, 1, 2])
  run.offline('m1', now())
  await live(harness, 8)
  expect(given(harness)).toEqual([])
  await live(harness, 1)
  expect(given(harness)).toMatchObject([
    {
      agentId: 'm2',
      share: { from01: 0, to01: 0.5 },
      startAt: run.record.startedAt,
      load: null,
      plan: { runId: run.record.id },
    },
  ])
  expect(harness.commands('retireShares')).toMatchObject([
    { agentId: 'm1', command: { shareIds: ['share of m1'] } },
  ])
  expect(kinds(harness)).toEqual(['machineLost', 'shareMoved'])
  expect(run.live.events.at(-1)?.params).toEqual({ from: 'm1', to: 'm2', percent: 50 })
  const [{ id: shareId = '' } = {}] = given(harness)
  run.shareTaken('m2', { shareId, at: now(), error: null })
  expect(run.machineEnded('m2', { cause: 'planned', detail: '', shareIds: ['share of m2'] })).toBe(false)
  expect(run.machineEnded('m2', { cause: 'planned', detail: '', shareIds: ['share of m2', shareId] })).toBe(
    true,
  )
  expect(run.record).toMatchObject({ state: 'complete', cause: 'planned' })
  expect(run.record.suspect).toEqual([[2, 9]])
})

test('a share is cut among several machines, one of them new to the run', async () => {
  const harness = testRun({ takers: ({ users }) => [taker('m2', users / 4), taker('m3', (users / 4) * 3)] })
  const { run, start, now } = harness
  await start()
  run.offline('m1', now())
  await live(harness, 9)
  expect(given(harness).map(({ agentId, share }) => ({ agentId, share }))).toEqual([
    { agentId: 'm2', share: { from01: 0, to01: 0.125 } },
    { agentId: 'm3', share: { from01: 0.125, to01: 0.5 } },
  ])
  expect(run.machines.all.map(machine => [machine.name, machine.phase])).toEqual([
    ['m1', 'ended'],
    ['m2', 'driving'],
    ['m3', 'driving'],
  ])
})

test('an agent that was restarted has lost its share, which moves at once, to itself if need be', async () => {
  const harness = testRun({ takers: ({ users }) => [taker('m1', users)] })
  const { run, start, now } = harness
  await start()
  run.offline('m1', now())
  await live(harness, 1)
  run.online('m1', [])
  await live(harness, 1)
  const [{ agentId, id = '', firstSlot } = {}] = given(harness)
  expect({ agentId, firstSlot }).toEqual({ agentId: 'm1', firstSlot: 1 })
  // The end of the earlier agent's part is not the end of the machine's part.
  expect(run.machineEnded('m1', { cause: 'agentLost', detail: '', shareIds: ['share of m1'] })).toBe(false)
  run.machineEnded('m1', { cause: 'planned', detail: '', shareIds: [id] })
  run.machineEnded('m2', { cause: 'planned', detail: '', shareIds: ['share of m2'] })
  expect(run.record).toMatchObject({ state: 'complete', cause: 'planned' })
})

test('slots of a machine that takes its own share again go on above those it has used', async () => {
  const harness = testRun({ takers: ({ users }) => [taker('m1', users)] })
  await harness.start()
  await harness.report('m1', [0], { workerId: 'm1/3.2' })
  harness.run.online('m1', null)
  await live(harness, 1)
  expect(given(harness)).toMatchObject([{ firstSlot: 4 }])
})

test('a machine that is back in time keeps its share and gets a confirmation', async () => {
  const harness = testRun({ takers: toSecond })
  const { run, start, now } = harness
  await start()
  run.offline('m1', now())
  await live(harness, 7)
  run.online('m1', ['share of m1'])
  await live(harness, 10)
  expect(given(harness)).toEqual([])
  expect(harness.commands('resumeRun')).toMatchObject([{ agentId: 'm1' }])
})

test('a machine that is back too late retires, delivers, and is not waited for', async () => {
  const harness = testRun({ takers: toSecond })
  const { run, start, now } = harness
  await start()
  run.offline('m1', now())
  await live(harness, 12)
  run.online('m1', ['share of m1'])
  expect(harness.commands('retireShares').map(({ agentId }) => agentId)).toEqual(['m1', 'm1'])
  expect(harness.commands('resumeRun')).toEqual([])
  expect(kinds(harness)).toEqual(['machineLost', 'shareMoved', 'machineBack'])
  expect(run.machineEnded('m1', { cause: 'moved', detail: '', shareIds: ['share of m1'] })).toBe(true)
  expect(run.record.state).toBe('running')
})

test('where nobody has room the run continues with less, reports it once, and tries again', async () => {
  let hasRoom = false
  const harness = testRun({ takers: wanted => (hasRoom ? toSecond(wanted) : []) })
  const { run, start, now } = harness
  await start()
  run.offline('m1', now())
  await live(harness, 15)
  expect(kinds(harness)).toEqual(['machineLost', 'shareNotMoved'])
  hasRoom = true
  await live(harness, 1)
  expect(given(harness)).toHaveLength(1)
  expect(run.record.state).toBe('running')
})

test('a machine that comes back before anybody had room drives on', async () => {
  const harness = testRun({ takers: () => [] })
  const { run, start, now } = harness
  await start()
  run.offline('m1', now())
  await live(harness, 15)
  run.online('m1', ['share of m1'])
  expect(harness.commands('resumeRun')).toHaveLength(1)
  await live(harness, 1)
  run.machineEnded('m1', { cause: 'planned', detail: '', shareIds: ['share of m1'] })
  run.machineEnded('m2', { cause: 'planned', detail: '', shareIds: ['share of m2'] })
  expect(run.record).toMatchObject({ state: 'complete', cause: 'planned' })
})

test('what finds only part of the room moves in part, and the rest as soon as there is more', async () => {
  let room = 25
  const harness = testRun({ takers: ({ users }) => (room === 0 ? [] : [taker('m2', Math.min(users, room))]) })
  const { run, start, now } = harness
  await start()
  run.offline('m1', now())
  await live(harness, 9)
  room = 0
  await live(harness, 3)
  expect(given(harness).map(({ share }) => share)).toEqual([{ from01: 0, to01: 0.125 }])
  room = 1_000
  await live(harness, 1)
  expect(given(harness).map(({ share }) => share)).toEqual([
    { from01: 0, to01: 0.125 },
    { from01: 0.125, to01: 0.5 },
  ])
})

test('a share that a machine cannot drive is offered to others, not to it again', async () => {
  const asked: (readonly string[])[] = []
  const harness = testRun({
    takers: wanted => {
      asked.push(wanted.excluded)
      return toSecond(wanted)
    },
  })
  const { run, start, now } = harness
  await start()
  run.offline('m1', now())
  await live(harness, 9)
  const [{ id: shareId = '' } = {}] = given(harness)
  run.shareTaken('m2', { shareId, at: now(), error: 'disk full' })
  await live(harness, 1)
  expect(asked).toEqual([[], ['m2']])
})

test('a run ends as agentLost only when no machine has been left for half a minute', async () => {
  const harness = testRun({ takers: () => [] })
  const { run, start } = harness
  await start()
  for (const name of ['m1', 'm2']) run.online(name, null)
  await live(harness, 30)
  expect(run.record.state).toBe('running')
  await live(harness, 2)
  expect(run.record).toMatchObject({ state: 'failed', cause: 'agentLost' })
})

test('nothing is moved while a run is being stopped, nor at its very end', async () => {
  const stopped = testRun({ takers: toSecond })
  await stopped.start()
  stopped.run.stop('stoppedByUser', 'lead')
  stopped.run.offline('m1', stopped.now())
  await live(stopped, 12)
  expect(given(stopped)).toEqual([])
  const ending = testRun({ takers: toSecond })
  await ending.start()
  await live(ending, 52)
  ending.run.offline('m1', ending.now())
  await live(ending, 12)
  expect(given(ending)).toEqual([])
})

test.each([
  ['is silent from then on', (harness: LinkHarness) => live(harness, 40)],
  [
    'comes back without it',
    async (harness: LinkHarness) => {
      await live(harness, 10)
      harness.run.online('m1', null)
    },
  ],
  [
    'reports that its agent was lost',
    async ({ run, ...harness }: LinkHarness) => {
      await live({ run, ...harness }, 10)
      run.online('m1', ['share of m1'])
      run.machineEnded('m1', { cause: 'agentLost', detail: '', shareIds: ['share of m1'] })
    },
  ],
])(
  'a machine lost too late to be relieved, which %s, leaves a complete run with marked seconds',
  async (_how, then) => {
    const harness = testRun({ takers: toSecond })
    const { run, start, report, now } = harness
    await start()
    await report('m1', [50, 51])
    await live(harness, 52)
    run.offline('m1', now())
    await report('m2', [58, 59])
    run.machineEnded('m2', { cause: 'planned', detail: '', shareIds: ['share of m2'] })
    await then(harness)
    expect(run.record).toMatchObject({ state: 'complete', cause: 'planned', suspect: [[51, 59]] })
    expect(run.live.events.find(event => event.kind === 'shareEndedEarly')?.params).toEqual({
      machine: 'm1',
      second: 51,
      toSecond: 59,
    })
  },
)

test('a run whose load nobody could take over until its end has lost a machine', async () => {
  const harness = testRun({ takers: () => [] })
  const { run, start, report, now } = harness
  await start()
  await report('m1', [0, 1])
  run.offline('m1', now())
  await live(harness, 60)
  await report('m2', [59])
  run.machineEnded('m2', { cause: 'planned', detail: '', shareIds: ['share of m2'] })
  expect(run.record).toMatchObject({ state: 'failed', cause: 'agentLost', causeDetail: 'm1' })
})

test('a share that a crashing engine gave up is not moved', async () => {
  const harness = testRun({ takers: toSecond })
  await harness.start()
  harness.run.machineEnded('m1', { cause: 'crashed', detail: 'signal SIGSEGV', shareIds: ['share of m1'] })
  await live(harness, 3)
  expect(given(harness)).toEqual([])
})

test('an agent that leaves in order hands its share over', async () => {
  const harness = testRun({ takers: toSecond })
  await harness.start()
  harness.run.machineEnded('m1', { cause: 'agentLost', detail: 'stopped', shareIds: ['share of m1'] })
  await live(harness, 1)
  expect(given(harness)).toHaveLength(1)
})

test('after a restart of the server nothing is moved for twenty seconds, but what nobody held is', async () => {
  const harness = testRun({ takers: toSecond, record: { state: 'running', startedAt: 995_000 } })
  const { run, plan } = harness
  run.machines.get('m1')?.shares.splice(0)
  run.resume(plan, { noticeMs: 20_000, patienceMs: 60_000 })
  run.online('m2', ['share of m2'])
  await live(harness, 1)
  expect(given(harness)).toMatchObject([{ agentId: 'm2', share: { from01: 0, to01: 0.5 } }])
  run.offline('m2', harness.now())
  await live(harness, 7)
  expect(given(harness)).toHaveLength(1)
})

test('SLA rules are judged without a machine that is lost', async () => {
  const harness = testRun({ takers: () => [] })
  const { run, start, report, now } = harness
  await start()
  await report('m1', [0, 1])
  await report('m2', [0, 1])
  run.offline('m1', now())
  await live(harness, 8)
  await report('m2', [2, 3, 4, 5, 6, 7, 8])
  await live(harness, 1)
  expect(run.live.judgedSecond(now(), () => false)).toBeGreaterThanOrEqual(7)
  expect(run.live.shownSecond(now())).toBeGreaterThanOrEqual(7)
})

test('a machine’s start is reported with its deviation', async () => {
  const harness = testRun()
  const { run, plan, shares, writer } = harness
  run.prepare(plan, shares)
  for (const name of ['m1', 'm2']) run.prepared(name, { error: null })
  await writer.stored()
  await Promise.resolve()
  run.started('m1', (run.record.startedAt ?? 0) + 12.5)
  expect(run.machines.all.map(machine => machine.startSkewMs)).toEqual([12.5, null])
})

test('two machines that are lost together are both taken over', async () => {
  const harness = testRun({ takers: ({ users }) => [taker('m3', users)] })
  const { run, start, now } = harness
  await start()
  run.offline('m1', now())
  run.offline('m2', now())
  await live(harness, 10)
  expect(given(harness).map(({ agentId, share }) => ({ agentId, share }))).toEqual([
    { agentId: 'm3', share: { from01: 0, to01: 0.5 } },
    { agentId: 'm3', share: { from01: 0.5, to01: 1 } },
  ])
})
