import { expect, test } from 'vitest'
import { doubtfulMachines } from './generator-warning.ts'

const overloaded = (machine: string, second: number | undefined, reason: string, at = 0) => ({
  kind: 'generatorOverloaded' as const,
  at,
  params: { machine, reason, ...(second === undefined ? {} : { second }) },
})

test.each([
  { what: 'nothing happened', events: [], found: [] },
  {
    what: 'something else happened',
    events: [{ kind: 'machineLost' as const, at: 0, params: {} }],
    found: [],
  },
  {
    what: 'one machine twice: its first second, all reasons once',
    events: [overloaded('m-1', 9, 'cpu'), overloaded('m-1', 4, 'cpu,eventLoop')],
    found: [{ machine: 'm-1', fromSecond: 4, reasons: ['cpu', 'eventLoop'] }],
  },
  {
    what: 'two machines: the earlier first',
    events: [overloaded('m-1', 9, 'cpu'), overloaded('m-2', 3, '')],
    found: [
      { machine: 'm-2', fromSecond: 3, reasons: [] },
      { machine: 'm-1', fromSecond: 9, reasons: ['cpu'] },
    ],
  },
  {
    what: 'an event of an older version, without its second',
    events: [overloaded('m-1', undefined, 'cpu', 17_500)],
    found: [{ machine: 'm-1', fromSecond: 7, reasons: ['cpu'] }],
  },
])('results are doubtful: $what', ({ events, found }) => {
  expect(doubtfulMachines(events, 10_000)).toEqual(found)
})
