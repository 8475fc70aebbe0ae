import { monitorTypeOf } from '@pone/monitors/registry.ts'
import { expect, it } from 'vitest'
import type { SectionStateChange } from '../../adapters/time-series/time-series.ts'
import { builtInTypes } from '../monitor-type/monitor-types.ts'
import type { IntakeRight } from './intake.repository.ts'
import { NoDataWatch } from './no-data-watch.ts'

const agentId = 'agent'
const rightOf = (intervals: Partial<IntakeRight> = {}): IntakeRight => ({
  monitor_id: 'm',
  project_id: 'p',
  type: 'host',
  type_version: null,
  group_id: null,
  frequency_ms: 5_000,
  frequency_in_force_ms: 5_000,
  send_interval_ms: 5_000,
  receive_interval_ms: 5_000,
  assigned_at: 0,
  until_at: null,
  ...intervals,
})

/** A watch whose clock stands at `at`; sections answer as listed. */
function harness(sections: readonly string[] = ['cpu'], right = rightOf()) {
  const state = { at: 100_000, isStoring: false }
  const marked: SectionStateChange[] = []
  const answering = sections.map(section => ({
    monitor_id: 'm',
    project_id: 'p',
    type: right.type,
    type_version: right.type_version,
    frequency_in_force_ms: right.frequency_in_force_ms,
    section,
  }))
  const watch = new NoDataWatch({
    repository: {
      answeringSections: silences => Promise.resolve(silences.length === 0 ? [] : answering),
      markSilent: silences =>
        Promise.resolve(silences.flatMap(({ since }) => answering.map(row => ({ ...row, since })))),
    },
    series: {
      write: ({ states = [] }) => {
        marked.push(...states)
        return Promise.resolve({ stored: 0, duplicates: 0, refused: [] })
      },
    },
    types: builtInTypes,
    isStoring: () => state.isStoring,
    now: () => state.at,
    warn: () => undefined,
  })
  return {
    watch,
    marked,
    state,
    stored: (slot: number | null) => watch.stored(agentId, [{ right, slot }]),
    checkAt: async (at: number) => {
      state.at = at
      await watch.check()
      return marked.map(({ section, atMs, cause }) => [section, atMs, cause])
    },
  }
}

it('marks sections from their newest slot on, after twice the receive interval and the time of transfer, once', async () => {
  const { stored, checkAt } = harness()
  stored(99_000)
  expect(await checkAt(113_000)).toEqual([])
  expect(await checkAt(113_001)).toEqual([['cpu', 99_000, 'noData']])
  expect(await checkAt(200_000)).toHaveLength(1)
})

it('counts from the newest values; states alone are no data', async () => {
  const { stored, checkAt, state } = harness()
  stored(99_000)
  state.at = 110_000
  stored(109_000)
  state.at = 120_000
  stored(null)
  expect(await checkAt(123_000)).toEqual([])
  expect(await checkAt(123_001)).toEqual([['cpu', 109_000, 'noData']])
})

it('waits for the longer one of send and receive interval', async () => {
  const { stored, checkAt } = harness(['cpu'], rightOf({ send_interval_ms: 60_000 }))
  stored(99_000)
  expect(await checkAt(223_000)).toEqual([])
  expect(await checkAt(223_001)).toHaveLength(1)
})

it('waits for sections that are collected rarely, when only those answer', async () => {
  const host = monitorTypeOf('host')
  const rare = host?.sections.find(({ cadenceMs }) => cadenceMs !== 'frequency' && cadenceMs >= 60_000)
  const { stored, checkAt } = harness([rare?.key ?? ''])
  stored(99_000)
  expect(await checkAt(120_000)).toEqual([])
  expect(await checkAt(100_000 + 2 * Number(rare?.cadenceMs) + 3_001)).toHaveLength(1)
})

it('marks nothing while batches of the agent wait to be stored, or when it is away', async () => {
  const { stored, checkAt, state, watch } = harness()
  stored(99_000)
  state.isStoring = true
  expect(await checkAt(150_000)).toEqual([])
  state.isStoring = false
  watch.forget(agentId)
  expect(await checkAt(160_000)).toEqual([])
})

it('marks nothing of a monitor that does not answer or is no longer the agent’s', async () => {
  const { stored, checkAt } = harness([])
  stored(99_000)
  expect(await checkAt(150_000)).toEqual([])
})
