import { expect, test } from 'vitest'
import type { ChartRange } from '../../../../ui/chart/chart-range.tsx'
import { chosenPart } from './chosen-part.ts'

const whole = { fromMs: 0, toMs: 56_700 }
const part = { fromMs: 10_000, toMs: 30_000 }

test.each([
  ['whole seconds are kept', [10, 20], whole, { fromMs: 10_000, toMs: 20_000 }],
  ['every second that was touched is taken', [10.3, 19.2], whole, { fromMs: 10_000, toMs: 20_000 }],
  ['a moment is its second', [12.4, 12.5], whole, { fromMs: 12_000, toMs: 13_000 }],
  ['the last second goes as far as the run', [50.5, 60], whole, { fromMs: 50_000, toMs: 56_700 }],
  ['nothing before the start', [-2, 3], whole, { fromMs: 0, toMs: 3_000 }],
  ['a report of a part has no more than it', [5, 40], part, part],
  ['nothing outside of the report', [31, 40], part, null],
  ['nothing chosen', null, whole, null],
] as const)('%s', (_what, range, report, chosen) => {
  expect(chosenPart(range as ChartRange, report, 56_700)).toEqual(chosen)
})
