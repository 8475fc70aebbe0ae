/** Results measured elsewhere become a run with the same figures, and an invalid file leaves no data behind. */

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { OutputOf } from '@pone/contract/call.ts'
import { calls } from '@pone/contract/calls/registry.ts'
import type { Session } from '@pone/contract/entities/user.ts'
import { apiBase } from '@pone/contract/envelope.ts'
import { Dashboard } from '@pone/jmeter/dashboard/dashboard.ts'
import { defaultHeader, oddResults } from '@pone/jmeter/dashboard/odd-results.ts'
import { JtlReader } from '@pone/jmeter/jtl/reader.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase } from '../../adapters/database/test-database.ts'
import { details } from '../../calls/details.ts'
import { createTestServer, type TestServer } from '../../test-server.ts'
import { zipOf } from './test-zip.ts'

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
  at: { of: TestServer; token: string; projectId: string } = { of: server, token: owner.token, projectId },
): Promise<ImportAnswer> {
  const data = new FormData()
  for (const [name, value] of Object.entries({ projectId: at.projectId, name: 'nightly', ...more }))
    data.append(name, value)
  data.append('file', new Blob([bytes]), fileName)
  const request = new Request('http://localhost', { method: 'POST', body: data })
  const answer = await at.of.app.inject({
    method: 'POST',
    url: apiBase + calls.run.importJtl.path,
    headers: {
      'content-type': request.headers.get('content-type') ?? '',
      'accept-language': 'en',
      token: at.token,
    },
    payload: Buffer.from(await request.arrayBuffer()),
  })
  return answer.json<ImportAnswer>()
}

const importText = (text: string, more: Record<string, string> = {}) =>
  importBytes(new TextEncoder().encode(text), more)
const get = (id: string) => server.call(calls.run.get, { projectId, id }, { ...owner, language: 'en' })

/** The record at the end of its import, and its result. */
async function importedBytes(...given: Parameters<typeof importBytes>) {
  const { data, code, message } = await importBytes(...given)
  if (data === undefined) throw new Error(`${code}: ${message}`)
  await server.services.execution.imports.idle()
  const run = await get(data.id)
  return { run, importing: run.importing, ...run.importing?.outcome }
}
const imported = (text: string, more: Record<string, string> = {}) =>
  importedBytes(new TextEncoder().encode(text), more)

const samplesOf = async (id: string) => {
  const answer = await server.app.inject({
    method: 'POST',
    url: apiBase + calls.run.sampleLog.path,
    headers: { token: owner.token },
    payload: { projectId, id },
  })
  return answer.body
}
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
    engine: 'jmeter',
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
  const list = await server.call(calls.run.list, { projectId, engines: ['jmeter'] }, owner)
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
  expect((await samplesOf(run.id)).trimEnd().split('\n').length).toBeGreaterThanOrEqual(6_600)
})

test('rows in no order of time make the same run', async () => {
  const [header, ...rows] = lines
  const figures = async (given: readonly string[], isPacked = false) => {
    const plain = new TextEncoder().encode(`${[header, ...given].join('\n')}\n`)
    const { run } = isPacked
      ? await importedBytes(Uint8Array.from(gzipSync(plain)), {}, 'a.gz')
      : await importedBytes(plain)
    const { seconds, labels, total } = await live(run.id)
    const requests = seconds.map(({ second, requests: count, p99Ms }) => [second, count, p99Ms])
    return {
      requests,
      total,
      labels: labels.map(each => `${each.label.name} ${each.count} ${each.p95Ms}`).sort(),
    }
  }
  // Few and far apart, so that several passes are needed.
  const first = Number(rows[0]?.slice(0, 13))
  const long = rows
    .slice(0, 300)
    .map(row => `${first + (Number(row.slice(0, 13)) - first) * 500}${row.slice(13)}`)
  const ordered = await figures(long)
  // Compressed, and longer than the read-ahead buffer.
  expect(await figures([...long].reverse(), true)).toEqual(ordered)
  // The files of two machines, concatenated.
  const [odd, even] = [long.filter((_, at) => at % 2 === 0), long.filter((_, at) => at % 2 === 1)]
  expect(await figures([...odd, ...even])).toEqual(ordered)
}, 120_000)

describe('what was left out is told with its lines', () => {
  test('of a file with broken ones', async () => {
    const [header, ...rows] = lines
    const { skips, run } = await imported([header, 'oh no', ...rows.slice(0, 10), 'x,y', ''].join('\n'))
    expect(skips).toEqual([{ reason: 'columns', count: 2, firstLines: [2, expect.any(Number)] }])
    const { lines: log } = await server.call(calls.run.log, { projectId, id: run.id }, owner)
    expect(log[1]).toMatchObject({ level: 'warn', message: expect.stringContaining('2 lines left out') })
  })
})

describe('packed results are read: ', () => {
  const plain = `${defaultHeader}\n${lines[1]}\n${lines[2]}\n`
  const bytesOf = (packed: Uint8Array) => Uint8Array.from(packed)
  test('gzip, also of several parts, and a zip with one file', async () => {
    const parts = Buffer.concat([gzipSync(`${defaultHeader}\n${lines[1]}\n`), gzipSync(`${lines[2]}\n`)])
    for (const [name, packed] of [
      ['nightly.jtl.gz', parts],
      ['nightly.zip', zipOf(['results.jtl'], plain)],
    ] as const) {
      const { run, rows } = await importedBytes(bytesOf(packed), {}, name)
      expect([name, run.state, rows]).toEqual([name, 'complete', 2])
      const samples = await samplesOf(run.id)
      expect(samples.trimEnd().split('\n')).toHaveLength(3)
    }
  })

  test('but none that is cut off, damaged or has several files', async () => {
    const cut = gzipSync(plain).subarray(0, 60)
    const zip = zipOf(['results.jtl'], plain)
    const answers = await Promise.all([
      importBytes(bytesOf(cut), {}, 'a.gz'),
      importBytes(bytesOf(zip.subarray(0, zip.length - 30)), {}, 'a.zip'),
      importBytes(zipOf(['a.jtl', 'b.jtl'], plain), {}, 'a.zip'),
    ])
    expect(answers.map(({ code, message }) => [code, message])).toEqual([
      ['FileContentRefused', expect.stringContaining('cut off')],
      ['FileContentRefused', expect.stringContaining('cut off')],
      ['FileContentRefused', expect.stringContaining('one results file')],
    ])
  })
})

test('strange results are counted as they are, and what cannot be read is told', async () => {
  const at = 1_700_000_000_000
  const row = (more: { t?: string | number; ms?: string | number; label?: string; host?: string } = {}) =>
    `${more.t ?? at},${more.ms ?? 10},${more.label ?? 'home'},200,OK,G 1-1,text,true,,10,1,3,3,null,5,0,2,${more.host ?? 'a'}`
  const head = `${defaultHeader},Hostname`
  const hourMs = 3_600_000
  const odd = [
    head,
    row({ ms: -5 }),
    row({ ms: '12,5'.replace(',', ';') }),
    row({ ms: 90 * 60_000 }),
    row({ label: `"${'x'.repeat(1_000_000)}"` }),
    row({ t: at + 2 * hourMs, host: 'b' }),
    row({ t: at - hourMs }),
    `${row()}"broken`,
    row({ label: 'NUL\0' }),
    row().slice(0, 40),
  ].join('\n')
  const { run, importing, rows, skips, isCutOff } = await imported(odd)
  expect({ state: run.state, failure: importing?.failure, rows, isCutOff }).toEqual({
    state: 'complete',
    failure: null,
    rows: 5,
    isCutOff: true,
  })
  expect(skips?.map(({ reason, count }) => [reason, count])).toEqual([
    ['elapsed', 2],
    ['quotes', 1],
  ])
  const found = await live(run.id)
  expect(found.total).toMatchObject({ count: 5, maxMs: 90 * 60_000 })
  expect(found.labels.map(({ label, count }) => [label.name.length, count])).toEqual([
    [4, 3],
    [500, 1],
    [4, 1],
  ])
  expect(found.labels[0]?.phases).toMatchObject({ connectMs: 2, firstByteMs: 3, dnsMs: null })
})

test('a hundred thousand names become as many labels as a run may have, and none of them is lost', async () => {
  const names = Array.from({ length: 100_000 }, (_, index) => `${1_700_000_000_000 + index},1,n${index},true`)
  const { run } = await imported(`timeStamp,elapsed,label,success\n${names.join('\n')}\n`)
  expect(run).toMatchObject({ state: 'complete', requests: 100_000 })
  expect(run.labels).toHaveLength(500 - 1)
})

test.each([
  [
    'semicolons and a German decimal comma',
    (text: string) => text.replaceAll(',', ';').replaceAll(';12;', ';12,0;'),
    'resultsAllSkipped',
  ],
  ['zeros', () => '\0'.repeat(3_000_000), 'resultsUnknown'],
])('%s are refused at once', async (_, change, detail) => {
  const answer = await importText(
    change(`${defaultHeader}\n1700000000000,12,home,200,OK,G 1-1,text,true,,1,1,1,1,null,1,0,1\n`),
  )
  expect(answer).toMatchObject({
    code: 'FileContentRefused',
    message: expect.stringContaining(details[detail]?.en ?? ''),
  })
})

/** Many rows, so that an active import can be observed. */
const longText = (rows: number) => `${defaultHeader}\n${`${lines[1]}\n`.repeat(rows)}`

describe('while an import is under way', () => {
  const start = async (given = text) => {
    const { data } = await importText(given)
    if (data === undefined) throw new Error('refused')
    return data
  }

  test('its record is there and no run, the next one waits, both can be cancelled and leave nothing', async () => {
    const [first, second] = [await start(longText(300_000)), await start()]
    expect(first).toMatchObject({ state: 'new', cause: null, importing: { fileName: 'results.jtl' } })
    expect((await get(second.id)).importing).toMatchObject({ stage: 'waiting', ahead: 1, outcome: null })
    const home = await server.call(calls.project.home, { projectId }, owner)
    expect(home.runs.active).toBe(0)
    const refusal = await server.fail(calls.run.delete, { projectId, ids: [first.id] }, owner)
    expect(refusal.code).toBe('RunActive')
    await server.call(calls.run.cancelImport, { projectId, id: second.id }, owner)
    await server.call(calls.run.cancelImport, { projectId, id: first.id }, owner)
    for (const { id } of [first, second]) {
      expect((await server.fail(calls.run.get, { projectId, id }, owner)).code).toBe('NotFound')
    }
    const left = await server.database
      .selectFrom('result_imports')
      .select('run_id')
      .where('has_file', '=', true)
      .execute()
    expect(left).toEqual([])
    const late = await server.fail(
      calls.run.cancelImport,
      { projectId, id: (await imported(text)).run.id },
      owner,
    )
    expect(late.code).toBe('ImportNotActive')
  }, 120_000)
})

test('a server that ends leaves its imports to the next one, which counts every row once', async () => {
  const testDatabase = await createTestDatabase()
  const { database } = testDatabase
  const fileFolder = await mkdtemp(join(tmpdir(), 'pone-imports-'))
  const open = async (name: string) => {
    const opened = await createTestServer({
      database,
      replica: { name, key: Buffer.alloc(32, 7), fileFolder },
    })
    await opened.start()
    return opened
  }
  const first = await open('one')
  const second = await open('two')
  try {
    await first.addUser('keeper')
    const as = await first.signIn('keeper')
    const own = (await first.call(calls.project.create, { name: 'R', code: 'R' }, as)).id
    const { data } = await importBytes(new TextEncoder().encode(longText(60_000)), {}, 'results.jtl', {
      of: first,
      token: as.token,
      projectId: own,
    })
    const id = data?.id ?? ''
    await first.services.execution.imports.close()
    const seen = await second.call(calls.run.get, { projectId: own, id }, as)
    expect([seen.state, seen.importing?.outcome]).toEqual(['new', null])
    // It leaves the list and joins again under another name; the next server takes over its work.
    await database.updateTable('controllers').set({ seen_at: 0 }).where('name', '=', 'one').execute()
    const third = await open('three')
    await third.services.execution.imports.idle()
    const ended = await second.call(calls.run.get, { projectId: own, id }, as)
    expect(ended).toMatchObject({ state: 'complete', requests: 60_000, importing: { stage: 'done' } })
    const report = await second.call(calls.run.live, { projectId: own, id }, as)
    expect(report.total.count).toBe(60_000)
    await third.close()
  } finally {
    await first.close()
    await second.close()
    await testDatabase.close()
    await rm(fileFolder, { recursive: true })
  }
}, 120_000)

test('an import that fails says why, keeps its file where another try may help, and is tried again', async () => {
  const dated = (at: string) => `${at},10,home,200,OK,G 1-1,text,true,,1,1,1,1,null,1,0,1`
  // The ambiguous dates come after the part that is checked first.
  const rows = Array.from({ length: 60_000 }, () => dated('2024-04-03 10:00:00'))
  const { run, importing } = await imported(
    `${defaultHeader}\n${rows.join('\n')}\n${dated('03/04/2024 10:00:05')}\n`,
  )
  expect(run).toMatchObject({ state: 'failed', cause: 'importFailed', requests: 0 })
  expect(importing).toMatchObject({
    stage: 'failed',
    canRetry: true,
    failure: { code: 'ResultsDatesAmbiguous', message: expect.stringContaining('03/04/2024') },
  })
  await server.call(calls.run.retryImport, { projectId, id: run.id, dateOrder: 'dayFirst' }, owner)
  await server.services.execution.imports.idle()
  expect(await get(run.id)).toMatchObject({ state: 'complete', requests: 60_001 })
  const again = await server.fail(calls.run.retryImport, { projectId, id: run.id }, owner)
  expect(again.code).toBe('ImportNotRepeatable')
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
