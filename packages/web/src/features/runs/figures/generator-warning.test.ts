import { expect, test } from 'vitest'
import { doubtfulMachines, doubtfulParts, joinParts } from './generator-warning.ts'

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

test('of a report the parts are told, joined where machines or stretches overlap or touch', () => {
  const overload = (fromSecond: number, toSecond: number, reason: string) => ({
    fromSecond,
    toSecond,
    reasons: [reason],
  })
  const machines = [
    {
      name: 'load-1',
      overloads: [overload(30, 40, 'cpu'), overload(4, 9, 'eventLoop'), overload(10, 12, 'cpu')],
    },
    { name: 'load-2', overloads: [] },
  ]
  expect(doubtfulParts(machines)).toEqual([
    {
      machine: 'load-1',
      parts: [
        { fromSecond: 4, toSecond: 12 },
        { fromSecond: 30, toSecond: 40 },
      ],
      reasons: ['cpu', 'eventLoop'],
    },
  ])
  expect(joinParts([overload(5, 20, ''), overload(6, 7, ''), overload(22, 23, '')])).toMatchObject([
    { fromSecond: 5, toSecond: 20 },
    { fromSecond: 22, toSecond: 23 },
  ])
})
