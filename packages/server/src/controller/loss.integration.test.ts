/** Machines, lines and workers that are lost in the middle of a run, with real agents: the run goes on, and every request is counted once. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { endProcess } from '../link/agent-bench.ts'
import { startLine } from '../link/bench-line.ts'
import { constantLoad, documentOf } from '../link/bench-target.ts'
import { createRunBench, type RunBench } from './run-bench.ts'

/** A loss is one after eight seconds, so a test takes about twenty. */
const patienceMs = 240_000
let bench: RunBench
beforeEach(async () => {
  bench = await createRunBench()
})
afterEach(() => bench.close())

async function startRun(durationSeconds: number, users = 6) {
  const scenarioId = await bench.addScenario(documentOf(bench.target.url), {
    loadModel: constantLoad(users, durationSeconds),
  })
  const { id } = await bench.start(scenarioId)
  await bench.until('the run is under load', () => bench.target.received() > 20)
  return id
}
const eventsOf = async (runId: string) => (await bench.execution().runs.live(bench.projectId, runId)).events
const eventHappens = (runId: string, kind: string) =>
  bench.until(`${kind} is told`, () =>
    bench.told.some(
      message =>
        message.kind === 'runTick' &&
        message.runId === runId &&
        message.events.some(event => event.kind === kind),
    ),
  )
const moves = (runId: string) =>
  bench.told.flatMap(message =>
    message.kind === 'runTick' && message.runId === runId
      ? message.events.filter(event => event.kind === 'shareMoved')
      : [],
  ).length
const reconciliationOf = async (runId: string) => {
  const [report] = await bench.execution().reports.list(bench.projectId, runId)
  const { content } = await bench.execution().reports.get(bench.projectId, report?.id ?? '')
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
    const lost = await bench.startAgent({ name: 'lost' })
    await bench.startAgent({ name: 'other' })
    const id = await startRun(14)
    await endProcess(lost.process)
    await eventHappens(id, 'shareMoved')
    const ended = await bench.ended(id)
    expect(ended).toMatchObject({ state: 'complete', cause: 'planned', peakUsers: 6 })
    const told = async () => (await eventsOf(id)).map(event => event.kind)
    expect(await told()).toEqual(expect.arrayContaining(['machineLost', 'resultsAwaited']))
    expect(await told()).not.toContain('resultsLate')
    // What is known so far adds up, and yet it is not all.
    const before = await reconciliationOf(id)
    expect(before).toMatchObject({ isReconciled: false, awaited: ['lost'], late: [] })
    expect(before?.counted).toBeLessThan(bench.target.received())
    await bench.startAgent({ name: 'lost', data: lost.data })
    await bench.until('the late results are counted', () =>
      bench.told.some(message => message.kind === 'runSnapshot' && message.runId === id),
    )
    expect(await bench.get(id)).toMatchObject({ state: 'complete', requests: bench.target.received() })
    const after = await reconciliationOf(id)
    expect(after).toMatchObject({ isReconciled: true, awaited: [], sent: bench.target.received() })
    expect(after?.late).toEqual([
      { machine: 'lost', requests: bench.target.received() - ended.requests, at: expect.any(Number) },
    ])
    expect(after?.marked.length).toBeGreaterThan(0)
    expect(await told()).toContain('resultsLate')
  },
  patienceMs,
)

test(
  'the only machine takes its own load again when its agent is restarted',
  async () => {
    const agent = await bench.startAgent()
    const id = await startRun(600)
    await endProcess(agent.process)
    const before = bench.target.received()
    await bench.startAgent({ data: agent.data })
    await eventHappens(id, 'shareMoved')
    await bench.until('the load goes on', () => bench.target.received() > before)
    await bench.execution().runs.stop(bench.projectId, id, 'tester')
    const ended = await bench.ended(id)
    const received = bench.target.received()
    expect(ended).toMatchObject({ state: 'userStopped', requests: received })
    expect(await reconciliationOf(id)).toMatchObject({ isReconciled: true, sent: received })
  },
  patienceMs,
)

test(
  'users of a cut-off machine and of one whose agent stands still rest, their load moves, and both count once when they are back',
  async () => {
    const line = await startLine(bench.port())
    try {
      await bench.startAgent({ name: 'cut', line: line.port })
      const paused = await bench.startAgent({ name: 'paused' })
      await bench.startAgent({ name: 'other' })
      const id = await startRun(600)
      line.cut()
      paused.process.kill('SIGSTOP')
      await bench.until('both shares have moved', () => moves(id) >= 2)
      line.mend()
      paused.process.kill('SIGCONT')
      await eventHappens(id, 'machineBack')
      await bench.execution().runs.stop(bench.projectId, id, 'tester')
      const ended = await bench.ended(id)
      const received = bench.target.received()
      // Never were more users at work than the run has: the lost ones rested before others took their place.
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
    const agent = await bench.startAgent()
    const id = await startRun(11)
    const [pid = 0] = await workersOf(agent.data, id)
    process.kill(pid, 'SIGSTOP')
    setTimeout(() => process.kill(pid, 'SIGCONT'), 6_500)
    await eventHappens(id, 'loadHeld')
    const ended = await bench.ended(id)
    const received = bench.target.received()
    expect(ended).toMatchObject({ state: 'complete', cause: 'planned', requests: received })
    expect(await reconciliationOf(id)).toMatchObject({ isReconciled: true, sent: received, lost: 0 })
  },
  patienceMs,
)
