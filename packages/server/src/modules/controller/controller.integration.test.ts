import { causeText } from '@pone/contract/told-cause.ts'
import type { SlaRule } from '@pone/plan/scenario/scenario.ts'
import { loadModelSchema, slaRuleSchema } from '@pone/plan/scenario/scenario.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { endProcess } from '../../link/agent-harness.ts'
import { constantLoad, documentOf } from '../../link/harness-target.ts'
import { createRunHarness, type RunHarness } from './run-harness.ts'

// Real processes are slow on a busy machine.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 })

let harness: RunHarness
beforeEach(async () => {
  harness = await createRunHarness()
})
afterEach(() => harness.close())

const scenario = (durationSeconds: number, sla: SlaRule[] = []) =>
  harness.addScenario(documentOf(harness.target.url), { loadModel: constantLoad(5, durationSeconds), sla })

/** Starts a run and waits until its first figures are published. */
async function startRun(durationSeconds: number, sla: SlaRule[] = []) {
  const run = await harness.start(await scenario(durationSeconds, sla))
  await harness.until('live figures are told', () =>
    harness.published.some(
      message => message.kind === 'runTick' && message.runId === run.id && message.total.count > 0,
    ),
  )
  return run
}
const contentOf = async (runId: string) => {
  const [report] = await harness.execution().reports.list(harness.projectId, runId)
  const { content } = await harness.execution().reports.get(harness.projectId, report?.id ?? '')
  return content
}

test('a run with redirects reconciles by requests on the wire, and counts each sample once', async () => {
  await harness.startAgent()
  const scenarioId = await harness.addScenario(documentOf(`${harness.target.url}/away`), {
    loadModel: constantLoad(2, 2),
  })
  const ended = await harness.ended((await harness.start(scenarioId)).id)
  const received = harness.target.received()
  expect(received).toBe(ended.requests * 2)
  const content = await contentOf(ended.id)
  expect(content?.reconciliation).toMatchObject({ isReconciled: true, sent: received, counted: received })
  expect(content?.total.count).toBe(ended.requests)
})

test('a scenario with thread-group load uses the thread groups of its components, split exactly between two machines', async () => {
  await Promise.all([harness.startAgent({ name: 'one' }), harness.startAgent({ name: 'two' })])
  const document = documentOf(harness.target.url)
  const threadGroup = { ...document.threadGroup, threads: 7, loops: 3, startDelaySeconds: 1 }
  const scenarioId = await harness.addScenario(
    { ...document, threadGroup },
    { loadModel: loadModelSchema.parse({ kind: 'threadGroups' }) },
  )
  const ended = await harness.ended((await harness.start(scenarioId)).id)
  expect(ended).toMatchObject({ state: 'complete', cause: 'planned', requests: 21, failed: 0 })
  expect(harness.target.received()).toBe(21)
  expect(ended.scenario.loadModel).toMatchObject({ kind: 'threadGroups', groups: [{ threads: 7, loops: 3 }] })
  expect((ended.endedAt ?? 0) - (ended.startedAt ?? 0)).toBeGreaterThanOrEqual(1_000)
})

test('an endless thread group without a duration is refused, and so is a stop rule that is never evaluated', async () => {
  await harness.startAgent()
  const document = documentOf(harness.target.url)
  const endless = await harness.addScenario(
    { ...document, threadGroup: { ...document.threadGroup, loops: 0 } },
    { loadModel: loadModelSchema.parse({ kind: 'threadGroups' }) },
  )
  await expect(harness.start(endless)).rejects.toMatchObject({
    code: 'ScenarioIncomplete',
    params: { detail: { en: expect.stringContaining('loops forever and has no duration') } },
  })
  const rampUpOnly = await harness.addScenario(document, {
    loadModel: { kind: 'constant', users: 2, rampUpSeconds: 5, durationSeconds: 5, loops: 0 },
    sla: [
      slaRuleSchema.parse({ id: 'a', metric: 'errorPercent', operator: '<', threshold: 1, action: 'stop' }),
    ],
  })
  await expect(harness.start(rampUpOnly)).rejects.toMatchObject({
    params: { detail: { en: expect.stringContaining('the whole run (5 s) is ramp-up') } },
  })
  expect(harness.target.received()).toBe(0)
})

test('a run executes on a real agent, completes, and reconciles with what the target received', async () => {
  await harness.startAgent({ workers: 2 })
  const run = await harness.start(await scenario(3))
  expect(run).toMatchObject({ number: 1, state: 'readyToRun', startedBy: 'tester' })
  const ended = await harness.ended(run.id)
  const received = harness.target.received()
  expect(ended).toMatchObject({
    state: 'complete',
    cause: 'planned',
    requests: received,
    failed: 0,
    peakUsers: 5,
  })
  expect(await harness.execution().reports.list(harness.projectId, run.id)).toMatchObject([
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
  const live = await harness.execution().runs.live(harness.projectId, run.id)
  expect(live.total).toEqual(content?.total)
  expect(live.seconds.reduce((sum, second) => sum + second.requests, 0)).toBe(received)
})

test('a run that is stopped drains, and records who stopped it', async () => {
  await harness.startAgent()
  const { id } = await startRun(600)
  await harness.execution().runs.stop(harness.projectId, id, 'lead')
  expect((await harness.get(id)).isStopping).toBe(true)
  const ended = await harness.ended(id)
  expect(ended).toMatchObject({
    state: 'userStopped',
    cause: 'stoppedByUser',
    requests: harness.target.received(),
    failed: 0,
  })
  const { events } = await harness.execution().runs.live(harness.projectId, id)
  expect(events).toContainEqual(expect.objectContaining({ kind: 'stopRequested', by: 'lead' }))
  await expect(harness.execution().runs.stop(harness.projectId, id, 'lead')).rejects.toMatchObject({
    code: 'RunNotActive',
  })
})

test('a forced stop ends the run although its agent does not respond', async () => {
  const agent = await harness.startAgent()
  const { id } = await startRun(600)
  agent.process.kill('SIGSTOP')
  await harness.execution().runs.forceStop(harness.projectId, id, 'lead')
  const ended = await harness.ended(id)
  expect(ended).toMatchObject({ state: 'userStopped', cause: 'forceStopped', causeDetail: 'bench' })
})

const toLoad = (load: number | null) => ({ load, rampSeconds: 0, components: null })

test('the load is changed manually, and the change is recorded with its user', async () => {
  await harness.startAgent()
  const { id } = await startRun(600)
  await harness
    .execution()
    .runs.changeLoad({ projectId: harness.projectId, id, change: toLoad(12), by: 'lead' })
  await harness.until('twelve users are at work', () =>
    harness.published.some(
      message => message.kind === 'runTick' && message.seconds.some(({ users }) => users === 12),
    ),
  )
  await harness.execution().runs.forceStop(harness.projectId, id, 'lead')
  expect(await harness.ended(id)).toMatchObject({ manualLoad: 12, peakUsers: 12 })
  const { events } = await harness.execution().runs.live(harness.projectId, id)
  expect(events).toContainEqual(
    expect.objectContaining({ kind: 'loadChanged', params: { load: 12 }, by: 'lead' }),
  )
})

test('the load is changed by component over a ramp; every machine knows it before it begins', async () => {
  await harness.startAgent()
  const { id } = await startRun(600)
  const { runs } = harness.execution()
  const change = (components: { componentId: string; load: number }[] | null) =>
    runs.changeLoad({
      projectId: harness.projectId,
      id,
      change: { load: 9, rampSeconds: 1, components },
      by: 'lead',
    })
  await expect(change([{ componentId: id, load: 9 }])).rejects.toMatchObject({ code: 'LoadPartsMismatch' })
  const [bound] = (await runs.get(harness.projectId, id)).scenario.bindings
  await change([{ componentId: bound?.componentId ?? '', load: 9 }])
  await harness.until('nine users are at work', () =>
    harness.published.some(
      message => message.kind === 'runTick' && message.seconds.some(({ users }) => users === 9),
    ),
  )
  expect((await runs.get(harness.projectId, id)).loadOrder).toMatchObject({ load: 9, rampMs: 1_000 })
  await runs.forceStop(harness.projectId, id, 'lead')
  await harness.ended(id)
  const { events } = await runs.live(harness.projectId, id)
  expect(events.find(({ kind }) => kind === 'loadChanged')?.params).toMatchObject({
    load: 9,
    from: 5,
    seconds: 1,
    parts: expect.stringMatching(/ 9$/),
  })
})

test('the log of a run contains its machine and report events', async () => {
  await harness.startAgent()
  const { id } = await startRun(1)
  await harness.ended(id)
  const [report] = await harness.execution().reports.list(harness.projectId, id)
  expect(report?.state).toBe('successful')
  const { events, machines } = await harness.execution().runs.live(harness.projectId, id)
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

test('too high a load is refused by the capacity of the machines, which includes the users of the run itself', async () => {
  await harness.startAgent()
  const { id } = await startRun(600)
  const { maxUsers } = await harness.database
    .selectFrom('load_machines')
    .select(({ fn }) => fn.sum<number>('max_users').as('maxUsers'))
    .where('revoked_at', 'is', null)
    .where(
      'id',
      'in',
      harness.database.selectFrom('run_reservations').select('machine_id').where('run_id', '=', id),
    )
    .executeTakeFirstOrThrow()
  const load = 900_000
  const changed = harness
    .execution()
    .runs.changeLoad({ projectId: harness.projectId, id, change: toLoad(load), by: 'lead' })
  await expect(changed).rejects.toMatchObject({
    code: 'RunMachinesExceeded',
    params: { wanted: load, remaining: maxUsers, missing: load - maxUsers },
  })
  const half = harness
    .execution()
    .runs.changeLoad({ projectId: harness.projectId, id, change: toLoad(2.5), by: 'lead' })
  await expect(half).rejects.toMatchObject({ code: 'LoadNotWhole' })
  await harness.execution().runs.forceStop(harness.projectId, id, 'lead')
  await harness.ended(id)
})

test('two runs cannot both raise their load into the same free capacity', async () => {
  await harness.startAgent()
  const ids = [(await startRun(600)).id, (await startRun(600)).id]
  // Five users of each run, and capacity for two more.
  await harness.database.updateTable('load_machines').set({ max_users: 12 }).execute()
  const { runs } = harness.execution()
  const change = (id: string, load: number | null) =>
    runs.changeLoad({ projectId: harness.projectId, id, change: toLoad(load), by: 'lead' })
  const outcomes = await Promise.allSettled(ids.map(id => change(id, 7)))
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'RunMachinesExceeded', params: { wanted: 7, remaining: 5, missing: 2 } },
  })
  const reserved = async () => {
    const rows = await harness.database.selectFrom('run_reservations').select(['run_id', 'users']).execute()
    return ids.map(id => rows.find(row => row.run_id === id)?.users)
  }
  const isFirst = outcomes[0]?.status === 'fulfilled'
  const [raised = '', other = ''] = isFirst ? ids : ids.toReversed()
  expect(await reserved()).toEqual(isFirst ? [7, 5] : [5, 7])
  await change(raised, null)
  expect(await reserved()).toEqual([5, 5])
  await change(other, 7)
  expect(await reserved()).toEqual(isFirst ? [5, 7] : [7, 5])
  for (const id of ids) await runs.forceStop(harness.projectId, id, 'lead')
  for (const id of ids) await harness.ended(id)
})

test('a violated SLA rule stops the run and is its stop cause', async () => {
  await harness.startAgent()
  const rule = slaRuleSchema.parse({
    id: 'rule',
    metric: 'p95',
    operator: '<',
    threshold: 0.01,
    window: { kind: 'for', seconds: 2 },
    action: 'stop',
  })
  const { id } = await startRun(600, [rule])
  const ended = await harness.ended(id)
  expect(ended).toMatchObject({ state: 'failed', cause: 'slaStop', sla: 'broken' })
  expect(causeText(ended.causeDetail, 'en')).toMatch(
    /^SLA rule “Whole scenario · P95 response time < 0.01 ms · for 2 s” violated in every second of 0:0\d–0:\d+; measured [\d.]+ m?s in the last second$/,
  )
  const { events } = await harness.execution().runs.live(harness.projectId, id)
  expect(events.find(({ kind }) => kind === 'slaBroken')?.params['detail']).toBe(ended.causeDetail)
  expect((await contentOf(id))?.verdict).toBe('failed')
})

test('a violated rule that is evaluated on the whole run is reported once, before the end', async () => {
  await harness.startAgent()
  const rule = (id: string, threshold: number) =>
    slaRuleSchema.parse({ id, metric: 'p95', operator: '<', threshold })
  const { id } = await harness.start(await scenario(2, [rule('broken', 0.01), rule('held', 60_000)]))
  expect(await harness.ended(id)).toMatchObject({ state: 'complete', sla: 'broken' })
  const { events } = await harness.execution().runs.live(harness.projectId, id)
  const kinds = events.map(({ kind, params }) => (kind === 'slaBroken' ? params['ruleId'] : params['to']))
  expect(kinds.filter(each => each === 'broken' || each === 'held' || each === 'complete')).toEqual([
    'broken',
    'complete',
  ])
})

test('after a restart the server continues an active run, and counts nothing twice', async () => {
  await harness.startAgent()
  const { id } = await startRun(8)
  await harness.restartServer()
  const ended = await harness.ended(id)
  expect(ended).toMatchObject({ state: 'complete', cause: 'planned', requests: harness.target.received() })
  expect((await contentOf(id))?.reconciliation.isReconciled).toBe(true)
})

test('results that arrive after the end of a run are counted', async () => {
  const agent = await harness.startAgent()
  const { id } = await startRun(600)
  agent.process.kill('SIGSTOP')
  await harness.execution().runs.forceStop(harness.projectId, id, 'lead')
  const before = await harness.ended(id)
  await endProcess(agent.process)
  await harness.startAgent({ data: agent.data })
  await harness.until('the late results are counted', () =>
    harness.published.some(message => message.kind === 'runSnapshot' && message.runId === id),
  )
  const after = await harness.get(id)
  expect(after).toMatchObject({
    state: 'userStopped',
    cause: 'forceStopped',
    requests: harness.target.received(),
  })
  expect(after.requests).toBeGreaterThanOrEqual(before.requests)
})

test('an execution that cannot start reports the reason', async () => {
  const id = await scenario(3)
  await expect(harness.start(id)).rejects.toMatchObject({ code: 'NoMachineOnline' })
  const empty = await harness.addScenario(documentOf(''), {
    clusterId: null,
    bindings: [],
    loadModel: constantLoad(5, 0),
  })
  const failure: unknown = await harness.start(empty).catch((cause: unknown) => cause)
  expect(failure).toMatchObject({ code: 'ScenarioIncomplete' })
  expect(String(failure)).toMatch(/no components added.*duration.*no cluster/)
  expect(await harness.database.selectFrom('run_reservations').selectAll().execute()).toEqual([])
})
