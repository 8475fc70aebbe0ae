/** What the last standalone execution says about each step: passed, failed or not executed, how often, how long; pure. */
import type { Exchange } from '@pone/contract/entities/run.ts'
import type { FaultPlace } from '@pone/contract/link/debug.ts'
import type { ComponentDocument } from '@pone/plan/component/component.ts'
import { definitionOf, isGroup, type Step } from '@pone/plan/steps/registry.ts'
import { isSame } from '../model/same-value.ts'
import { flattenSteps } from '../model/step-tree.ts'

/** Results of an execution, as the events report them. */
export interface TrialResults {
  /** The document that was executed; null if it is not one of this editor. */
  readonly ran: ComponentDocument | null
  readonly exchanges: readonly {
    readonly stepId: string
    readonly passed: boolean
    readonly exchange: Exchange
  }[]
  readonly transactions: readonly {
    readonly stepId: string
    readonly passed: boolean
    readonly durationMs: number
  }[]
  /** Lines of the log, with the step that each reports a fault of. */
  readonly log: readonly {
    readonly line: { readonly message: string }
    readonly fault: FaultPlace | null
  }[]
  /** Null while it is running. */
  readonly ended: { readonly detail: string; readonly fault?: FaultPlace | undefined } | null
}

export interface StepMark {
  readonly state: 'passed' | 'failed' | 'skipped'
  /** Executions of the step; null for a group that has no results of its own. */
  readonly count: number | null
  readonly failed: number
  /** Average duration of one execution, ms; null without results of its own. */
  readonly averageMs: number | null
}

const skipped: StepMark = { state: 'skipped', count: 0, failed: 0, averageMs: null }

/** The marks by the id of the step; none for steps without results, such as think times, and for disabled ones. */
export function trialMarks(results: TrialResults): ReadonlyMap<string, StepMark> {
  const { ran, exchanges, transactions, ended } = results
  const marks = new Map<string, StepMark>()
  const faults = faultCounts(results)
  if (ran === null || exchanges.length + transactions.length + faults.size === 0) return marks
  const sums = new Map<string, { count: number; failed: number; totalMs: number }>()
  const add = (stepId: string, passed: boolean, durationMs: number) => {
    const sum = sums.get(stepId) ?? { count: 0, failed: 0, totalMs: 0 }
    sums.set(stepId, sum)
    sum.count += 1
    sum.failed += passed ? 0 : 1
    sum.totalMs += durationMs
  }
  for (const { stepId, passed, exchange } of exchanges) add(stepId, passed, exchange.durationMs)
  for (const { stepId, passed, durationMs } of transactions) add(stepId, passed, durationMs)
  const visit = (step: Step): StepMark | null => {
    if (!step.enabled) return null
    const below = isGroup(step) ? step.children.flatMap(child => visit(child) ?? []) : []
    const mark =
      faultMark(faults.get(step.id)) ?? ownMark(step, sums.get(step.id), ended !== null) ?? groupMark(below)
    if (mark) marks.set(step.id, mark)
    return mark
  }
  for (const step of ran.steps) visit(step)
  return marks
}

/** A fault of a step that is no request. */
export interface StepFault extends FaultPlace {
  /** As reported, with coded causes. */
  readonly detail: string
}

/** Faults of steps that are no requests, such as scripts: while they ran, and while they were compiled. */
export function stepFaults({ log, ended }: Pick<TrialResults, 'log' | 'ended'>): StepFault[] {
  return [
    ...log.flatMap(({ line, fault }) => (fault ? [{ ...fault, detail: line.message }] : [])),
    ...(ended?.fault ? [{ ...ended.fault, detail: ended.detail }] : []),
  ]
}

function faultCounts(results: TrialResults): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { stepId } of stepFaults(results)) counts.set(stepId, (counts.get(stepId) ?? 0) + 1)
  return counts
}

/** How often such a step was executed is not reported. */
const faultMark = (failed: number | undefined): StepMark | null =>
  failed === undefined ? null : { state: 'failed', count: null, failed, averageMs: null }

function ownMark(
  step: Step,
  sum: { readonly count: number; readonly failed: number; readonly totalMs: number } | undefined,
  hasEnded: boolean,
): StepMark | null {
  if (definitionOf(step.kind).label === undefined) return null
  if (sum === undefined) return hasEnded ? skipped : null
  const { count, failed, totalMs } = sum
  return { state: failed > 0 ? 'failed' : 'passed', count, failed, averageMs: totalMs / count }
}

/** A group without results of its own: failed with any step in it, not executed if none was. */
function groupMark(below: readonly StepMark[]): StepMark | null {
  if (below.length === 0) return null
  const failed = below.filter(mark => mark.state === 'failed').length
  const state = failed > 0 ? 'failed' : below.every(mark => mark.state === 'skipped') ? 'skipped' : 'passed'
  return { state, count: null, failed, averageMs: null }
}

/** Parts of a component that influence all its steps. */
const sharedParts = ['settings', 'variables', 'parameters'] as const

/** Ids of the steps whose results are of an earlier version: edited since, or influenced by an edited part of the component. */
export function editedSince(ran: ComponentDocument, now: ComponentDocument): ReadonlySet<string> {
  if (ran === now) return new Set()
  const isShared = sharedParts.every(part => isSame(ran[part], now[part]))
  const before = new Map(flattenSteps(ran.steps).map(({ step }) => [step.id, step]))
  return new Set(
    flattenSteps(now.steps).flatMap(({ step }) =>
      isShared && isSameStep(before.get(step.id), step) ? [] : [step.id],
    ),
  )
}

function isSameStep(before: Step | undefined, now: Step): boolean {
  if (before === now) return true
  if (before === undefined) return false
  return isSame(contentOf(before), contentOf(now))
}

/** What decides about the result of a step by itself. */
const contentOf = (step: Step): object => ({ ...step, name: '', children: undefined, recorded: undefined })
