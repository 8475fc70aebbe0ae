import { expect, test } from 'vitest'
import { natureOf } from './resource-nature.ts'
import { type MonitorTypeInput, monitorTypeSchema } from './type.ts'

const names = { zh: '名称', en: 'Name' }
type Counter = MonitorTypeInput['sections'][number]['counters'][number]
type Computed = NonNullable<MonitorTypeInput['sections'][number]['computed']>[number]

const typeOf = (counters: Partial<Counter>[], computed: Partial<Computed>[] = []) =>
  monitorTypeSchema.safeParse({
    name: 'own',
    version: 1,
    category: 'custom',
    names,
    triedOn: [],
    transport: 'http',
    params: [],
    sections: [
      {
        key: 's',
        names,
        request: { path: '/', answer: { format: 'metrics', labels: [], fields: {} } },
        counters: counters.map((each, at) => ({
          key: `c${at}`,
          kind: 'gauge',
          unit: 'count',
          names,
          help: names,
          ...each,
        })),
        computed: computed.map((each, at) => ({
          key: `d${at}`,
          expression: 'c0',
          unit: '%',
          names,
          help: names,
          ...each,
        })),
      },
    ],
    charts: [],
  })

const naturesOf = (...given: Parameters<typeof typeOf>) => {
  const [section] = typeOf(...given).data?.sections ?? []
  if (section === undefined) throw new Error('the type is refused')
  return [...section.counters, ...section.computed].map(counter => natureOf(counter, section))
}

test('without a nature, role and unit decide, whatever the name', () => {
  const use = { role: 'utilisation' } as const
  const all = [
    { key: 'heapLock', ...use, unit: '%' },
    { key: 'busyCpu', ...use, unit: 'bytes' },
    { key: 'memorySlots', ...use },
    { key: 'lockWaits', role: 'saturation' as const },
    { key: 'unitless', ...use, unit: '' },
    { key: 'plain' },
  ]
  expect(naturesOf(all)).toEqual(['busy', 'space', 'held', null, null, null])
})

test('a share of a counter that has a capacity says the same and is left out; a stated nature is taken', () => {
  const held = { role: 'utilisation', capacity: 10 } as const
  expect(naturesOf([held], [{ role: 'utilisation' }, { role: 'utilisation', nature: 'busy' }])).toEqual([
    'held',
    null,
    'busy',
  ])
  expect(
    naturesOf([
      { ...held, nature: 'none' },
      { role: 'saturation', nature: 'waiting' },
    ]),
  ).toEqual([null, 'waiting'])
})

test('a queue must be a counter of the type', () => {
  expect(typeOf([{ role: 'utilisation', queue: 's.c1' }, {}]).success).toBe(true)
  expect(typeOf([{ role: 'utilisation', queue: 'c1' }, {}]).success).toBe(true)
  expect(typeOf([{ role: 'utilisation', queue: 'c2' }, {}]).error?.issues[0]?.message).toContain(
    'no counter, label or parameter c2',
  )
})
