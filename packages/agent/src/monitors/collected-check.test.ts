import { expect, test } from 'vitest'
import type { CollectedReport } from '../collector/protocol.ts'
import { CollectedCheck } from './collected-check.ts'

const now = 1_800_000_000_000
const ours = '00000000-0000-4000-8000-000000000001'
const theirs = '00000000-0000-4000-8000-000000000002'
const value = 'AAAAAAAA8D8='

function checking() {
  const forgotten: string[] = []
  const check = new CollectedCheck({
    isPlanned: (monitorId, section) => monitorId === ours && section === 'cpu',
    beforeForgetting: monitorId => forgotten.push(monitorId),
  })
  return { check, forgotten }
}

const layout = (key: number, monitorId = ours): CollectedReport['layouts'][number] => ({
  key,
  monitorId,
  section: 'cpu',
  columns: [{ counter: `c${key}`, kind: 'gauge', labels: {} }],
})
const row = (more: Partial<CollectedReport['rows'][number]> = {}): CollectedReport['rows'][number] => ({
  monitorId: ours,
  section: 'cpu',
  slot: now,
  part: 0,
  layout: 1,
  values: value,
  ...more,
})
const report = (more: Partial<CollectedReport>): CollectedReport => ({
  kind: 'collected',
  layouts: [],
  rows: [],
  texts: [],
  tables: [],
  states: [],
  ended: [],
  ...more,
})

test.each([
  ['of a monitor that is not planned', { monitorId: theirs }],
  ['of a section that is not planned', { section: 'memory' }],
  ['of an hour ago', { slot: now - 3_600_001 }],
  ['of what is to come', { slot: now + 5_001 }],
  ['in a layout that was not told', { layout: 2 }],
  ['with more values than columns', { values: `${value}${value}` }],
])('values %s are refused', (_, more) => {
  const { check } = checking()
  const good = report({ layouts: [layout(1), layout(3, theirs)], rows: [row(), row(more)] })
  expect(check.check(good, now)).toMatchObject({ content: { rows: [{ slot: now }] }, refused: 1 })
})

test('layouts of the next process do not meet those of the one before', () => {
  const { check } = checking()
  const [before] = check.check(report({ layouts: [layout(1)], rows: [row()] }), now).content.rows
  check.reset()
  expect(check.check(report({ rows: [row()] }), now).refused).toBe(1)
  const next = { ...layout(1), columns: [{ counter: 'other', kind: 'gauge' as const, labels: {} }] }
  const [after] = check.check(report({ layouts: [next], rows: [row()] }), now).content.rows
  expect(after?.layout).not.toBe(before?.layout)
  expect(check.layout(after?.layout ?? 0)?.columns[0]?.counter).toBe('other')
})

test('a part keeps its newest layouts, and what waits in an older one is handed on before', () => {
  const { check, forgotten } = checking()
  const keys = Array.from({ length: 12 }, (_, index) => {
    const told = report({ layouts: [layout(index + 1)], rows: [row({ layout: index + 1 })] })
    return check.check(told, now).content.rows[0]?.layout ?? 0
  })
  expect(keys.map(key => check.layout(key) !== undefined)).toEqual(keys.map((_, index) => index >= 4))
  expect(forgotten).toEqual(Array.from({ length: 4 }, () => ours))
  check.remove(ours)
  expect(keys.map(key => check.layout(key))).toEqual(keys.map(() => undefined))
})

test('a process that tells layouts without end is not listened to any more', () => {
  const { check } = checking()
  const labels = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`l${index}`, 'x'.repeat(500)]))
  const large = (key: number) => ({
    ...layout(key),
    columns: Array.from({ length: 400 }, () => ({ counter: 'c', kind: 'gauge' as const, labels })),
  })
  expect(() => {
    for (let key = 1; key < 100; key++) check.check(report({ layouts: [large(key)] }), now)
  }).toThrow('too many layouts')
})
