/** The table of labels, everything that a run keeps figures apart by: server, agents and report build the same one from a plan's components. */

import { protocolDefinition } from '@pone/protocols/definitions.ts'
import { maxRunLabels } from '@pone/schema/limits.ts'
import type { ComponentDocument } from '../component/component.ts'
import { operationOf } from '../steps/operation.ts'
import { definitionOf, type Step } from '../steps/registry.ts'
import { childrenOf } from '../steps/walk.ts'
import type { RunLabel } from './run-label.ts'
import type { ScenarioDocument } from './scenario.ts'

/** What of a plan's component gives labels. */
export interface LabelledComponent {
  readonly name: string
  readonly document: ComponentDocument
}

/** Labels in plan order, and the position of each labelled step. */
export interface LabelTable {
  readonly labels: RunLabel[]
  /** Per component (same order): step id → label index. */
  readonly indexByStep: ReadonlyMap<string, number>[]
  /** Per component (same order): label of its iterations; empty unless arrivals drive the run. */
  readonly iterations: readonly number[]
}

type Drive = ScenarioDocument['drive']

/** Each kind may need an `other`. */
const labelKinds = 3

/** Name that a request or transaction is reported under before it is kept apart from others of the same name. */
export function labelNameOf(step: Step): string {
  if (step.name !== '') return step.name
  return definitionOf(step.kind).labelOf?.(step) ?? step.kind
}

/** Stands in a label table for what arrives unasked after a step. */
export const pushedStepId = (stepId: string): string => `${stepId}/pushed`

/** Name that what arrives unasked after a step is reported under; null = nothing does. */
export function pushedLabelOf(step: Step): string | null {
  if (step.kind !== 'request') return null
  return protocolDefinition(step.protocol).pushedLabel?.(operationOf(step)) ?? null
}

/**
 * The enabled requests and transactions of all components; a name used again within a component gets ` #2`, ` #3` …;
 * beyond maxRunLabels they share `other`. In a run driven by arrivals each component comes with its iterations first.
 */
export function labelTable(components: readonly LabelledComponent[], drive: Drive = 'users'): LabelTable {
  const labels: RunLabel[] = []
  const overflow: Partial<Record<RunLabel['kind'], number>> = {}
  const add = (name: string, kind: RunLabel['kind'], component: string, parent?: number): number => {
    if (labels.length < maxRunLabels - labelKinds) {
      const within = parent === undefined ? {} : { parent }
      return labels.push({ index: labels.length, name, kind, component, ...within }) - 1
    }
    const other =
      overflow[kind] ?? labels.push({ index: labels.length, name: 'other', kind, component: '' }) - 1
    overflow[kind] = other
    return other
  }
  const iterations: number[] = []
  const indexByStep = components.map(({ name: component, document }) => {
    if (drive === 'arrivals') iterations.push(add(component, 'iteration', component))
    const indexes = new Map<string, number>()
    const uses = new Map<string, number>()
    const named = (base: string) => {
      const use = (uses.get(base) ?? 0) + 1
      uses.set(base, use)
      return use === 1 ? base : `${base} #${use}`
    }
    for (const { step, transactionId } of stepsWithin(document.steps)) {
      const { label } = definitionOf(step.kind)
      if (label === undefined) continue
      const parent = transactionId === null ? undefined : indexes.get(transactionId)
      indexes.set(step.id, add(named(labelNameOf(step)), label, component, parent))
      const pushed = pushedLabelOf(step)
      // May arrive when the transaction is over, so it belongs to none.
      if (pushed !== null) indexes.set(pushedStepId(step.id), add(named(pushed), 'request', component))
    }
    return indexes
  })
  return { labels, indexByStep, iterations }
}

/** The enabled steps in document order, each with the innermost transaction that it is a step of. */
function* stepsWithin(
  steps: readonly Step[],
  transactionId: string | null = null,
): Generator<{ readonly step: Step; readonly transactionId: string | null }> {
  for (const step of steps) {
    if (!step.enabled) continue
    yield { step, transactionId }
    const isTransaction = definitionOf(step.kind).label === 'transaction'
    yield* stepsWithin(childrenOf(step), isTransaction ? step.id : transactionId)
  }
}

/** The labels alone, as they go into a run plan. */
export const labelsOf = (components: readonly LabelledComponent[], drive: Drive = 'users'): RunLabel[] =>
  labelTable(components, drive).labels
