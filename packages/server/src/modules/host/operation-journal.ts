/** Collects the progress and log of an operation and writes them to the database a few times per second. */
import type { OperationLine } from '@pone/contract/entities/host.ts'
import type { Reporter } from './execution.ts'
import type { OperationQueueRepository } from './operation-queue.repository.ts'

const writeEveryMs = 250
/** PostgreSQL text cannot contain NUL; longer lines are cut. */
const maxLineChars = 4_000

export interface OperationJournal extends Reporter {
  /** Resolves when everything is written. */
  close(): Promise<void>
}

export function createOperationJournal(
  operationId: string,
  deps: {
    operations: Pick<OperationQueueRepository, 'progress' | 'addLines'>
    now: () => number
    warn: (text: string, cause?: unknown) => void
  },
): OperationJournal {
  const { operations, now, warn } = deps
  let lines: Omit<OperationLine, 'seq'>[] = []
  let latest: { name: string; progress01: number | null } | null = null
  let timer: NodeJS.Timeout | undefined
  let writing = Promise.resolve()
  const write = async () => {
    const [newLines, step] = [lines, latest]
    lines = []
    latest = null
    if (step !== null) await operations.progress(operationId, step.name, step.progress01)
    await operations.addLines(operationId, newLines)
  }
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    writing = writing
      .then(write)
      .catch((cause: unknown) => warn(`the log of operation ${operationId} could not be written`, cause))
  }
  const later = () => {
    timer ??= setTimeout(flush, writeEveryMs)
  }
  return {
    step: (name, progress01 = null) => {
      latest = { name, progress01 }
      later()
    },
    line: (text, level = 'info', at = now()) => {
      const clean = text.replaceAll('\0', '').toWellFormed().trimEnd().slice(0, maxLineChars)
      if (clean === '') return
      lines.push({ at, level, text: clean })
      later()
    },
    close: async () => {
      flush()
      await writing
    },
  }
}
