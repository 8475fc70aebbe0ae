import { noValue } from '@pone/metrics/figures.ts'
import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { outline } from '../../test-outline.ts'
import type { DataColumn } from './data-table.tsx'
import { joinColumns } from './join-columns.tsx'

type Row = Readonly<Record<string, string>>
const column = (key: string, more: Partial<DataColumn<Row>> = {}): DataColumn<Row> => ({
  key,
  title: key.toUpperCase(),
  render: row => row[key],
  ...more,
})
const columns = [
  column('name'),
  column('state', { sort: 'state' }),
  column('started', { sort: 'started', joins: { to: 'name', below: 900 } }),
  column('duration', { joins: { to: 'started', below: 1_200 } }),
  column('by', { joins: { to: 'name', below: 1_200 } }),
]
const row: Row = { name: 'Shop', state: 'Failed', started: '08:00', duration: '27 s', by: 'li' }

test.each([
  [1_200, columns, ['NAME', 'STATE', 'STARTED', 'DURATION', 'BY']],
  [1_199, columns, ['NAME / BY', 'STATE', 'STARTED / DURATION']],
  [899, columns, ['NAME / STARTED / DURATION / BY', 'STATE']],
  // What would be joined is hidden by the user.
  [899, columns.filter(({ key }) => key !== 'started'), ['NAME / BY', 'STATE', 'DURATION']],
])('columns in a table of %i px', (width, shown, titles) => {
  expect(joinColumns(shown, width).map(({ title }) => title)).toEqual(titles)
})

test('a joined column is drawn in a second line and lends its order', () => {
  const [name, state] = joinColumns(columns, 899)
  expect(name?.sort).toBe('started')
  expect(name?.titleLines).toEqual(['NAME', 'STARTED · DURATION · BY'])
  expect(state).toBe(columns[1])
  expect(outline(render(name?.render(row)).container)).toMatchInlineSnapshot(`
    "Shop
    08:00 · 27 s · li"
  `)
})

test.each([
  [{ ...row, started: noValue, by: noValue }, 'Shop\n27 s'],
  [{ ...row, started: noValue, duration: noValue, by: noValue }, 'Shop'],
])('what has no value is left out of the second line %#', (missing, drawn) => {
  const [name] = joinColumns(columns, 899)
  expect(outline(render(name?.render(missing)).container)).toBe(drawn)
})
