import { describe, expect, it } from 'vitest'
import { type Chosen, readChosen, wholeRun, writeChosen } from './comparison-address.ts'

const id = (digit: string) => `${digit.repeat(8)}-1111-4111-8111-111111111111`
const [a, b, c] = [id('a'), id('b'), id('c')]
const read = (text: string) => readChosen(new URLSearchParams(text))

describe('the address of a comparison', () => {
  it.each<[string, Chosen]>([
    ['nothing', { runs: [], baseline: null, part: wholeRun }],
    [
      'two whole runs',
      { runs: [a, b].map(run => ({ id: run, part: null })), baseline: null, part: wholeRun },
    ],
    [
      'another baseline, a common part and one of its own',
      {
        runs: [
          { id: a, part: null },
          { id: b, part: { from: 30, to: 90 } },
          { id: c, part: { from: 0, to: null } },
        ],
        baseline: c,
        part: { from: 60, to: null },
      },
    ],
  ])('tells what was chosen: %s', (_name, chosen) => {
    expect(readChosen(writeChosen(new URLSearchParams(), chosen))).toEqual(chosen)
  })

  it('keeps other parameters, and omits default values', () => {
    const chosen = { runs: [{ id: a, part: null }], baseline: a, part: wholeRun }
    expect(writeChosen(new URLSearchParams('metric=p99Ms&part=5-'), chosen).toString()).toBe(
      `metric=p99Ms&runs=${a}`,
    )
  })

  it('ignores duplicate and malformed runs, and takes ten at most', () => {
    expect(read(`runs=${a}_${a}.5-9_x_${b}.oops`).runs).toEqual([
      { id: a, part: null },
      { id: b, part: null },
    ])
    const many = Array.from({ length: 16 }, (_, at) => id(at.toString(16)))
    expect(read(`runs=${many.join('_')}`).runs).toHaveLength(10)
  })
})
