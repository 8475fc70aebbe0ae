import type { Batch } from '@pone/contract/link/batch.ts'
import type { MixTemplate } from '@pone/plan/production-mix/production-mix.ts'
import { expect, test } from 'vitest'
import { type StoredBatch, toStoredBatch } from '../../batches/stored-batch.ts'
import { reportHtml } from '../../report/html/report-html.ts'
import { makeReport, type ReportStore } from '../../report/make-report.ts'
import { reportRange } from '../../report-range.ts'
import type { BoundMix, RunMix } from '../../run-mix.ts'
import { sampleRun } from '../../sample-run.ts'
import type { MixFidelity } from './data.ts'
import { overlapPercent } from './overlap.ts'

const seconds = 30
const sample = sampleRun({ seconds, workers: 2 })
const inStoredForm = (batches: readonly Batch[]): StoredBatch[] =>
  batches
    .map(batch => toStoredBatch(batch, label => sample.record.labels[label]?.kind === 'request'))
    .toSorted((one, other) => one.second - other.second)
const stored = inStoredForm(sample.batches)
const [home = 0, login = 0, goods = 0, one = 0] = sample.record.labels
  .filter(({ kind }) => kind === 'request')
  .map(({ index }) => index)

const template = (name: string, count: number, meanBytes: number | null = null): MixTemplate => {
  const [method = '', path = ''] = name.split(' ')
  const sizes = meanBytes === null ? null : { count, meanBytes, p50Bytes: 90, p95Bytes: 300 }
  return { method, path, origin: '', url: path, count, sizes }
}
const request = (label: number, method: string, path: string | null) => ({ label, name: '', method, path })

const bound: RunMix = {
  name: 'Monday',
  fromSeconds: 0,
  document: {
    fromMs: 0,
    toMs: 59_500,
    requests: 100,
    otherRequests: 5,
    intervalSeconds: 1,
    arrivals: Array.from({ length: 60 }, () => 2),
    templates: [template('GET /', 60, 100), template('POST /login', 25), template('GET /cart', 10)],
  },
  requests: [
    request(home, 'GET', '/'),
    request(login, 'POST', '/login'),
    request(goods, 'GET', '/goods'),
    request(one, 'GET', '/app.js'),
  ],
}

type Part = { readonly fromMs: number; readonly toMs: number } | null

function reportOf(mix: BoundMix | null, part: Part = null, batches = stored) {
  const store: ReportStore = {
    runs: { machines: async () => [...sample.machines], events: async () => [] },
    batches: {
      read: async function* (_runId, from = 0, to = Number.POSITIVE_INFINITY) {
        yield batches.filter(({ second }) => second >= from && second <= to)
      },
      samples: async () => [],
      workerTotals: async () => [],
    },
    mixOf: async () => mix,
  }
  const range = reportRange(seconds * 1_000, part ?? { fromMs: null, toMs: null })
  return makeReport({ record: sample.record, range, now: 0 }, store)
}

async function fidelityOf(mix: BoundMix, part: Part = null, batches = stored): Promise<MixFidelity> {
  const { mix: found } = await reportOf(mix, part, batches)
  if (found === null || typeof found === 'string') throw new Error('There is no comparison')
  return found
}

test('each request has its shares in production and in the run, what one side lacks is told', async () => {
  const { labels, missing, mix } = await reportOf(bound)
  if (mix === null || typeof mix === 'string') throw new Error('There is no comparison')
  const countOf = (label: number) => labels.find(row => row.label.index === label)?.count ?? 0
  const compared = [home, login, goods].map(countOf)
  const all = compared.reduce((sum, count) => sum + count, 0)
  const shares = compared.map(count => count / all)
  expect(missing).toEqual([])
  expect(mix).toMatchObject({
    name: 'Monday',
    production: 100,
    productionOthers: 5,
    run: all,
    leftOut: countOf(one),
  })
  expect(
    mix.templates.map(({ name, productionPercent, run, labels: own }) => [name, productionPercent, run, own]),
  ).toEqual([
    ['GET /', 60, compared[0], [sample.record.labels[home]?.name]],
    ['POST /login', 25, compared[1], [sample.record.labels[login]?.name]],
    ['GET /cart', 10, 0, []],
    [sample.record.labels[goods]?.name, 0, compared[2], [sample.record.labels[goods]?.name]],
  ])
  expect(mix.templates.map(({ run, runPercent }) => [run, runPercent])).toEqual(
    [compared[0], compared[1], 0, compared[2]].map((count = 0) => [count, (count / all) * 100]),
  )
  expect(mix.overlapPercent).toBeCloseTo(
    100 * (Math.min(0.6, shares[0] ?? 0) + Math.min(0.25, shares[1] ?? 0)),
  )
})

test('sizes are compared of requests whose size is known on both sides', async () => {
  const { templates, sizes } = await fidelityOf(bound)
  expect(templates[0]?.productionBytes).toEqual({ mean: 100, p50: 90, p95: 300 })
  expect(sizes).toEqual({ productionBytes: 100, runBytes: templates[0]?.runBytes })
  expect(templates[2]).toMatchObject({ productionBytes: null, runBytes: null })
})

test('the same path of several hosts counts as one request, whose quantiles are not known', async () => {
  const document = {
    ...bound.document,
    otherRequests: 0,
    templates: [
      { ...template('GET /', 60, 100), origin: 'https://a.example' },
      { ...template('GET /', 40, 200), origin: 'https://b.example' },
    ],
  }
  const { templates } = await fidelityOf({ ...bound, document })
  expect(templates[0]).toMatchObject({
    name: 'GET /',
    productionPercent: 100,
    productionBytes: { mean: 140, p50: null, p95: null },
  })
})

test('several labels that stand for one request are added up, and a label of several requests is none of them', async () => {
  const requests = [
    request(home, 'GET', '/'),
    request(goods, 'GET', '/'),
    request(login, 'POST', '/login'),
    request(login, 'GET', '/cart'),
  ]
  const { templates, run } = await fidelityOf({ ...bound, requests })
  expect(templates[0]?.labels).toHaveLength(2)
  expect(templates.map(({ run: count }) => count > 0)).toEqual([true, false, false, true])
  expect(templates.reduce((sum, { run: count }) => sum + count, 0)).toBe(run)
})

test('the report of a part compares the part, as far as its seconds are whole', async () => {
  const whole = await fidelityOf(bound)
  const part = await fidelityOf(bound, { fromMs: 10_000, toMs: 20_000 })
  expect(whole.arrivals).toMatchObject({ firstSecond: 0, run: { length: 30 } })
  expect(part.arrivals).toMatchObject({ firstSecond: 10, run: { length: 10 } })
  expect(part.run).toBeLessThan(whole.run)
  const arrivals = typeof part.arrivals === 'string' ? [] : part.arrivals.run
  expect(arrivals.reduce((sum, count) => sum + count, 0)).toBe(part.run)
  expect((await fidelityOf(bound, { fromMs: 3_000, toMs: 4_000 })).arrivals).toBe('tooShort')
})

/**
 * Beside the machine of the sample a second one, which began 5 s later and whose seconds begin half a second after those
 * of the first one: of each second of the run it has two batches.
 */
const twoMachines: readonly Batch[] = [
  ...sample.batches,
  ...sampleRun({ seconds, workers: 1, seed: 11 }).batches.map(batch => ({
    ...batch,
    second: 5 + Math.floor(batch.second / 2),
    untilMs: (5 + batch.second / 2) * 1_000 + 500,
  })),
]
/** Compared requests that ended from one second of the run to another. */
const endedBetween = (from: number, to: number) =>
  twoMachines
    .filter(({ second }) => second >= from && second < to)
    .flatMap(({ labels }) => labels.filter(({ label }) => [home, login, goods].includes(label)))
    .reduce((sum, { passed, failed }) => sum + passed + failed, 0)
const inFourSeconds: RunMix = {
  ...bound,
  document: { ...bound.document, intervalSeconds: 4, arrivals: Array.from({ length: 15 }, () => 8) },
}

test.each([
  ['the whole run', null, [0, 30], [0, 28]],
  ['a part of it', { fromMs: 6_500, toMs: 21_000 }, [6, 21], [8, 20]],
] as const)(
  'of two machines whose seconds begin at different instants, counts and arrivals add up: %s',
  async (_, part, [from, to], [first, end]) => {
    const { run, templates, arrivals } = await fidelityOf(inFourSeconds, part, inStoredForm(twoMachines))
    expect(run).toBe(endedBetween(from, to))
    expect(templates.reduce((sum, { run: count }) => sum + count, 0)).toBe(run)
    if (typeof arrivals === 'string') throw new Error(arrivals)
    const intervals = Array.from({ length: (end - first) / 4 }, (__, at) => first + at * 4)
    expect(arrivals).toMatchObject({ firstSecond: first, intervalSeconds: 4 })
    expect(arrivals.run).toEqual(intervals.map(second => endedBetween(second, second + 4) / 4))
    expect(arrivals.runPerSecond).toBeCloseTo(endedBetween(first, end) / (end - first))
  },
)

test('a part without requests that could be compared has no overlap', async () => {
  const { overlapPercent: overlap, run, leftOut, arrivals } = await fidelityOf({ ...bound, requests: [] })
  expect({ overlap, run, arrivals }).toEqual({ overlap: null, run: 0, arrivals: 'noRequests' })
  expect(leftOut).toBeGreaterThan(0)
})

test.each(['zh', 'en'] as const)('the exported file in %s shows it', async language => {
  const html = async (mix: BoundMix | null) => reportHtml(await reportOf(mix), { language, projectName: 'P' })
  const title = language === 'zh' ? '与生产流量模型的吻合度' : 'Mix fidelity'
  const page = await html(bound)
  expect(page).toContain(title)
  expect(page).toContain('GET /cart')
  expect(page).not.toMatch(/undefined|NaN|\{\w+\}(?!<\/td>)/)
  expect(await html(null)).not.toContain(title)
  expect(await html('deleted')).toContain(language === 'zh' ? '已被删除' : 'has been deleted')
  expect(await html({ ...bound, requests: null })).toContain(
    language === 'zh' ? '无法与' : 'cannot be compared',
  )
})

test('shares that are equal overlap by 100 %, those that have nothing in common by 0 %', () => {
  expect(
    overlapPercent([
      [0.3, 0.3],
      [0.7, 0.7],
    ]),
  ).toBe(100)
  expect(
    overlapPercent([
      [1, 0],
      [0, 1],
    ]),
  ).toBe(0)
  expect(
    overlapPercent([
      [0.75, 0.5],
      [0.25, 0.5],
    ]),
  ).toBe(75)
})
