import { expect, it } from 'vitest'
import type { Translate } from '../../../lib/i18n.ts'
import { flameMarks } from './flame-marks.ts'

const t: Translate = (_, params) => `${params?.['name']} ${params?.['part']}`
const startedAt = 1_000_000
const taken = (name: string, fromMs: number | null, durationMs: number | null = 30_000) => ({
  id: name,
  name,
  startedAt: fromMs === null ? null : startedAt + fromMs,
  durationMs,
})

it('a flame diagram is marked from when to when of the run it was taken', () => {
  expect(flameMarks([taken('a', 10_000)], startedAt, t)).toEqual([
    {
      key: 'a',
      from: 10,
      to: 40,
      label: 'a 0:10 – 0:40',
      href: expect.stringMatching(/viewFlameDiagram\?id=a$/),
    },
  ])
})

it('one that began before the run is marked from the start of the run', () => {
  expect(flameMarks([taken('a', -5_000)], startedAt, t)).toMatchObject([
    { from: 0, to: 25, label: 'a 0:00 – 0:25' },
  ])
})

it('one without a length is marked at its instant', () => {
  expect(flameMarks([taken('a', 5_000, null)], startedAt, t)).toMatchObject([{ from: 5, to: 5 }])
})

it.each([
  ['that ended before the run', taken('a', -60_000), startedAt],
  ['whose file does not tell when', taken('a', null), startedAt],
  ['of a run that has not started', taken('a', 0), null],
])('one %s has no mark', (_, diagram, start) => {
  expect(flameMarks([diagram], start, t)).toEqual([])
})
