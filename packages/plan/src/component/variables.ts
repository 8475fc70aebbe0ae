/** The variables that a component defines, for completion in the editor and for the check of references. */

import { namesOf } from '../parameters/parameters.ts'
import { definitionOf } from '../steps/registry.ts'
import { walkSteps } from '../steps/walk.ts'
import type { ComponentDocument } from './component.ts'

/** A variable and where it comes from. */
export interface DefinedVariable {
  readonly name: string
  readonly origin: 'variable' | 'parameter' | 'extractor' | 'script'
  /** The step that sets it; null for what is defined outside of steps. */
  readonly stepId: string | null
}

/** All variables in order of definition; a name may come more than once. */
export function variablesOf(document: ComponentDocument): DefinedVariable[] {
  const found: DefinedVariable[] = []
  for (const { name, enabled } of document.variables) {
    if (enabled && name !== '') found.push({ name, origin: 'variable', stepId: null })
  }
  for (const parameter of document.parameters) {
    for (const name of namesOf(parameter))
      if (name !== '') found.push({ name, origin: 'parameter', stepId: null })
  }
  for (const step of walkSteps(document.steps)) {
    const set = definitionOf(step.kind).variables?.(step) ?? []
    found.push(...set.map(variable => ({ ...variable, stepId: step.id })))
  }
  return found
}

/** Whether some script sets variables whose names only show at run time. */
export function setsComputedNames(document: ComponentDocument): boolean {
  return [...walkSteps(document.steps)].some(
    step => definitionOf(step.kind).setsComputedNames?.(step) === true,
  )
}
