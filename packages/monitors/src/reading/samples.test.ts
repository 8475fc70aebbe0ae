import { expect, test } from 'vitest'
import type { MonitorSection } from '../type.ts'
import { samplesOf } from './samples.ts'

const names = { zh: '值', en: 'value' }
const section = (over: Partial<MonitorSection>): MonitorSection => ({
  key: 'queues',
  names,
  request: {},
  cadenceMs: 'frequency',
  timeoutMs: 1_000,
  answersAvailability: false,
  isTable: false,
  computed: [],
  counters: [
    { key: 'ready', kind: 'gauge', unit: 'count', names, help: names },
    { key: 'share', kind: 'gauge', unit: '%', names, help: names },
    { key: 'published', from: 'pub', kind: 'counter', unit: 'count', names, help: names, scale: 10 },
  ],
  ...over,
})

test('a field that is missing has no sample, one that is no number is unknown', () => {
  expect(samplesOf(section({}), [{ ready: 'x', pub: ' 2 ' }], new Set()).samples).toEqual([
    { counter: 'ready', kind: 'gauge', labels: {}, value: Number.NaN },
    { counter: 'published', kind: 'counter', labels: {}, value: 20 },
  ])
})

test('label sets above the limit are one sum where it has a meaning, and those kept before stay', () => {
  const rows = { labels: ['name'], limit: 2 }
  const queue = (name: string, ready: number) => ({ name, ready: `${ready}`, share: '50', pub: '1' })
  const known = new Set<string>()
  samplesOf(section({ rows }), [queue('b', 1), queue('c', 2)], known)
  const later = samplesOf(
    section({ rows }),
    [queue('a', 3), queue('b', 4), queue('c', 5), queue('d', 6)],
    known,
  )
  const ready = later.samples.filter(({ counter }) => counter === 'ready')
  expect(ready.map(({ labels, value }) => [labels['name'], value])).toEqual([
    ['b', 4],
    ['c', 5],
    ['other', 9],
  ])
  expect(later.samples.filter(({ counter }) => counter === 'share')).toHaveLength(2)
  expect(later.omittedSets).toBe(2)
  // A place that became free is given to the next.
  const freed = samplesOf(section({ rows }), [queue('a', 3), queue('c', 5)], known)
  expect(freed.samples.filter(({ counter }) => counter === 'ready')).toHaveLength(2)
  expect(freed.omittedSets).toBe(0)
})

test('a sum above the limit is unknown where one part of it is', () => {
  const [ready, , published] = section({}).counters
  const counters = [ready, published].flatMap(each => each ?? [])
  const sumsOf = (records: { name: string; ready?: string; pub?: string }[], isZeroWhenAbsent = false) =>
    samplesOf(
      section({
        rows: { labels: ['name'], limit: 1 },
        counters: counters.map(each => ({ ...each, isZeroWhenAbsent })),
      }),
      [{ name: 'kept', ready: '1', pub: '1' }, ...records],
      new Set(),
    ).samples.flatMap(({ counter, labels, value }) => (labels['name'] === 'other' ? [[counter, value]] : []))
  const whole = { name: 'a', ready: '2', pub: '1' }
  expect(sumsOf([whole, { name: 'b', ready: '3', pub: '1' }])).toEqual([
    ['ready', 5],
    ['published', 20],
  ])
  expect(sumsOf([whole, { name: 'b', ready: 'n/a' }])).toEqual([
    ['ready', Number.NaN],
    ['published', Number.NaN],
  ])
  // A target that leaves out what is 0; a text that is no number stays unknown.
  expect(sumsOf([whole, { name: 'b', ready: 'n/a' }], true)).toEqual([
    ['ready', Number.NaN],
    ['published', 10],
  ])
  // Nothing is known of a field that no row has.
  expect(sumsOf([{ name: 'a', ready: '2' }], true)).toEqual([['ready', 2]])
})

test('a state is the number of its text, and a text that is not listed is unknown', () => {
  const states = [{ value: 1, texts: ['up', 'running'], names }]
  const counters = [{ key: 'state', kind: 'state' as const, unit: '', names, help: names, states }]
  const of = (state: string) => samplesOf(section({ counters }), [{ state }], new Set()).samples[0]?.value
  expect(of('running')).toBe(1)
  expect(of('melting')).toBeNaN()
})

test('texts are apart from values', () => {
  const counters = [{ key: 'version', kind: 'text' as const, unit: '', names, help: names }]
  expect(samplesOf(section({ counters }), [{ version: '7.2' }], new Set())).toEqual({
    samples: [],
    texts: [{ counter: 'version', labels: {}, text: '7.2' }],
    omittedSets: 0,
  })
})

test('an answer can name its counters itself', () => {
  const discovery = { counter: 'name', value: 'value', kind: 'type', labels: 'labels', help: 'help' }
  const record = { name: 'up_total', value: '3', type: 'counter', labels: '{"job":"a"}', help: 'Ups.' }
  expect(samplesOf(section({ discovery, counters: [] }), [record], new Set()).samples).toEqual([
    { counter: 'up_total', kind: 'counter', labels: { job: 'a' }, value: 3, help: 'Ups.' },
  ])
})

test('an answer that names a counter twice, or by more than 200 characters, has it once or not at all', () => {
  const discovery = { counter: 'name', value: 'value', kind: 'type', labels: 'labels', help: 'help' }
  const record = { name: 'a', value: '1', type: 'gauge', labels: '{}', help: '' }
  const records = [record, { ...record, value: '2' }, { ...record, name: 'b'.repeat(201) }]
  const { samples } = samplesOf(section({ discovery, counters: [] }), records, new Set())
  expect(samples.map(({ counter, value }) => [counter, value])).toEqual([['a', 1]])
})

test('texts hold nothing that a database refuses', () => {
  const counters = [{ key: 'version', kind: 'text' as const, unit: '', names, help: names }]
  const rows = { labels: ['name'], limit: 2 }
  const { texts } = samplesOf(
    section({ counters, rows }),
    [{ name: 'a\0\uD800', version: '\uDC00b\0' }],
    new Set(),
  )
  expect(texts).toEqual([{ counter: 'version', labels: { name: 'a\uFFFD\uFFFD' }, text: '\uFFFDb\uFFFD' }])
})
