/** What people write on reports, and what is taken away of them, by calls. */
import { randomUUID } from 'node:crypto'
import { calls } from '@pone/contract/calls/registry.ts'
import { maxReportNoteLength, maxReportNotes } from '@pone/contract/entities/report.ts'
import { apiBase } from '@pone/contract/envelope.ts'
import { toStoredBatch } from '@pone/results/batches/stored-batch.ts'
import { sampleRun } from '@pone/results/sample-run.ts'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createTestServer } from '../../test-server.ts'
import { createRunRepository } from '../run/run.repository.ts'
import { createRunBatchRepository } from '../run/run-batch.repository.ts'
import { createReportRepository } from './report.repository.ts'
import { createReportService } from './report.service.ts'

const server = await createTestServer()
afterAll(() => server.close())
const { report: reportCalls } = calls
const runs = createRunRepository(server.database)
const batches = createRunBatchRepository(server.database)
const reports = createReportService({
  reports: createReportRepository(server.database),
  runs,
  batches,
  now: () => server.now(),
  onFailure: (what, cause) => {
    throw new Error(what, { cause })
  },
})

let as = { token: '' }
let projectId = ''
let id = ''
let count = 0

beforeEach(async () => {
  const account = `lead${++count}`
  const userId = await server.addUser(account)
  as = { token: await server.services.sessions.start({ userId, kind: 'api', isRemembered: false, from: '' }) }
  projectId = (await server.call(calls.project.create, { name: account, code: account }, as)).id
  const sample = sampleRun({ seconds: 30 })
  const machines = sample.machines.map(machine => ({ ...machine, agentId: randomUUID() }))
  const run = await runs.insert(
    { ...sample.record, projectId, scenarioName: '大促/压测' },
    sample.plan,
    machines,
  )
  const stored = sample.batches.map(batch => ({
    ...toStoredBatch(batch, label => sample.record.labels[label]?.kind === 'request'),
    samples: [],
    log: [],
  }))
  await batches.store(run.id, stored)
  await reports.makeAutomatic(run)
  id = (await reports.list(projectId, run.id))[0]?.id ?? ''
})

const add = (kind: 'conclusion' | 'note', text: string) =>
  server.call(reportCalls.addNote, { projectId, id, kind, text }, as)
const texts = async () => (await server.call(reportCalls.notes, { projectId, id }, as)).map(note => note.text)

async function taken(call: 'exportHtml' | 'exportCsv' | 'exportSeries', of = id) {
  const answer = await server.app.inject({
    method: 'POST',
    url: `${apiBase}${reportCalls[call].path}`,
    headers: { ...as, 'content-type': 'application/json' },
    payload: { projectId, id: of, language: 'en' },
  })
  const name = /filename\*=UTF-8''(\S+)$/.exec(String(answer.headers['content-disposition']))?.[1] ?? ''
  return { name: decodeURIComponent(name), body: answer.body }
}

test('the conclusion stands first, then the notes as they came, with their authors', async () => {
  await add('note', 'database restarted')
  await add('note', 'second\nline')
  const conclusion = await add('conclusion', '  ready for the sale\n')
  expect(conclusion).toMatchObject({ text: 'ready for the sale', version: 1, createdBy: `lead${count}` })
  expect(await texts()).toEqual(['ready for the sale', 'database restarted', 'second\nline'])
})

test('who saves second loses nothing, and is told who came first', async () => {
  const { id: note } = await add('note', 'first')
  const edit = (version: number, text: string) =>
    server.ask(reportCalls.editNote, { projectId, id: note, version, text }, as)
  expect((await edit(1, 'mine')).data).toMatchObject({ text: 'mine', version: 2 })
  expect((await edit(1, 'theirs')).failure).toMatchObject({ code: 'EditedMeanwhile' })
  expect(await texts()).toEqual(['mine'])
  const gone = await server.fail(reportCalls.deleteNote, { projectId, id: note, version: 1 }, as)
  expect(gone.code).toBe('EditedMeanwhile')
  await server.call(reportCalls.deleteNote, { projectId, id: note, version: 2 }, as)
  expect(await texts()).toEqual([])
  expect((await edit(2, 'late')).failure?.code).toBe('NotFound')
})

test('of two edits and of two conclusions at once one is kept', async () => {
  const { id: note } = await add('note', 'first')
  const edits = await Promise.all(
    ['a', 'b', 'c'].map(text =>
      server.ask(reportCalls.editNote, { projectId, id: note, version: 1, text }, as),
    ),
  )
  expect(edits.map(({ failure }) => failure?.code ?? 'kept').sort()).toEqual([
    'EditedMeanwhile',
    'EditedMeanwhile',
    'kept',
  ])
  const written = await Promise.all(
    ['x', 'y'].map(text => server.ask(reportCalls.addNote, { projectId, id, kind: 'conclusion', text }, as)),
  )
  expect(written.map(({ failure }) => failure?.code ?? 'kept').sort()).toEqual(['EditedMeanwhile', 'kept'])
})

test('empty and overlong texts and too many notes are refused', async () => {
  const ask = (text: string) => server.ask(reportCalls.addNote, { projectId, id, kind: 'note', text }, as)
  expect((await ask(' \n ')).failure?.code).toBe('BadInput')
  expect((await ask('x'.repeat(maxReportNoteLength + 1))).failure?.code).toBe('BadInput')
  for (let made = 0; made < maxReportNotes; made++) await ask(`${made}`)
  expect((await ask('one more')).failure).toMatchObject({ code: 'TooManyReportNotes' })
  expect(await texts()).toHaveLength(maxReportNotes)
})

test('every change is recorded with the run and with what stood there before', async () => {
  const { id: note } = await add('conclusion', 'good')
  await server.call(reportCalls.editNote, { projectId, id: note, version: 1, text: 'bad' }, as)
  await server.call(reportCalls.deleteNote, { projectId, id: note, version: 2 }, as)
  const rows = await server.database
    .selectFrom('operation_records')
    .select(['action', 'target', 'before', 'after'])
    .where('project_id', '=', projectId)
    .where('action', 'like', 'report.%Note')
    .orderBy('at')
    .orderBy('id')
    .execute()
  const { runId } = await reports.get(projectId, id)
  const target = `大促/压测 #${(await runs.find(projectId, runId))?.number}`
  expect(rows).toMatchObject([
    { action: 'report.addNote', target, after: { kind: 'conclusion', text: 'good' } },
    { action: 'report.editNote', target, before: { text: 'good' }, after: { text: 'bad' } },
    { action: 'report.deleteNote', target, before: { text: 'bad' } },
  ])
})

test('what is written survives a report that is made again, is exported as text, and goes with the run', async () => {
  await add('conclusion', '<b>fine</b>\nnext line')
  await add('note', 'restart at 3:10')
  const run = await runs.find(projectId, (await reports.get(projectId, id)).runId)
  if (run === null) throw new Error('no run')
  await reports.makeAutomatic(run)
  const { name, body } = await taken('exportHtml')
  expect(name).toMatch(/^大促-压测-\d+-report-2026-11-\d\d\.html$/)
  expect(body).toContain('<p>&lt;b&gt;fine&lt;/b&gt;\nnext line</p>')
  expect(body).toMatch(/<h2>Conclusion<\/h2>[\s\S]*<h2>Notes<\/h2>[\s\S]*restart at 3:10/)
  await runs.delete(projectId, [run.id])
  expect(
    await server.database.selectFrom('report_notes').select('id').where('report_id', '=', id).execute(),
  ).toEqual([])
})

test('all series of a report and of a part of it are one file each', async () => {
  const whole = await taken('exportSeries')
  expect(whole.name).toMatch(/^大促-压测-\d+-series-2026-11-\d\d\.csv$/)
  const { runId, content } = await reports.get(projectId, id)
  const rows = whole.body.split('\r\n').slice(0, -1)
  expect(rows).toHaveLength(31)
  const at = rows[0]?.split(',').indexOf('登录: count') ?? -1
  const counted = rows.slice(1).reduce((sum, row) => sum + Number(row.split(',')[at]), 0)
  expect(counted).toBe(content?.labels.find(({ label }) => label.name === '登录')?.count)
  const part = await reports.generate({
    projectId,
    runId,
    fromMs: 10_000,
    toMs: 20_000,
    includesRampUp: false,
    by: 'lead',
  })
  await reports.idle()
  const ofPart = await taken('exportSeries', part.id)
  expect(ofPart.name).toMatch(/-series-10s-20s-2026-11-\d\d\.csv$/)
  expect(ofPart.body.split('\r\n').slice(1, -1)).toEqual(rows.slice(11, 21))
})
