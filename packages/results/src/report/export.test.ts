import { describe, expect, test } from 'vitest'
import { encodeLabels } from '../batches/label-codec.ts'
import { toStoredBatch } from '../batches/stored-batch.ts'
import { reportRange } from '../report-range.ts'
import { sampleRun } from '../sample-run.ts'
import { reportCsv } from '../sections/figures/csv.ts'
import { reportSections } from '../sections/registry.ts'
import { emptyFields, reportContentSchema } from './content.ts'
import { reportFileName } from './file-name.ts'
import { reportHtml } from './html/report-html.ts'
import { makeReport, type ReportStore } from './make-report.ts'

const sample = sampleRun({ seconds: 90 })
const stored = sample.batches
  .map(batch => toStoredBatch(batch, label => sample.record.labels[label]?.kind === 'request'))
  .sort((a, b) => a.second - b.second)
const workerIds = [...new Set(stored.map(batch => batch.workerId))]
const store: ReportStore = {
  runs: { machines: async () => [...sample.machines], events: async () => [...sample.events] },
  batches: {
    read: async function* (_runId, from = 0, to = Number.POSITIVE_INFINITY) {
      yield stored.filter(({ second }) => second >= from && second <= to)
    },
    samples: async () => [],
    workerTotals: async () =>
      workerIds.map(workerId => {
        const own = stored.filter(batch => batch.workerId === workerId)
        const counted = own.reduce((sum, batch) => sum + batch.counted, 0)
        const sent = own.at(-1)?.sent ?? 0
        return {
          workerId,
          sent,
          completed: sent,
          samples: counted,
          lost: 0,
          repeated: 0,
          hasEnded: true,
          isWhole: true,
        }
      }),
  },
}
const whole = reportRange(90_000, { fromMs: null, toMs: null })
const content = await makeReport({ record: sample.record, range: whole, now: 0 }, store)

describe('the content', () => {
  test('answers: broken rule, counts that reconcile, the overloaded machine', () => {
    expect(content).toMatchObject({ verdict: 'failed', missing: [], reconciliation: { isReconciled: true } })
    expect(content.sla.map(({ state }) => state)).toEqual(['broken', 'passed', 'passed'])
    expect(content.machines).toMatchObject([{ name: 'load-01', isOverloaded: true, maxCpu01: 0.97 }])
    expect(content.distribution.reduce((sum, { count }) => sum + count, 0)).toBe(content.total.count)
    expect(content.seconds.filter(second => second.isSuspect).map(({ second }) => second)).toEqual([
      71, 72, 73, 74, 75, 76, 77,
    ])
  })

  test('is invalid where the load machines were overloaded for most of the time', async () => {
    expect(content.isGeneratorLimit).toBe(false)
    // The batches of the sample once more, each told as at the machine's limit.
    const limited: typeof store = {
      ...store,
      batches: {
        ...store.batches,
        read: async function* (...given) {
          for await (const batches of store.batches.read(...given))
            yield batches.map(batch => ({
              ...batch,
              health: batch.health && { ...batch.health, cpu01: 0.99 },
            }))
        },
      },
    }
    const invalid = await makeReport({ record: sample.record, range: whole, now: 0 }, limited)
    expect(invalid).toMatchObject({ verdict: 'invalid', isGeneratorLimit: true })
    expect(reportHtml(invalid, { language: 'en', projectName: 'Shop' })).toContain(
      'The load machines were overloaded for at least half of the time',
    )
  })

  test('is condensed to 1,200 points at most, by merging', async () => {
    const record = { ...sample.record, endedAt: (sample.record.startedAt ?? 0) + 5_000_000 }
    const range = reportRange(5_000_000, { fromMs: null, toMs: null })
    const long = await makeReport({ record, range, now: 0 }, store)
    expect(long.secondsPerPoint).toBe(5)
    expect(long.seconds.reduce((sum, second) => sum + second.requests, 0)).toBe(long.total.count)
  })

  test('a section that fails is named, and spoils nothing else', async () => {
    const broken = {
      name: 'distribution',
      start: () => ({
        finish: () => {
          throw new Error('no ink')
        },
      }),
    }
    const sections = Object.values({ ...reportSections, distribution: broken })
    const partly = await makeReport({ record: sample.record, range: whole, now: 0 }, store, sections)
    expect(partly.missing).toEqual([{ section: 'distribution', reason: 'no ink' }])
    expect(partly.distribution).toEqual([])
    expect(partly.total).toEqual(content.total)
  })

  test('is what its schema says, and is read with nothing new where an older version stored it', () => {
    expect(reportContentSchema.parse(content)).toEqual(content)
    const isNew = (key: string) => ['phases', 'lateStarts', 'droppedStarts'].includes(key)
    const stored = JSON.stringify(content, (key, value: unknown) => (isNew(key) ? undefined : value))
    const old = reportContentSchema.parse(JSON.parse(stored))
    expect(old.labels[0]?.phases).toBeNull()
    expect(reportHtml(old, { language: 'en', projectName: 'Shop' })).not.toMatch(/undefined|NaN/)
  })

  test('every field has its section', () => {
    expect(Object.keys(emptyFields()).sort()).toEqual(
      Object.keys(content)
        .filter(key => !['run', 'fromMs', 'toMs', 'verdict', 'isGeneratorLimit', 'missing'].includes(key))
        .sort(),
    )
  })
})

describe('the HTML file', () => {
  test.each(['zh', 'en'] as const)('in %s needs nothing from outside and holds every section', language => {
    const page = reportHtml(content, { language, projectName: 'Shop' })
    expect(page).not.toMatch(/<script|<link|src=|@import|url\(/)
    expect(page.match(/<section>/g)).toHaveLength(10)
    expect(page).not.toMatch(/undefined|NaN|\[object/)
    expect(page).not.toMatch(/\{(?!id\})\w+\}/)
  })

  test('of a run driven by arrivals counts those that began late or not at all', () => {
    const scenario = { ...content.run.scenario, drive: 'arrivals' as const }
    const seconds = content.seconds.map(second => ({ ...second, lateStarts: 1, droppedStarts: 2 }))
    const page = (run: typeof content.run) =>
      reportHtml({ ...content, run, seconds }, { language: 'en', projectName: 'Shop' })
    expect(page({ ...content.run, scenario })).toContain('180<small>90 late</small>')
    expect(page(content.run)).not.toContain(' late<')
  })

  test('shows no open connections of a run of JMeter, which does not tell them', () => {
    const scenario = { ...content.run.scenario, engine: 'jmeter' as const }
    const page = (run: typeof content.run) =>
      reportHtml({ ...content, run }, { language: 'en', projectName: 'Shop' })
    expect(page(content.run)).toContain('Open connections')
    expect(page({ ...content.run, scenario })).not.toContain('Open connections')
  })

  test('shows why a load machine was overloaded', () => {
    const page = reportHtml(content, { language: 'en', projectName: 'Shop' })
    expect(page).toContain('load-01 is overloaded: one CPU core fully used, high event-loop delay')
  })

  test('shows names that look like markup as text', () => {
    const run = { ...content.run, scenarioName: '<img src=x onerror=alert(1)>' }
    expect(reportHtml({ ...content, run }, { language: 'en', projectName: '"><script>' })).not.toMatch(
      /<img|<script/,
    )
  })
})

describe('requests of transactions', () => {
  const text = (page: string) =>
    [...page.matchAll(/<tr[^>]*><td[^>]*>([^<]*)/g)].map(([, name]) => name).slice(3)

  test('stand under them in the HTML file, those outside last', () => {
    const page = reportHtml(content, { language: 'en', projectName: 'Shop' })
    expect(text(page).slice(0, 9)).toEqual([
      'Transactions with their requests',
      '登录',
      'POST /login',
      '下单',
      'Requests outside transactions',
      '打开首页',
      '商品列表',
      'GET /goods/${id}',
      'All requests',
    ])
    expect(page).toContain('under the innermost transaction that contains it')
  })

  test('are in groups by kind where an older version does not tell to which they belong', () => {
    const labels = JSON.parse(
      JSON.stringify(content.labels, (key, value: unknown) => (key === 'parent' ? undefined : value)),
    )
    const page = reportHtml({ ...content, labels }, { language: 'en', projectName: 'Shop' })
    expect(text(page).slice(0, 4)).toEqual(['Transactions', '登录', '下单', 'Requests'])
    expect(page).not.toContain('innermost')
  })

  test('name them in the last column of the CSV file', () => {
    const lines = reportCsv(content, 'en').split('\r\n').slice(1, -1)
    expect(lines.map(line => [line.split(',')[0], line.split(',').at(-1)])).toEqual([
      ['登录', ''],
      ['下单', ''],
      ['打开首页', ''],
      ['POST /login', '登录'],
      ['商品列表', ''],
      ['GET /goods/${id}', ''],
      ['All requests', ''],
    ])
  })

  test('are listed under a transaction that has not ended within the part, which has no times', async () => {
    const withoutTransactions = stored.map(batch => ({
      ...batch,
      labels: encodeLabels(
        sample.batches
          .find(each => each.workerId === batch.workerId && each.seq === batch.seq)
          ?.labels.filter(({ label }) => label > 1) ?? [],
      ),
    }))
    const batches = {
      ...store.batches,
      read: async function* () {
        yield withoutTransactions
      },
    }
    const part = await makeReport({ record: sample.record, range: whole, now: 0 }, { ...store, batches })
    expect(part.labels[0]).toMatchObject({ label: { name: '登录' }, count: 0 })
    expect(reportCsv(part, 'en').split('\r\n')[1]).toMatch(/^登录,Transaction,商城主流程,0,0,0,,,,/)
    const page = reportHtml(part, { language: 'en', projectName: 'Shop' })
    expect(page).toMatch(/登录<\/td><td class="n">0<\/td><td class="n">0<\/td><td class="n">–<\/td>/)
  })
})

describe('the CSV file', () => {
  const lines = reportCsv(content, 'en').split('\r\n')
  test('begins with a byte-order mark and has a line per label, one for all, and a header', () => {
    expect(lines[0]?.startsWith('\uFEFFName,Kind,Component,Count')).toBe(true)
    expect(lines).toHaveLength(content.labels.length + 3)
    expect(lines.at(-2)?.startsWith(`All requests,,,${content.total.count},`)).toBe(true)
  })

  test.each(['=1+1', '+1', '-cmd', '@SUM(A1)', '\tx'])('a label called %j is no formula', name => {
    const [first] = content.labels
    if (first === undefined) throw new Error('no labels')
    const csv = reportCsv({ ...content, labels: [{ ...first, label: { ...first.label, name } }] }, 'en')
    expect(csv.split('\r\n')[1]?.startsWith(`'${name}`)).toBe(true)
  })

  test('quotes, commas and line ends stay in their cell', () => {
    const [first] = content.labels
    if (first === undefined) throw new Error('no labels')
    const name = 'a,"b"\nc'
    const csv = reportCsv({ ...content, labels: [{ ...first, label: { ...first.label, name } }] }, 'en')
    expect(csv).toContain('"a,""b""\nc"')
  })
})

test('file names hold nothing that a file system refuses', () => {
  const run = { ...content.run, scenarioName: 'a/b:c*?' }
  expect(reportFileName({ ...content, run }, { language: 'en', ending: 'html' })).toMatch(
    /^a-b-c---12-report-2026-11-\d\d\.html$/,
  )
})

test('a report with hostile names runs nothing and fetches nothing', () => {
  const hostile = `</title></style></script><script>alert(1)</script><img src=https://evil.example onerror=alert(2)>"'><svg onload=alert(3)>`
  const spoilt = reportContentSchema.parse(
    JSON.parse(JSON.stringify(content), (key, value: unknown) =>
      ['name', 'component', 'scenarioName', 'message', 'clusterName', 'startedBy', 'detail'].includes(key) &&
      typeof value === 'string'
        ? hostile
        : value,
    ),
  )
  for (const language of ['zh', 'en'] as const) {
    const page = reportHtml(spoilt, { language, projectName: hostile })
    expect(page).toContain('&lt;script&gt;alert(1)')
    // No element and no attribute came of a name.
    expect(page).not.toMatch(/<script|<img|<[^>]*\son\w+\s*=/i)
    expect(page.match(/<\/style>/g)).toHaveLength(1)
    const policy =
      /<head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="([^"]*)">/.exec(
        page,
      )?.[1]
    expect(policy?.replaceAll('&#39;', "'")).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'",
    )
  }
})
