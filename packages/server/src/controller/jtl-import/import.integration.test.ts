/** Proves that results measured elsewhere become a run with the figures that they have, and that what is no results file leaves nothing behind. */

import type { OutputOf } from '@pone/contract/call.ts'
import { calls } from '@pone/contract/calls/registry.ts'
import type { Session } from '@pone/contract/entities/user.ts'
import { apiBase } from '@pone/contract/envelope.ts'
import { Dashboard } from '@pone/jmeter/dashboard/dashboard.ts'
import { defaultHeader, oddResults } from '@pone/jmeter/dashboard/odd-results.ts'
import { JtlReader } from '@pone/jmeter/jtl/reader.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestServer, type TestServer } from '../../test-server.ts'

let server: TestServer
let owner: Session
let projectId = ''
beforeAll(async () => {
  server = await createTestServer()
  await server.addUser('keeper')
  owner = await server.signIn('keeper')
  projectId = (await server.call(calls.project.create, { name: 'K', code: 'K' }, owner)).id
})
afterAll(() => server.close())

interface ImportAnswer {
  code?: string
  message?: string
  data?: OutputOf<typeof calls.run.importJtl>
}

async function importBytes(
  bytes: Uint8Array<ArrayBuffer>,
  more: Record<string, string> = {},
  fileName = 'results.jtl',
): Promise<ImportAnswer> {
  const data = new FormData()
  for (const [name, value] of Object.entries({ projectId, name: 'nightly', ...more }))
    data.append(name, value)
  data.append('file', new Blob([bytes]), fileName)
  const request = new Request('http://localhost', { method: 'POST', body: data })
  const answer = await server.app.inject({
    method: 'POST',
    url: apiBase + calls.run.importJtl.path,
    headers: {
      'content-type': request.headers.get('content-type') ?? '',
      'accept-language': 'en',
      token: owner.token,
    },
    payload: Buffer.from(await request.arrayBuffer()),
  })
  return answer.json<ImportAnswer>()
}

const importText = (text: string, more: Record<string, string> = {}) =>
  importBytes(new TextEncoder().encode(text), more)
const get = (id: string) => server.call(calls.run.get, { projectId, id }, { ...owner, language: 'en' })

/** The record at the end of its import, and what it says of that. */
async function importedBytes(...given: Parameters<typeof importBytes>) {
  const { data, code, message } = await importBytes(...given)
  if (data === undefined) throw new Error(`${code}: ${message}`)
  await server.services.execution.imports.idle()
  const run = await get(data.id)
  return { run, importing: run.importing, ...run.importing?.outcome }
}
const imported = (text: string, more: Record<string, string> = {}) =>
  importedBytes(new TextEncoder().encode(text), more)

const live = (id: string) => server.call(calls.run.live, { projectId, id }, owner)
const text = oddResults(6_000)
const lines = text.trimEnd().split(/\n(?=\d{13},)/)

test('the run has the figures that JMeter’s dashboard shows', async () => {
  const dashboard = new Dashboard()
  const reader = new JtlReader({ onRow: row => dashboard.add(row) })
  reader.push(new TextEncoder().encode(text))
  const [total, ...labels] = dashboard.figures().statistics

  const { run, rows, leftOut, skips, isCutOff } = await imported(text)
  expect({ rows, leftOut, skips, isCutOff }).toEqual({ rows: 6_600, leftOut: 30, skips: [], isCutOff: false })
  expect(run).toMatchObject({
    engine: 'JMeter',
    source: 'import',
    state: 'complete',
    cause: 'planned',
    scenarioName: 'nightly',
    startedBy: 'keeper',
    requests: total?.count,
    failed: total?.failed,
    peakUsers: 6,
  })
  expect(run.startedAt).toBe(Math.min(...lines.slice(1).map(line => Number(line.slice(0, 13)))))
  const found = await live(run.id)
  const ofLabel = found.labels.map(each => [
    each.label.name,
    each.label.kind,
    each.count,
    each.failed,
    each.maxMs,
  ])
  const expected = labels.map(each => [
    each.label,
    each.isTransaction ? 'transaction' : 'request',
    each.count,
    each.failed,
    each.maxMs,
  ])
  expect(ofLabel.map(String).sort()).toEqual(expected.map(String).sort())
  expect(found.total.avgMs).toBeCloseTo(total?.meanMs ?? 0, 6)
  expect(found.seconds.reduce((sum, { requests }) => sum + requests, 0)).toBe(6_000)
  expect(found.errors.reduce((sum, { count }) => sum + count, 0)).toBe(total?.failed)
})

test('it is in the list but no task, has a log, a report that reconciles, and its samples', async () => {
  const { run } = await imported(`${text}17177`)
  const list = await server.call(calls.run.list, { projectId, engines: ['JMeter'] }, owner)
  expect(list.rows.map(({ id, source }) => [id, source])).toContainEqual([run.id, 'import'])
  expect((await server.call(calls.task.list, { projectId }, owner)).rows).toEqual([])
  const log = await server.call(calls.run.log, { projectId, id: run.id }, owner)
  expect(log.lines.map(({ message }) => message)).toEqual([
    expect.stringContaining('6600 rows read'),
    expect.stringContaining('the last row is cut off'),
  ])
  const [report] = await server.call(calls.report.list, { projectId, runId: run.id }, owner)
  const { content } = await server.call(calls.report.get, { projectId, id: report?.id ?? '' }, owner)
  expect(content?.reconciliation).toMatchObject({ sent: 6_000, counted: 6_000, lost: 0, isReconciled: true })
  const jmeter = await server.call(calls.jmeterReport.get, { projectId, runId: run.id }, owner)
  expect(jmeter).toMatchObject({
    logs: [{ machine: 'results.jtl' }],
    report: { runId: run.id },
    isWhole: true,
  })
  const samples = await server.app.inject({
    method: 'POST',
    url: apiBase + calls.run.sampleLog.path,
    headers: { token: owner.token },
    payload: { projectId, id: run.id },
  })
  expect(samples.body.trimEnd().split('\n').length).toBeGreaterThanOrEqual(6_600)
})

test('rows in no order of time make the same run', async () => {
  const [header, ...rows] = lines
  const figures = async (given: readonly string[]) => {
    const { run } = await imported(`${[header, ...given].join('\n')}\n`)
    const { seconds, labels, total } = await live(run.id)
    const requests = seconds.map(({ second, requests: count, p99Ms }) => [second, count, p99Ms])
    return {
      requests,
      total,
      labels: labels.map(each => `${each.label.name} ${each.count} ${each.p95Ms}`).sort(),
    }
  }
  // Few and far between, so that they are read in several goes.
  const first = Number(rows[0]?.slice(0, 13))
  const long = rows
    .slice(0, 300)
    .map(row => `${first + (Number(row.slice(0, 13)) - first) * 500}${row.slice(13)}`)
  const ordered = await figures(long)
  // The files of two machines, one behind the other.
  const [odd, even] = [long.filter((_, at) => at % 2 === 0), long.filter((_, at) => at % 2 === 1)]
  expect(await figures([...odd, ...even])).toEqual(ordered)
})

describe('what was left out is told with its lines', () => {
  test('of a file with broken ones', async () => {
    const [header, ...rows] = lines
    const { skips, run } = await imported([header, 'oh no', ...rows.slice(0, 10), 'x,y', ''].join('\n'))
    expect(skips).toEqual([{ reason: 'columns', count: 2, firstLines: [2, expect.any(Number)] }])
    const { lines: log } = await server.call(calls.run.log, { projectId, id: run.id }, owner)
    expect(log[1]).toMatchObject({ level: 'warn', message: expect.stringContaining('2 lines left out') })
  })
})

describe('refused without a trace is', () => {
  const row = '1700000000000,12,home,200,OK,Group 1-1,text,true,,2000,150,3,4,http://shop/,10,1,2'
  test.each([
    ['prose', 'Dear reader,\nno results.\n', 'FileContentRefused', 'JTL'],
    ['a header alone', `${defaultHeader}\n`, 'FileContentRefused', 'no sample'],
    [
      'a file without a needed column',
      'timeStamp,label,success\n1,a,true\n',
      'ResultsLackColumns',
      'elapsed',
    ],
    [
      'a file whose dates may be read in two ways',
      `${defaultHeader}\n${row.replace('1700000000000', '03/04/2024 10:00:00')}\n`,
      'ResultsDatesAmbiguous',
      '03/04/2024',
    ],
    [
      'a file that spans years',
      `${defaultHeader}\n${row}\n${row.replace('1700000000000', '1500000000000')}\n`,
      'FileContentRefused',
      '7 days',
    ],
    [
      'XML with entities of its own',
      '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]><testResults/>',
      'ResultsBroken',
      'line 1',
    ],
  ])('%s', async (_, given, code, said) => {
    const before = await server.call(calls.run.list, { projectId }, owner)
    const answer = await importText(given)
    expect(answer).toMatchObject({ code, message: expect.stringContaining(said) })
    expect((await server.call(calls.run.list, { projectId }, owner)).total).toBe(before.total)
  })

  test('not, once the order of dates is told', async () => {
    const dated = `${defaultHeader}\n${row.replace('1700000000000', '03/04/2024 10:00:00')}\n`
    const { run } = await imported(dated, { dateOrder: 'dayFirst', utcOffsetMinutes: '480' })
    expect(run.startedAt).toBe(Date.UTC(2024, 3, 3, 2))
  })
})
