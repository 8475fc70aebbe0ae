/** What of a batch is stored after its agent was lost. */
import { monitorTypeOf } from '@pone/monitors/registry.ts'
import { expect, it } from 'vitest'
import { contentOf, type IntakeContext, LayoutMemory, sectionKey } from './intake-batch.ts'

const monitorId = 'a0000000-0000-4000-8000-000000000001'
const lostAt = 1_000_000
const right = {
  monitor_id: monitorId,
  project_id: 'b0000000-0000-4000-8000-000000000001',
  type: 'host',
  type_version: null,
  group_id: null,
  frequency_ms: 1_000,
  frequency_in_force_ms: 1_000,
  send_interval_ms: 1_000,
  receive_interval_ms: 1_000,
  assigned_at: lostAt - 60_000,
  until_at: null,
}
const context = (lost: readonly string[]): IntakeContext => ({
  rights: [right],
  typeOf: ({ type }) => monitorTypeOf(type),
  layouts: new LayoutMemory(),
  lost: new Map(lost.map(section => [sectionKey(monitorId, section), lostAt])),
})
const batchAt = (slot: number) => ({
  incarnation: 'one',
  seq: 1,
  layouts: [
    {
      key: 1,
      monitorId,
      section: 'cpu',
      part: 0,
      columns: [{ counter: 'user', labels: {}, kind: 'counter' as const }],
    },
  ],
  rows: [
    {
      monitorId,
      section: 'cpu',
      slot,
      part: 0,
      layout: 1,
      values: Buffer.from(Float64Array.of(1).buffer).toString('base64'),
    },
  ],
  texts: [],
  tables: [],
  states: [],
  gaps: [],
})

it('takes an agent for back in all sections of a monitor, also in those whose time has not come', () => {
  const { notes, states } = contentOf(batchAt(lostAt + 5_000), context(['cpu', 'filesystems']))
  expect(notes.map(({ section, state, lastAt }) => [section, state?.cause, lastAt])).toEqual([
    ['cpu', null, lostAt + 5_000],
    ['filesystems', null, null],
  ])
  expect(states.map(({ section, cause, atMs }) => [section, cause, atMs])).toEqual([
    ['cpu', null, lostAt + 5_000],
    ['filesystems', null, lostAt + 5_000],
  ])
})

it('leaves sections lost when the values are of before', () => {
  const { notes, states } = contentOf(batchAt(lostAt - 5_000), context(['cpu', 'filesystems']))
  expect(notes.map(({ section, state }) => [section, state])).toEqual([['cpu', undefined]])
  expect(states).toEqual([])
})
