/** The driver of a search on batches of a made-up run: what is counted, left out, and continued after a restart. */
import type { CapacityOrder } from '@pone/contract/entities/capacity.ts'
import { readCapacityRules } from '@pone/plan/code/capacity-text.ts'
import type { SlaRule } from '@pone/plan/scenario/scenario.ts'
import { toStoredBatch } from '@pone/results/batches/stored-batch.ts'
import { LiveRun } from '@pone/results/live/live-run.ts'
import type { RunRecord } from '@pone/results/run-record.ts'
import { sampleRun } from '@pone/results/sample-run.ts'
import { expect, test } from 'vitest'
import { CapacityDriver, newCapacity } from './driver.ts'

const order: CapacityOrder = {
  rules: readCapacityRules('avg < 60000') as SlaRule[],
  drive: 'users',
  startLoad: 10,
  maxLoad: 40,
  settleSeconds: 2,
  measureSeconds: 10,
  maxSeconds: 100,
}

/** `limit`: average in ms that the search holds to. */
function driven(limit = 60_000) {
  const { record, batches } = sampleRun({ seconds: 60, workers: 1 })
  const rules = order.rules.map(rule => ({ ...rule, threshold: limit }))
  const fresh: RunRecord = { ...record, suspect: [], capacity: newCapacity({ ...order, rules }) }
  const stored = batches.map(batch => toStoredBatch(batch, label => fresh.labels[label]?.kind === 'request'))
  return { record: fresh, stored }
}

const driverOf = (record: RunRecord, live: LiveRun): CapacityDriver => {
  if (record.capacity === null) throw new Error('the run searches nothing')
  return new CapacityDriver(record, live, record.capacity)
}

/** Feeds the seconds one by one; a load that is to be set is in force two seconds later. Answers the loads by second. */
function play({ record, stored }: ReturnType<typeof driven>, restartAt = Number.POSITIVE_INFINITY) {
  const loads: [number, number][] = []
  let live = new LiveRun(record)
  let driver = driverOf(record, live)
  let kept = structuredClone(record.capacity)
  for (let second = 0; second < 60; second++) {
    if (second === restartAt) {
      // A server that takes the run over has what was stored at the last change, and all batches.
      record.capacity = kept
      live = new LiveRun(record)
      driver = driverOf(record, live)
      for (const batch of stored) if (batch.second < second) driver.add(batch)
    }
    for (const batch of stored) if (batch.second === second) driver.add(batch)
    for (let step = driver.advance(second); step.isChanged; step = driver.advance(second)) {
      if (step.load !== null) {
        loads.push([second, step.load])
        driver.ordered({ from: 0, load: step.load, atMs: (second + 1) * 1_000, rampMs: 1_000, parts: null })
      }
      kept = structuredClone(record.capacity)
    }
  }
  return { loads, capacity: record.capacity, driver }
}

test('a level is measured once its load is in force and warmed up', () => {
  const { loads, capacity } = play(driven())
  // Five seconds are measured after two of warm-up; the next load is in force in second 8.
  expect(loads).toEqual([
    [6, 20],
    [14, 40],
  ])
  expect(capacity?.levels.map(({ load, seconds, state }) => [load, seconds, state])).toEqual([
    [10, 5, 'holds'],
    [20, 5, 'holds'],
    [40, 5, 'holds'],
  ])
  expect(capacity?.end).toMatchObject({ kind: 'atLeast', interval: { low: 40, high: null } })
})

test.each([3, 9, 17])('a server that takes the run over in second %i finds the same', restartAt => {
  const { capacity } = play(driven(), restartAt)
  expect(capacity?.levels.map(({ load, state }) => [load, state])).toEqual([
    [10, 'holds'],
    [20, 'holds'],
    [40, 'holds'],
  ])
  expect(capacity?.end?.kind).toBe('atLeast')
})

test('a limit below all levels is answered with none, after the levels below the first', () => {
  const { capacity } = play(driven(0.001))
  expect(capacity?.levels[0]).toMatchObject({ load: 10, state: 'breaks' })
  expect(capacity?.levels.every(({ state }) => state === 'breaks')).toBe(true)
})

test('a run that ends before a level is judged has not enough data', () => {
  const { record } = driven()
  const driver = driverOf(record, new LiveRun(record))
  driver.advance(1)
  driver.close()
  expect(record.capacity).toMatchObject({ phase: 'ended', end: { kind: 'notEnoughData', best: null } })
})

test('seconds of a lost machine are left out, and do not count as the limit of the load machines', () => {
  const { record, stored } = driven()
  const live = new LiveRun(record)
  live.markSuspect(0, 30)
  const driver = driverOf(record, live)
  for (const batch of stored) driver.add(batch)
  driver.advance(30)
  expect(record.capacity).toMatchObject({ phase: 'settling', elapsedSeconds: 31, end: null })
})
