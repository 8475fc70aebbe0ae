import { type ReportContent, reportContentSchema } from '@pone/results/report/content.ts'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { draw } from '../../../../test-page.tsx'
import { runDetailOf } from '../../../../test-runs.ts'
import { MixPart } from './mix.tsx'

const template = {
  name: 'GET /orders/{id}',
  production: 90,
  productionPercent: 90,
  run: 30,
  failed: 3,
  runPercent: 75,
  labels: ['Show an order'],
  productionBytes: { mean: 2_048, p50: 1_024, p95: null },
  runBytes: 3_072,
}
const stranger = {
  ...template,
  name: 'Coupons',
  production: 0,
  productionPercent: 0,
  run: 10,
  failed: 0,
  runPercent: 25,
  productionBytes: null,
}
const fidelity = {
  name: 'Monday',
  fromMs: 0,
  toMs: 60_000,
  fromSeconds: 20,
  production: 100,
  productionOthers: 10,
  run: 40,
  failed: 3,
  leftOut: 5,
  overlapPercent: 75,
  templates: [template, stranger],
  sizes: { productionBytes: 2_048, runBytes: 3_072 },
  intervalSeconds: 1,
  arrivals: {
    intervalSeconds: 1,
    firstSecond: 2,
    production: [1, 3],
    run: [10, 30],
    productionPerSecond: 2,
    runPerSecond: 20,
    overlapPercent: 100,
  },
}

async function drawMix(mix: unknown) {
  // Only what the section reads.
  const content = { run: runDetailOf(1), mix: reportContentSchema.shape.mix.parse(mix) } as ReportContent
  await draw(<MixPart content={content} />)
}
const cellsOf = (name: RegExp) =>
  within(screen.getByRole('row', { name }))
    .getAllByRole('cell')
    .map(cell => cell.textContent)

test('requests stand with their shares, what one side lacks, and the definition of the overlap', async () => {
  await drawMix(fidelity)
  expect(cellsOf(/^GET/)).toEqual([
    'GET /orders/{id}',
    '90 %',
    '75 %',
    '−15.00',
    '30',
    '3',
    '2 KiB / 1 KiB / –',
    '3 KiB',
  ])
  expect(cellsOf(/^Coupons/).slice(0, 4)).toEqual(['Coupons · not in production', '0 %', '25 %', '+25.00'])
  expect(cellsOf(/^Other, rare/).slice(0, 4)).toEqual([
    'Other, rare requests · not in the run',
    '10 %',
    '0 %',
    '−10.00',
  ])
  screen.getByText(/100 requests in production, 40 HTTP requests of the run that ended, 3 of them failed/)
  screen.getByText(/5 more requests are not compared/)
  screen.getByText(/^Overlap of request shares: 100 % less half the sum/)
  screen.getByText(/Compared is 0:02 – 0:04 of the run with the mix from its second 22 on/)
})

test('without requests there are no shares of the run and no overlap, and the reason is told', async () => {
  const none = { ...template, run: 0, failed: 0, runPercent: 0, runBytes: null }
  await drawMix({
    ...fidelity,
    run: 0,
    failed: 0,
    overlapPercent: null,
    sizes: null,
    templates: [none],
    arrivals: 'tooShort',
  })
  expect(cellsOf(/^GET/).slice(1, 4)).toEqual(['90 %', '–', '–'])
  screen.getByText('No request that could be compared ended in this part, so there is no overlap.')
  screen.getByText(/fewer than two whole intervals of 1 s in common/)
})

test('a mix that was deleted is told, and nothing stands there without a mix', async () => {
  await drawMix('deleted')
  screen.getByText(/has been deleted, so there is nothing to compare with/)
  await drawMix(null)
  expect(screen.getAllByRole('heading')).toHaveLength(1)
})
