/** Loss of machines, connections and workers during a run, with real agents: the run continues, and every request is counted once. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { endProcess } from '../../link/agent-harness.ts'
import { startLine } from '../../link/harness-line.ts'
import { constantLoad, documentOf } from '../../link/harness-target.ts'
import { createRunHarness, type RunHarness } from './run-harness.ts'

/** A machine counts as lost after eight seconds, so a test takes about twenty. */
const patienceMs = 240_000
let harness: RunHarness
beforeEach(async () => {
  harness = await createRunHarness()
})
afterEach(() => harness.close())

async function startRun(durationSeconds: number, users = 6) {
  const scenarioId = await harness.addScenario(documentOf(harness.target.url), {
    loadModel: constantLoad(users, durationSeconds),
  })
  const { id } = await harness.start(scenarioId)
  await harness.until('the run is under load', () => harness.target.received() > 20)
  return id
}
const eventsOf = async (runId: string) =>
  (await harness.execution().runs.live(harness.projectId, runId)).events
const eventHappens = (runId: string, kind: string) =>
  harness.until(`${kind} is told`, () =>
    harness.published.some(
      message =>
        message.kind === 'runTick' &&
        message.runId === runId &&
        message.events.some(event => event.kind === kind),
    ),
  )
const moves = (runId: string) =>
  harness.published.flatMap(message =>
    message.kind === 'runTick' && message.runId === runId
      ? message.events.filter(event => event.kind === 'shareMoved')
      : [],
  ).length
const reconciliationOf = async (runId: string) => {
  const [report] = await harness.execution().reports.list(harness.projectId, runId)
  const { content } = await harness.execution().reports.get(harness.projectId, report?.id ?? '')
  return content?.reconciliation
}
/** Process ids of the workers that an agent has forked for a run. */
async function workersOf(data: string, runId: string): Promise<number[]> {
  const folder = join(data, 'spool', runId)
  const names = (await readdir(folder)).filter(name => name.endsWith('.worker.json'))
  const records = await Promise.all(names.map(name => readFile(join(folder, name), 'utf8')))
  return records.map(record => (JSON.parse(record) as { process: { pid: number } }).process.pid)
}

test(
  'a killed machine’s load goes on on another, and what it had done is counted when it is back',
  async () => {
    const lost = await harness.startAgent({ name: 'lost' })
    await harness.startAgent({ name: 'other' })
    const id = await startRun(14)
    await endProcess(lost.process)
    await eventHappens(id, 'shareMoved')
    const ended = await harness.ended(id)
    expect(ended).toMatchObject({ state: 'complete', cause: 'planned', peakUsers: 6 })
    const eventKinds = async () => (await eventsOf(id)).map(event => event.kind)
    expect(await eventKinds()).toEqual(expect.arrayContaining(['machineLost', 'resultsAwaited']))
    expect(await eventKinds()).not.toContain('resultsLate')
    // The known results are consistent, but incomplete.
    const before = await reconciliationOf(id)
    expect(before).toMatchObject({ isReconciled: false, awaited: ['lost'], late: [] })
    expect(before?.counted).toBeLessThan(harness.target.received())
    await harness.startAgent({ name: 'lost', data: lost.data })
    await harness.until('the late results are counted', () =>
      harness.published.some(message => message.kind === 'runSnapshot' && message.runId === id),
    )
    expect(await harness.get(id)).toMatchObject({ state: 'complete', requests: harness.target.received() })
    const after = await reconciliationOf(id)
    expect(after).toMatchObject({ isReconciled: true, awaited: [], sent: harness.target.received() })
    expect(after?.late).toEqual([
      { machine: 'lost', requests: harness.target.received() - ended.requests, at: expect.any(Number) },
    ])
    expect(after?.marked.length).toBeGreaterThan(0)
    expect(await eventKinds()).toContain('resultsLate')
  },
  patienceMs,
)

test(
  'the only machine takes its own load again when its agent is restarted',
  async () => {
    const agent = await harness.startAgent()
    const id = await startRun(600)
    await endProcess(agent.process)
    const before = harness.target.received()
    await harness.startAgent({ data: agent.data })
    await eventHappens(id, 'shareMoved')
    await harness.until('the load goes on', () => harness.target.received() > before)
    await harness.execution().runs.stop(harness.projectId, id, 'tester')
    const ended = await harness.ended(id)
    const received = harness.target.received()
    expect(ended).toMatchObject({ state: 'userStopped', requests: received })
    expect(await reconciliationOf(id)).toMatchObject({ isReconciled: true, sent: received })
  },
  patienceMs,
)

test(
  'users of a cut-off machine and of one whose agent stands still rest, their load moves, and both count once when they are back',
  async () => {
    const line = await startLine(harness.port())
    try {
      await harness.startAgent({ name: 'cut', line: line.port })
      const paused = await harness.startAgent({ name: 'paused' })
      await harness.startAgent({ name: 'other' })
      const id = await startRun(600)
      line.cut()
      paused.process.kill('SIGSTOP')
      await harness.until('both shares have moved', () => moves(id) >= 2)
      line.restore()
      paused.process.kill('SIGCONT')
      await eventHappens(id, 'machineBack')
      await harness.execution().runs.stop(harness.projectId, id, 'tester')
      const ended = await harness.ended(id)
      const received = harness.target.received()
      // The number of users never exceeded that of the run: the lost users were paused before others replaced them.
      expect(ended).toMatchObject({ state: 'userStopped', requests: received, peakUsers: 6 })
      expect(await reconciliationOf(id)).toMatchObject({ isReconciled: true, sent: received, lost: 0 })
    } finally {
      await line.close()
    }
  },
  patienceMs,
)

test(
  'a paused worker begins nothing new until its agent has confirmed its share, and says so',
  async () => {
    const agent = await harness.startAgent()
    const id = await startRun(11)
    const [pid = 0] = await workersOf(agent.data, id)
    process.kill(pid, 'SIGSTOP')
    setTimeout(() => process.kill(pid, 'SIGCONT'), 6_500)
    await eventHappens(id, 'loadHeld')
    const ended = await harness.ended(id)
    const received = harness.target.received()
    expect(ended).toMatchObject({ state: 'complete', cause: 'planned', requests: received })
    expect(await reconciliationOf(id)).toMatchObject({ isReconciled: true, sent: received, lost: 0 })
  },
  patienceMs,
)
