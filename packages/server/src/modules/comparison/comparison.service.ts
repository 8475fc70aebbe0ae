/** Comparisons of runs for the API, computed one at a time on this server. */
import type { InputOf, OutputOf } from '@pone/contract/call.ts'
import type { comparisonCalls } from '@pone/contract/calls/comparison.ts'
import type { ComparedPart, Comparison } from '@pone/contract/entities/comparison.ts'
import { isActiveRun } from '@pone/contract/states.ts'
import { compareParts } from '@pone/results/comparison/compare.ts'
import { type CurvePart, curvesOf } from '@pone/results/comparison/compared-curves.ts'
import { assertOneEngine, type PartOfRun, partOfRun } from '@pone/results/comparison/compared-part.ts'
import type { KnownPart } from '@pone/results/comparison/run-facts.ts'
import { createBreather, type WorkQueue } from '@pone/results/comparison/work-queue.ts'
import type { RunRecord } from '@pone/results/run-record.ts'
import type { CondensedRunRepository } from '../run/condensed-run.repository.ts'
import type { RunRepository } from '../run/run.repository.ts'
import type { RunBatchRepository } from '../run/run-batch.repository.ts'
import type { ComparisonRepository } from './comparison.repository.ts'

export interface ComparisonServiceDeps {
  readonly comparisons: ComparisonRepository
  /** The present record of a run. @throws AppError NotFound */
  readonly record: (projectId: string, id: string) => Promise<RunRecord>
  readonly runs: Pick<RunRepository, 'machines' | 'events'>
  readonly batches: Pick<RunBatchRepository, 'read'>
  readonly condensed: CondensedRunRepository
  readonly queue: WorkQueue
  readonly now: () => number
  readonly onFailure: (what: string, cause: unknown) => void
}

export type ComparisonService = ReturnType<typeof createComparisonService>

export function createComparisonService(deps: ComparisonServiceDeps) {
  const { comparisons, runs, batches, condensed, queue } = deps
  const store = { batches, condensed }

  const partsOf = async (projectId: string, asked: readonly ComparedPart[]): Promise<PartOfRun[]> => {
    const records = await Promise.all(asked.map(({ runId }) => deps.record(projectId, runId)))
    assertOneEngine(records)
    return asked.flatMap((part, index) => {
      const record = records[index]
      return record === undefined ? [] : [partOfRun(record, part, deps.now())]
    })
  }

  /** An active run is read batch by batch, and so is one that cannot be condensed. */
  const withRows = async (part: PartOfRun, signal: AbortSignal): Promise<CurvePart> => {
    if (isActiveRun(part.record.state)) return { ...part, rowSeconds: null }
    try {
      return { ...part, rowSeconds: await condensed.ensure(part.record.id, createBreather(signal)) }
    } catch (cause) {
      if (signal.aborted) throw cause
      deps.onFailure(`condensing run ${part.record.id}`, cause)
      return { ...part, rowSeconds: null }
    }
  }

  const rowsOfAll = async (parts: readonly PartOfRun[], signal: AbortSignal): Promise<CurvePart[]> => {
    const all: CurvePart[] = []
    for (const part of parts) all.push(await withRows(part, signal))
    return all
  }

  const known = async (part: CurvePart): Promise<KnownPart> => {
    const { id } = part.record
    const [plan, machines, events] = await Promise.all([
      comparisons.planFacts(id),
      runs.machines(id),
      runs.events(id),
    ])
    return { ...part, plan, machines, events }
  }

  return {
    /** @throws AppError NotFound, ComparisonMixed, RunNotStarted, ReportRange, ComparisonTooLong */
    async compare(
      { projectId, parts }: InputOf<typeof comparisonCalls.compare>,
      gone: AbortSignal,
    ): Promise<Comparison> {
      const found = await partsOf(projectId, parts)
      return queue.run(async signal => {
        const parts = await rowsOfAll(found, signal)
        return compareParts(await Promise.all(parts.map(known)), { store, signal })
      }, gone)
    },

    /** @throws AppError NotFound, ComparisonMixed, RunNotStarted, ReportRange, ComparisonTooLong */
    async curves(
      { projectId, parts, label }: InputOf<typeof comparisonCalls.curves>,
      gone: AbortSignal,
    ): Promise<OutputOf<typeof comparisonCalls.curves>> {
      const found = await partsOf(projectId, parts)
      return queue.run(
        async signal => curvesOf(await rowsOfAll(found, signal), { label, store, signal }),
        gone,
      )
    },

    /** @throws AppError NotFound */
    async trend({
      projectId,
      runId,
      label,
      limit,
    }: InputOf<typeof comparisonCalls.trend>): Promise<OutputOf<typeof comparisonCalls.trend>> {
      return comparisons.trend(await deps.record(projectId, runId), label, limit)
    },
  }
}
