/** Order of an agent's batches when some cannot be stored: nothing later is acknowledged before. The store is replaced. */
import { monitorBatchSchema } from '@pone/contract/link/monitors.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { AgentLink } from '../../link/agent-link.ts'
import type { IntakeRepository } from './intake.repository.ts'
import { IntakeService } from './intake.service.ts'

const agentId = '8d0a1f3e-4c55-4f0e-9a55-1b6a0c0de001'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const batch = (seq: number) =>
  monitorBatchSchema.parse({
    incarnation: 'first',
    seq,
    layouts: [],
    rows: [],
    texts: [],
    tables: [],
    states: [],
    gaps: [],
  })

/** `isAway`: every attempt to store fails. */
function makeIntake(state: { isAway: boolean }) {
  const handlers: Parameters<AgentLink['on']>[0][] = []
  const acknowledged: number[] = []
  const renew = vi.fn<(id: string) => void>()
  const repository: Partial<IntakeRepository> = {
    rights: async () => {
      if (state.isAway) throw new Error('the database is away')
      return []
    },
    lostSections: async () => [],
  }
  new IntakeService({
    repository: repository as IntakeRepository,
    series: { write: async () => ({ stored: 0, duplicates: 0, refused: [] }) },
    types: { of: () => Promise.resolve(() => undefined) },
    link: {
      on: given => void handlers.push(given),
      send: (_, command) => {
        if (command.kind === 'ackMonitorBatches') acknowledged.push(command.seq)
        return true
      },
      renew,
    },
    alerts: { prepare: async () => ({ evaluate: async () => undefined, stored: () => undefined }) },
    now: () => 0,
    warn: () => undefined,
    onStored: () => undefined,
    onLines: () => undefined,
  })
  return {
    acknowledged,
    renew,
    report: (...seqs: readonly number[]) =>
      handlers.forEach(each =>
        each.monitorBatches?.(agentId, { kind: 'monitorBatches', batches: seqs.map(batch) }),
      ),
    reconnect: () => handlers.forEach(each => each.agentOffline?.(agentId, 0)),
  }
}

test('after a batch that could not be stored, none of the same connection is acknowledged', async () => {
  const state = { isAway: true }
  const intake = makeIntake(state)
  intake.report(1, 2)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(intake.renew).toHaveBeenCalledExactlyOnceWith(agentId)
  state.isAway = false
  intake.report(3)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(intake.acknowledged).toEqual([])
  intake.reconnect()
  intake.report(1, 2, 3)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(intake.acknowledged).toEqual([1, 2, 3])
})

test('an agent that sends too far ahead is connected anew, and what was taken is stored in order', async () => {
  const state = { isAway: true }
  const intake = makeIntake(state)
  for (let seq = 1; seq <= 40; seq += 1) intake.report(seq)
  expect(intake.renew).toHaveBeenCalledExactlyOnceWith(agentId)
  state.isAway = false
  await vi.advanceTimersByTimeAsync(2_000)
  expect(intake.acknowledged.at(-1)).toBeLessThan(40)
  expect(intake.acknowledged).toEqual(intake.acknowledged.map((_, index) => index + 1))
})
