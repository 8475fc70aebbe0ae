import type { MixTemplate } from '@pone/plan/production-mix/production-mix.ts'
import { expect, test } from 'vitest'
import { toStoredBatch } from '../../batches/stored-batch.ts'
import { reportHtml } from '../../report/html/report-html.ts'
import { makeReport, type ReportStore } from '../../report/make-report.ts'
import { reportRange } from '../../report-range.ts'
import type { BoundMix, RunMix } from '../../run-mix.ts'
import { sampleRun } from '../../sample-run.ts'
import type { MixFidelity } from './data.ts'
import { overlapPercent } from './overlap.ts'

const seconds = 30
const sample = sampleRun({ seconds, workers: 2 })
const stored = sample.batches
  .map(batch => toStoredBatch(batch, label => sample.record.labels[label]?.kind === 'request'))
  .toSorted((one, other) => one.second - other.second)
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

function reportOf(mix: BoundMix | null, part: { fromMs: number; toMs: number } | null = null) {
  const store: ReportStore = {
    runs: { machines: async () => [...sample.machines], events: async () => [] },
    batches: {
      read: async function* (_runId, from = 0, to = Number.POSITIVE_INFINITY) {
        yield stored.filter(({ second }) => second >= from && second <= to)
      },
      samples: async () => [],
      workerTotals: async () => [],
    },
    mixOf: async () => mix,
  }
  const range = reportRange(seconds * 1_000, part ?? { fromMs: null, toMs: null })
  return makeReport({ record: sample.record, range, now: 0 }, store)
}

async function fidelityOf(
  mix: BoundMix,
  part: { fromMs: number; toMs: number } | null = null,
): Promise<MixFidelity> {
  const { mix: found } = await reportOf(mix, part)
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
