/** Processes the operation queue: one operation per host at a time, some hosts concurrently, and operations of failed servers. */

import { randomUUID } from 'node:crypto'
import { hostProblemTexts } from '@pone/contract/host-problems.ts'
import { toldCause } from '@pone/contract/told-cause.ts'
import { errorText } from '@pone/schema/error-text.ts'
import { keptOperationsPerHost, operationKeepDays } from '@pone/schema/limits.ts'
import { Cancelled, type Execute, type Execution, Released } from './execution.ts'
import type { HostRepository } from './host.repository.ts'
import { HostFailure } from './host-contact.ts'
import type { OperationRow } from './operation.repository.ts'
import { createOperationJournal } from './operation-journal.ts'
import type { OperationEnd, OperationQueueRepository } from './operation-queue.repository.ts'

/** Number of hosts that one server processes concurrently. */
const maxAtOnce = 10
const lookEveryMs = 1_000
/** An operation is taken over after this time without a sign of life from its server, ms. */
const leaseMs = 15_000
/** An operation during which its server failed this often is not retried. */
const maxAttempts = 3
const dayMs = 24 * 3_600_000

export interface OperationRunner {
  /** Call before the server listens. */
  start(): void
  /** Something was queued, or is to be cancelled. */
  wake(): void
  /** Hands active operations over to the next server. */
  close(): Promise<void>
}

interface OperationRunnerDeps {
  readonly operations: OperationQueueRepository
  readonly hosts: HostRepository
  readonly execute: Execute
  readonly now: () => number
  readonly warn: (text: string, cause?: unknown) => void
}

export function createOperationRunner(deps: OperationRunnerDeps): OperationRunner {
  const { operations, now, warn } = deps
  const owner = randomUUID()
  const underWay = new Map<string, { stop: AbortController; ended: Promise<void> }>()
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  let renewedAt = 0
  let prunedAt = 0

  const begin = async (operation: OperationRow): Promise<void> => {
    const stop = new AbortController()
    if (operation.attempts >= maxAttempts) {
      await operations.end(
        operation.id,
        { state: 'failed', code: 'interrupted', detail: `${operation.attempts}` },
        now(),
      )
      return
    }
    const isClaimed = await operations.claim(operation.id, owner, { now: now(), leaseUntil: now() + leaseMs })
    if (!isClaimed) return
    const ended = carryOut(deps, { operation, owner, signal: stop.signal })
      .catch((cause: unknown) => warn(`operation ${operation.id} could not be brought to its end`, cause))
      .finally(() => {
        underWay.delete(operation.id)
        wake()
      })
    underWay.set(operation.id, { stop, ended })
  }
  const look = async (): Promise<void> => {
    const at = now()
    if (underWay.size > 0 && at - renewedAt > leaseMs / 3) {
      renewedAt = at
      await operations.renew(owner, at + leaseMs)
    }
    if (underWay.size > 0)
      for (const id of await operations.cancelling(owner))
        underWay.get(id)?.stop.abort(new Cancelled('cancelled'))
    const found = [...(await operations.orphans(at)), ...(await operations.claimable(maxAtOnce * 4))]
    for (const operation of found) {
      if (isClosed || underWay.size >= maxAtOnce) break
      if (!underWay.has(operation.id)) await begin(operation)
    }
    if (at - prunedAt > dayMs) {
      prunedAt = at
      await operations.prune(at - operationKeepDays * dayMs, keptOperationsPerHost)
    }
  }
  let looking = Promise.resolve()
  let isWanted = false
  const wake = () => {
    if (isClosed || isWanted) return
    isWanted = true
    looking = looking.then(() => {
      isWanted = false
      return isClosed ? undefined : look().catch((cause: unknown) => warn('the queue of operations', cause))
    })
  }
  return {
    start: () => {
      timer = setInterval(wake, lookEveryMs)
      wake()
    },
    wake,
    close: async () => {
      isClosed = true
      clearInterval(timer)
      await looking
      for (const { stop } of underWay.values()) stop.abort(new Released('the server is leaving'))
      await Promise.all([...underWay.values()].map(each => each.ended))
    },
  }
}

/** From the first line of its journal to its stored end. */
async function carryOut(
  { operations, hosts, execute, now, warn }: OperationRunnerDeps,
  { operation, owner, signal }: { operation: OperationRow; owner: string; signal: AbortSignal },
): Promise<void> {
  const host = await hosts.find(null, operation.host_id)
  // It was deleted together with its host.
  if (host === undefined) return
  const journal = createOperationJournal(operation.id, { operations, now, warn })
  if (operation.started_at !== null) journal.line(toldCause('takenUpAgain'), 'warn')
  const end = await endOf({ operation, host, report: journal, signal }, execute)
  if (end !== null) reportEnd(journal, end)
  await journal.close()
  if (end !== null) await operations.end(operation.id, end, now())
  else await operations.release(operation.id, owner, now())
}

/** null when the operation continues on another server. */
async function endOf(execution: Execution, execute: Execute): Promise<OperationEnd | null> {
  try {
    return await execute(execution)
  } catch (cause) {
    const { reason } = execution.signal
    if (reason instanceof Released) return null
    if (reason instanceof Cancelled) return { state: 'cancelled' }
    if (cause instanceof HostFailure) return { state: 'failed', ...cause.problem }
    const detail = errorText(cause)
    return { state: 'failed', code: 'unexpected', detail }
  }
}

function reportEnd(report: Execution['report'], end: OperationEnd): void {
  if (end.state === 'failed')
    report.line(
      toldCause('operationFailed', { problem: hostProblemTexts[end.code], detail: end.detail }),
      'error',
    )
  else if (end.state === 'cancelled') report.line(toldCause('operationCancelled'), 'warn')
  else report.line(toldCause('operationDone'))
}
