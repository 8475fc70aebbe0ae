import type { SlaRule } from '@pone/plan/scenario.ts'
import { loadModelSchema, slaRuleSchema } from '@pone/plan/scenario.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { endProcess } from '../link/agent-bench.ts'
import { constantLoad, documentOf } from '../link/bench-target.ts'
import { createRunBench, type RunBench } from './run-bench.ts'

// Real processes on a busy machine take their time.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 })

let bench: RunBench
beforeEach(async () => {
  bench = await createRunBench()
})
afterEach(() => bench.close())

const scenario = (durationSeconds: number, sla: SlaRule[] = []) =>
  bench.addScenario(documentOf(bench.target.url), { loadModel: constantLoad(5, durationSeconds), sla })

/** Starts a run and waits until figures of it have been told. */
async function startRun(durationSeconds: number, sla: SlaRule[] = []) {
  const run = await bench.start(await scenario(durationSeconds, sla))
  await bench.until('live figures are told', () =>
    bench.told.some(
      message => message.kind === 'runTick' && message.runId === run.id && message.total.count > 0,
    ),
  )
  return run
}
const contentOf = async (runId: string) => {
  const [report] = await bench.execution().reports.list(bench.projectId, runId)
  const { content } = await bench.execution().reports.get(bench.projectId, report?.id ?? '')
  return content
}

test('a run with redirects reconciles by requests on the wire, and counts each sample once', async () => {
  await bench.startAgent()
  const scenarioId = await bench.addScenario(documentOf(`${bench.target.url}/away`), {
    loadModel: constantLoad(2, 2),
  })
  const ended = await bench.ended((await bench.start(scenarioId)).id)
  const received = bench.target.received()
  expect(received).toBe(ended.requests * 2)
  const content = await contentOf(ended.id)
  expect(content?.reconciliation).toMatchObject({ isReconciled: true, sent: received, counted: received })
  expect(content?.total.count).toBe(ended.requests)
})

test('a scenario that says so is driven by its components’ thread groups, shared by two machines exactly', async () => {
  await Promise.all([bench.startAgent({ name: 'one' }), bench.startAgent({ name: 'two' })])
  const document = documentOf(bench.target.url)
  const threadGroup = { ...document.threadGroup, threads: 7, loops: 3, startDelaySeconds: 1 }
  const scenarioId = await bench.addScenario(
    { ...document, threadGroup },
    { loadModel: loadModelSchema.parse({ kind: 'threadGroups' }) },
  )
  const ended = await bench.ended((await bench.start(scenarioId)).id)
  expect(ended).toMatchObject({ state: 'complete', cause: 'planned', requests: 21, failed: 0 })
  expect(bench.target.received()).toBe(21)
  expect(ended.scenario.loadModel).toMatchObject({ kind: 'threadGroups', groups: [{ threads: 7, loops: 3 }] })
  expect((ended.endedAt ?? 0) - (ended.startedAt ?? 0)).toBeGreaterThanOrEqual(1_000)
})

test('a thread group that loops forever without a duration is refused, and a stop rule that nothing is judged for', async () => {
  await bench.startAgent()
  const document = documentOf(bench.target.url)
  const endless = await bench.addScenario(
    { ...document, threadGroup: { ...document.threadGroup, loops: 0 } },
    { loadModel: loadModelSchema.parse({ kind: 'threadGroups' }) },
  )
  await expect(bench.start(endless)).rejects.toMatchObject({
    code: 'ScenarioIncomplete',
    params: { detail: { en: expect.stringContaining('loops forever and has no duration') } },
  })
  const rampUpOnly = await bench.addScenario(document, {
    loadModel: { kind: 'constant', users: 2, rampUpSeconds: 5, durationSeconds: 5, loops: 0 },
    sla: [
      slaRuleSchema.parse({ id: 'a', metric: 'errorPercent', operator: '<', threshold: 1, action: 'stop' }),
    ],
  })
  await expect(bench.start(rampUpOnly)).rejects.toMatchObject({
    params: { detail: { en: expect.stringContaining('all 5 s of the run are ramp-up') } },
  })
  expect(bench.target.received()).toBe(0)
})

test('a run executes on a real agent, completes, and reconciles with what the target received', async () => {
  await bench.startAgent({ workers: 2 })
  const run = await bench.start(await scenario(3))
  expect(run).toMatchObject({ number: 1, state: 'readyToRun', startedBy: 'tester' })
  const ended = await bench.ended(run.id)
  const received = bench.target.received()
  expect(ended).toMatchObject({
    state: 'complete',
    cause: 'planned',
    requests: received,
    failed: 0,
    peakUsers: 5,
  })
  expect(await bench.execution().reports.list(bench.projectId, run.id)).toMatchObject([
    { state: 'successful', fromMs: 0 },
  ])
  const content = await contentOf(run.id)
  expect(content).toMatchObject({ verdict: 'noSla', total: { count: received }, missing: [] })
  expect(content?.reconciliation).toMatchObject({
    isReconciled: true,
    sent: received,
    counted: received,
    lost: 0,
  })
  const live = await bench.execution().runs.live(bench.projectId, run.id)
  expect(live.total).toEqual(content?.total)
  expect(live.seconds.reduce((sum, second) => sum + second.requests, 0)).toBe(received)
})

test('a run that is stopped drains, and says who stopped it', async () => {
  await bench.startAgent()
  const { id } = await startRun(600)
  await bench.execution().runs.stop(bench.projectId, id, 'lead')
  expect((await bench.get(id)).isStopping).toBe(true)
  const ended = await bench.ended(id)
  expect(ended).toMatchObject({
    state: 'userStopped',
    cause: 'stoppedByUser',
    requests: bench.target.received(),
    failed: 0,
  })
  const { events } = await bench.execution().runs.live(bench.projectId, id)
  expect(events).toContainEqual(expect.objectContaining({ kind: 'stopRequested', by: 'lead' }))
  await expect(bench.execution().runs.stop(bench.projectId, id, 'lead')).rejects.toMatchObject({
    code: 'RunNotActive',
  })
})

test('a forced stop ends the run although its agent does not answer', async () => {
  const agent = await bench.startAgent()
  const { id } = await startRun(600)
  agent.process.kill('SIGSTOP')
  await bench.execution().runs.forceStop(bench.projectId, id, 'lead')
  const ended = await bench.ended(id)
  expect(ended).toMatchObject({ state: 'userStopped', cause: 'forceStopped', causeDetail: 'bench' })
})

test('the load is changed by hand, and the change is told with who made it', async () => {
  await bench.startAgent()
  const { id } = await startRun(600)
  await bench.execution().runs.changeLoad({ projectId: bench.projectId, id, load: 12, by: 'lead' })
  await bench.until('twelve users are at work', () =>
    bench.told.some(
      message => message.kind === 'runTick' && message.seconds.some(({ users }) => users === 12),
    ),
  )
  await bench.execution().runs.forceStop(bench.projectId, id, 'lead')
  expect(await bench.ended(id)).toMatchObject({ manualLoad: 12, peakUsers: 12 })
  const { events } = await bench.execution().runs.live(bench.projectId, id)
  expect(events).toContainEqual(
    expect.objectContaining({ kind: 'loadChanged', params: { load: 12 }, by: 'lead' }),
  )
})

test('the log of a run tells what became of its machines and its report', async () => {
  await bench.startAgent()
  const { id } = await startRun(1)
  await bench.ended(id)
  const [report] = await bench.execution().reports.list(bench.projectId, id)
  expect(report?.state).toBe('successful')
  const { events, machines } = await bench.execution().runs.live(bench.projectId, id)
  const machine = machines[0]?.name
  expect(events.map(({ kind, params }) => [kind, params['machine']])).toEqual(
    expect.arrayContaining([
      ['machinePrepared', machine],
      ['machineStarted', machine],
      ['machineReturned', machine],
      ['reportMade', undefined],
    ]),
  )
})

test('a load that is too much is refused by what the machines have, the users of the run among it', async () => {
  await bench.startAgent()
  const { id } = await startRun(600)
  const { maxUsers } = await bench.database
    .selectFrom('load_machines')
    .select(({ fn }) => fn.sum<number>('max_users').as('maxUsers'))
    .where('revoked_at', 'is', null)
    .where(
      'id',
      'in',
      bench.database.selectFrom('run_reservations').select('machine_id').where('run_id', '=', id),
    )
    .executeTakeFirstOrThrow()
  const load = 900_000
  const changed = bench.execution().runs.changeLoad({ projectId: bench.projectId, id, load, by: 'lead' })
  await expect(changed).rejects.toMatchObject({
    code: 'RunMachinesExceeded',
    params: { wanted: load, remaining: maxUsers, missing: load - maxUsers },
  })
  await bench.execution().runs.forceStop(bench.projectId, id, 'lead')
  await bench.ended(id)
})

test('two runs do not both raise their load into the same room', async () => {
  await bench.startAgent()
  const ids = [(await startRun(600)).id, (await startRun(600)).id]
  // Five of each run, and room for two more.
  await bench.database.updateTable('load_machines').set({ max_users: 12 }).execute()
  const { runs } = bench.execution()
  const change = (id: string, load: number | null) =>
    runs.changeLoad({ projectId: bench.projectId, id, load, by: 'lead' })
  const outcomes = await Promise.allSettled(ids.map(id => change(id, 7)))
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'RunMachinesExceeded', params: { wanted: 7, remaining: 5, missing: 2 } },
  })
  const reserved = async () => {
    const rows = await bench.database.selectFrom('run_reservations').select(['run_id', 'users']).execute()
    return ids.map(id => rows.find(row => row.run_id === id)?.users)
  }
  const isFirst = outcomes[0]?.status === 'fulfilled'
  const [raised = '', other = ''] = isFirst ? ids : ids.toReversed()
  expect(await reserved()).toEqual(isFirst ? [7, 5] : [5, 7])
  await change(raised, null)
  expect(await reserved()).toEqual([5, 5])
  await change(other, 7)
  expect(await reserved()).toEqual(isFirst ? [5, 7] : [7, 5])
  for (const id of ids) await runs.forceStop(bench.projectId, id, 'lead')
  for (const id of ids) await bench.ended(id)
})

test('a broken SLA rule stops the run and is the cause of its end', async () => {
  await bench.startAgent()
  const rule = slaRuleSchema.parse({
    id: 'rule',
    metric: 'p95',
    operator: '<',
    threshold: 0.01,
    window: { kind: 'for', seconds: 2 },
    action: 'stop',
  })
  const { id } = await startRun(600, [rule])
  const ended = await bench.ended(id)
  expect(ended).toMatchObject({ state: 'failed', cause: 'slaStop', sla: 'broken' })
  expect(ended.causeDetail).toContain('P95 < 0.01 ms')
  expect((await contentOf(id))?.verdict).toBe('failed')
})

test('a rule that is judged on the whole run and broken at its end is told of once, before the end', async () => {
  await bench.startAgent()
  const rule = (id: string, threshold: number) =>
    slaRuleSchema.parse({ id, metric: 'p95', operator: '<', threshold })
  const { id } = await bench.start(await scenario(2, [rule('broken', 0.01), rule('held', 60_000)]))
  expect(await bench.ended(id)).toMatchObject({ state: 'complete', sla: 'broken' })
  const { events } = await bench.execution().runs.live(bench.projectId, id)
  const kinds = events.map(({ kind, params }) => (kind === 'slaBroken' ? params['ruleId'] : params['to']))
  expect(kinds.filter(each => each === 'broken' || each === 'held' || each === 'complete')).toEqual([
    'broken',
    'complete',
  ])
})

test('a server that restarts in the middle of a run goes on with it, and counts nothing twice', async () => {
  await bench.startAgent()
  const { id } = await startRun(8)
  await bench.restartServer()
  const ended = await bench.ended(id)
  expect(ended).toMatchObject({ state: 'complete', cause: 'planned', requests: bench.target.received() })
  expect((await contentOf(id))?.reconciliation.isReconciled).toBe(true)
})

test('results that come after the end of a run are counted in', async () => {
  const agent = await bench.startAgent()
  const { id } = await startRun(600)
  agent.process.kill('SIGSTOP')
  await bench.execution().runs.forceStop(bench.projectId, id, 'lead')
  const before = await bench.ended(id)
  await endProcess(agent.process)
  await bench.startAgent({ data: agent.data })
  await bench.until('the late results are counted', () =>
    bench.told.some(message => message.kind === 'runSnapshot' && message.runId === id),
  )
  const after = await bench.get(id)
  expect(after).toMatchObject({
    state: 'userStopped',
    cause: 'forceStopped',
    requests: bench.target.received(),
  })
  expect(after.requests).toBeGreaterThanOrEqual(before.requests)
})

test('an execution that cannot begin says why', async () => {
  const id = await scenario(3)
  await expect(bench.start(id)).rejects.toMatchObject({ code: 'NoMachineOnline' })
  const empty = await bench.addScenario(documentOf(''), {
    clusterId: null,
    bindings: [],
    loadModel: constantLoad(5, 0),
  })
  const failure: unknown = await bench.start(empty).catch((cause: unknown) => cause)
  expect(failure).toMatchObject({ code: 'ScenarioIncomplete' })
  expect(String(failure)).toMatch(/no component is bound.*duration.*no cluster/)
  expect(await bench.database.selectFrom('run_reservations').selectAll().execute()).toEqual([])
})
