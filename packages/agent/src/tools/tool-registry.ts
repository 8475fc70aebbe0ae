/** The operations of this agent: starts, reports, cancels, and keeps each end until the server has stored it. */

import type { AgentMessage } from '@pone/contract/link/messages.ts'
import type { ToolOutcome, ToolTask } from '@pone/contract/link/tools.ts'
import { toldCause } from '@pone/contract/told-cause.ts'
import type { Log } from '../log.ts'
import type { ProgressReporter, WorkContext } from './tool-context.ts'
import { toFailure } from './tool-failure.ts'
import { carryOut } from './tool-work.ts'

export interface ToolRegistry {
  /** Starts the task; for a known one only its end is reported again. */
  take(task: ToolTask): void
  /** Ends it in order: incomplete changes are undone. */
  cancel(operationId: string): void
  forget(operationId: string): void
  /** After a reconnect: reports the ends that the server has not stored yet. */
  announce(): void
  /** Whether an operation is running. */
  isBusy(): boolean
  /** Ends everything immediately. */
  close(): void
}

interface Operation {
  readonly stop: AbortController
  outcome: ToolOutcome | null
}

class Cancelled extends Error {}
class Overdue extends Error {}

/** Lines and progress are sent together, at most this often, ms. */
const reportEveryMs = 250

export function createToolRegistry(options: {
  context: WorkContext
  send: (message: AgentMessage) => boolean
  log: Log
}): ToolRegistry {
  const { context, send, log } = options
  const operations = new Map<string, Operation>()

  const reportEnd = (operationId: string, outcome: ToolOutcome) =>
    send({ kind: 'toolEnded', operationId, outcome })

  const run = async (task: ToolTask, operation: Operation) => {
    const progress = createProgressReporter(task.operationId, send, context.now)
    const timer = setTimeout(
      () =>
        operation.stop.abort(new Overdue(toldCause('notDoneWithin', { seconds: task.timeoutMs / 1_000 }))),
      task.timeoutMs,
    )
    let outcome: ToolOutcome
    try {
      outcome = { kind: 'done', ...(await carryOut(task, context, progress, operation.stop.signal)) }
    } catch (cause) {
      const { reason } = operation.stop.signal
      if (reason instanceof Cancelled) outcome = { kind: 'cancelled' }
      else if (reason instanceof Overdue)
        outcome = { kind: 'failed', code: 'timeout', detail: reason.message }
      else outcome = toFailure(cause)
    } finally {
      clearTimeout(timer)
      progress.flush()
    }
    operation.outcome = outcome
    log(`${task.kind} ${task.tool} ${task.version}: ${outcome.kind}`)
    reportEnd(task.operationId, outcome)
  }

  return {
    take: task => {
      const known = operations.get(task.operationId)
      if (known !== undefined) {
        if (known.outcome !== null) reportEnd(task.operationId, known.outcome)
        return
      }
      const operation: Operation = { stop: new AbortController(), outcome: null }
      operations.set(task.operationId, operation)
      void run(task, operation)
    },
    cancel: operationId => {
      const operation = operations.get(operationId)
      // An operation that this process does not know has left nothing that the next one would not remove.
      if (operation === undefined) reportEnd(operationId, { kind: 'cancelled' })
      else operation.stop.abort(new Cancelled('cancelled'))
    },
    forget: operationId => {
      operations.delete(operationId)
    },
    announce: () => {
      for (const [operationId, { outcome }] of operations)
        if (outcome !== null) reportEnd(operationId, outcome)
    },
    isBusy: () => [...operations.values()].some(({ outcome }) => outcome === null),
    close: () => {
      for (const operation of operations.values()) operation.stop.abort(new Error('the agent was stopped'))
    },
  }
}

/** Collects progress and lines of a short time into one message. */
function createProgressReporter(
  operationId: string,
  send: (message: AgentMessage) => boolean,
  now: () => number,
): ProgressReporter & { flush(): void } {
  let step = ''
  let progress01: number | null = null
  let lines: { at: number; level: 'info' | 'warn' | 'error'; text: string }[] = []
  let timer: NodeJS.Timeout | undefined
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    const isSent = send({ kind: 'toolProgress', operationId, step, progress01, lines })
    // While the connection is lost they wait for the next time, up to a limit.
    lines = isSent ? [] : lines.slice(-500)
  }
  const later = () => {
    timer ??= setTimeout(flush, reportEveryMs)
  }
  return {
    step: (name, share01 = null) => {
      step = name
      progress01 = share01 === null ? null : Math.min(1, Math.max(0, share01))
      later()
    },
    line: (text, level = 'info') => {
      lines.push({ at: now(), level, text: text.slice(0, 4_000) })
      later()
    },
    flush,
  }
}
