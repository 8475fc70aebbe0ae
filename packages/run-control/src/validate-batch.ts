/**
 * Checks that an agent's batches are plausible: a broken or hostile agent must not spoil a run's figures or keep the
 * server busy.
 */

import type { Batch } from '@pone/contract/link/batch.ts'
import { maxRunDurationMs } from '@pone/schema/limits.ts'

/** A run may outlive its plan while it drains. */
const maxSecond = maxRunDurationMs / 1_000 + 3_600
const maxInteger = 2 ** 31 - 1
/** Sums of one second, and counters since a worker's start. */
const maxSum = 2 ** 53 - 1
/** Sums of squares of µs. */
const maxSquares = 1e30
const maxLabel = 2 ** 16 - 1
const maxErrors = 5_000
const maxCores = 65_536

const isBetween = (value: number, max: number, min = 0): boolean => value >= min && value <= max

/** @throws RangeError naming the implausible value */
export function validateBatch(batch: Batch): void {
  const {
    seq,
    second,
    users,
    targetUsers,
    iterations,
    lateStarts,
    droppedStarts,
    sent,
    completed,
    repeated = 0,
  } = batch
  const assert = (holds: boolean, what: string): void => {
    if (!holds) throw new RangeError(`batch ${batch.workerId} ${seq}: ${what} cannot be true`)
  }
  assert(isBetween(second, maxSecond), 'the second')
  const { untilMs = second * 1_000, userPeaks = [] } = batch
  assert(isBetween(untilMs, (second + 1) * 1_000), 'the end of the second')
  assert(
    [seq, users, targetUsers, ...userPeaks].every(value => isBetween(value, maxInteger)),
    'the users or the number',
  )
  assert(
    [iterations, lateStarts, droppedStarts, sent, completed, repeated].every(value =>
      isBetween(value, maxSum),
    ),
    'a counter',
  )
  for (const label of batch.labels) {
    const { passed, failed, sentBytes, receivedBytes, sumUs, sumSquaresUs2, minUs, maxUs } = label
    assert(isBetween(label.label, maxLabel), 'a label')
    assert(
      [passed, failed, sentBytes, receivedBytes, sumUs, minUs, maxUs].every(value =>
        isBetween(value, maxSum),
      ) &&
        isBetween(sumSquaresUs2, maxSquares) &&
        minUs <= maxUs,
      'the figures of a label',
    )
    const phases = label.phases === null ? [] : Object.values(label.phases)
    assert(
      phases.every(({ count, sumUs }) => isBetween(count, maxSum) && isBetween(sumUs, maxSum)),
      'the phases of a label',
    )
  }
  for (const { label, count, sum, min, max, last, lastAtMs } of batch.metrics ?? []) {
    assert(
      isBetween(label, maxLabel, -1) &&
        isBetween(count, maxSum) &&
        [sum, min, max, last].every(value => isBetween(value, maxSum, -maxSum)) &&
        min <= max &&
        isBetween(lastAtMs, maxSecond * 1_000),
      'the metrics',
    )
  }
  assert(batch.errors.length <= maxErrors, 'the number of errors')
  for (const { label, count, at } of batch.errors) {
    assert(isBetween(label, maxLabel, -1) && isBetween(count, maxSum) && isBetween(at, 8.64e15), 'an error')
  }
  assert(
    batch.log.every(line => isBetween(line.at, 8.64e15)),
    'a log line',
  )
  const { health, end } = batch
  if (health !== null) {
    const { connections, maxConnections, memoryBytes, cpu01, eventLoopDelayMs } = health
    const { cpuCores, hostCpu01, hostCores, spanMs } = health
    assert(
      isBetween(connections, maxInteger) &&
        isBetween(maxConnections ?? 0, maxInteger) &&
        [memoryBytes, cpu01, eventLoopDelayMs, spanMs ?? 0].every(value => isBetween(value, maxSum)) &&
        [hostCpu01, health.hostMemory01, health.network01].every(share => isBetween(share ?? 0, 1)) &&
        [cpuCores ?? 1, hostCores ?? 1].every(value => isBetween(value, maxCores, 1)),
      'the health',
    )
  }
  if (end !== null) assert(isBetween(end.lost, maxSum), 'the lost requests')
}
