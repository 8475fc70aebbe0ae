/** Notices of load tests: written with the change of the run, once, for the channels that are told of them. */
import { randomUUID } from 'node:crypto'
import type { RunNoticeKind } from '@pone/contract/entities/alert-channel.ts'
import { toldCause } from '@pone/contract/told-cause.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../adapters/database/test-database.ts'
import { insertTestProject } from '../../adapters/database/test-project.ts'
import { createRunRepository } from '../run/run.repository.ts'
import { soleOwner } from '../run/run-ownership.ts'
import { isOfRun } from './alert-notice.ts'
import { messageOf } from './channels/message.ts'
import { createRunNotices } from './run-notices.repository.ts'
import { testRunRow } from './test-run-row.ts'

let opened: TestDatabase
let projectId = ''
let runId = ''

beforeAll(async () => {
  opened = await createTestDatabase()
})
afterAll(() => opened.close())
beforeEach(async () => {
  await opened.database.deleteFrom('projects').execute()
  projectId = await insertTestProject(opened.database)
  const run = { ...testRunRow(projectId, 7), scenario_name: 'Checkout\n@all', state: 'running' as const }
  runId = run.id
  await opened.database.insertInto('runs').values(run).execute()
})

async function addChannel(runNotices: RunNoticeKind[], changed: object = {}): Promise<string> {
  const id = randomUUID()
  await opened.database
    .insertInto('alert_channels')
    .values({
      id,
      project_id: projectId,
      name: id,
      kind: 'slack',
      host: '',
      sealed_settings: '',
      language: 'en',
      is_enabled: true,
      run_notices: JSON.stringify(runNotices),
      updated_by: 'test',
      updated_at: 1,
      ...changed,
    })
    .execute()
  return id
}

const runs = (epoch?: number) =>
  createRunRepository(
    opened.database,
    { ...soleOwner, epochOf: () => epoch },
    createRunNotices(() => 5_000),
  )
const breach = (ruleId: string) => ({
  at: 3_000,
  kind: 'slaBroken' as const,
  params: {
    ruleId,
    detail: toldCause('ruleNotMet', { rule: 'p95', from: '0:01', to: '0:02', value: '1 s' }),
  },
  by: null,
})
const told = async () =>
  await opened.database
    .selectFrom('alert_outbox')
    .select(['key', 'channel_id', 'content'])
    .orderBy('id')
    .execute()

test('a failed run and each rule that is not met are told once, to the channels that want them', async () => {
  const both = await addChannel(['slaBreached', 'runFailed'])
  const failures = await addChannel(['runFailed'])
  await addChannel([])
  await addChannel(['runFailed'], { is_enabled: false })
  await addChannel(['runFailed'], { project_id: await insertTestProject(opened.database) })
  for (const ruleId of ['one', 'two', 'one']) await runs().addEvent(runId, breach(ruleId))
  for (let count = 0; count < 2; count += 1)
    await runs().update(runId, { state: 'failed', causeDetail: 'no machines', endedAt: 4_000 })
  const rows = await told()
  expect(rows.map(({ key, channel_id: id }) => [key.replace(runId, ''), id])).toEqual([
    ['run//slaBreached/one', both],
    ['run//slaBreached/two', both],
    ...[both, failures].toSorted().map(id => ['run//runFailed', id]),
  ])
})

test('a run that ends well, another event, and what a former server writes are not told', async () => {
  await addChannel(['slaBreached', 'runFailed'])
  await runs().update(runId, { state: 'complete' })
  await runs().addEvent(runId, { at: 1, kind: 'stateChanged', params: { to: 'failed' }, by: null })
  await opened.database.updateTable('runs').set({ epoch: 2 }).execute()
  await runs(1).update(runId, { state: 'failed' })
  await runs(1).addEvent(runId, breach('one'))
  expect(await told()).toEqual([])
})

test('a notice that cannot be written leaves the run as it was', async () => {
  const failing = createRunRepository(opened.database, soleOwner, {
    write: () => Promise.reject(new Error('breakdown')),
  })
  await expect(failing.update(runId, { state: 'failed' })).rejects.toThrow('breakdown')
  await expect(failing.addEvent(runId, breach('one'))).rejects.toThrow('breakdown')
  expect((await failing.findById(runId))?.state).toBe('running')
  expect(await failing.events(runId)).toEqual([])
})

test('the message names scenario and run, why, and links to the report', async () => {
  await addChannel(['slaBreached'])
  await runs().addEvent(runId, breach('one'))
  const [row] = await told()
  const content = row?.content ?? expect.fail('nothing was told')
  expect(isOfRun(content)).toBe(true)
  const by = {
    language: 'en',
    template: null,
    runTemplate: null,
    publicUrl: 'https://pone.test',
    now: 1,
  } as const
  const { title, text, link } = messageOf([content], by)
  expect(title).toBe('[SLA rule violated] Checkout @all #7')
  expect(text).toContain('Reason: SLA rule “p95” violated: measured 1 s in 0:01–0:02')
  expect(link).toBe(`https://pone.test/pone/atf/projects/analysisReports?id=${runId}&projectId=${projectId}`)
})

test('a channel may have texts of its own for load tests, whose placeholders are those of runs', async () => {
  await addChannel(['slaBreached'])
  await runs().addEvent(runId, breach('one'))
  const [row] = await told()
  const runTemplate = { title: '{scenario} #{number}: {event}', text: '{reason}\n{link}' }
  const by = { language: 'zh', template: { title: 'x', text: 'x' }, runTemplate, publicUrl: null } as const
  const { title, text } = messageOf(row === undefined ? [] : [row.content], { ...by, now: 1 })
  expect(title).toBe('Checkout @all #7: SLA 未满足')
  expect(text).toBe('SLA 规则“p95”未满足：0:01–0:02 实测 1 s\n')
})
