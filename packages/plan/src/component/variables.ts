/** The variables that a component defines, for completion in the editor and for the check of references. */

import { walkSteps } from '../steps/walk.ts'
import type { ComponentDocument } from './component.ts'

/** A variable and where it comes from. */
export interface DefinedVariable {
  readonly name: string
  readonly origin: 'variable' | 'parameter' | 'extractor' | 'script'
  /** The step that sets it; null for what is defined outside of steps. */
  readonly stepId: string | null
}

const scriptSet = /\bvars\s*\.\s*set\s*\(\s*(['"`])([A-Za-z_][A-Za-z0-9_.]*)\1/g
const scriptSetAny = /\bvars\s*\.\s*set\s*\(\s*[^'"`\s]/

/** All variables in order of definition; a name may come more than once. */
export function variablesOf(document: ComponentDocument): DefinedVariable[] {
  const found: DefinedVariable[] = []
  for (const { name, enabled } of document.variables) {
    if (enabled && name !== '') found.push({ name, origin: 'variable', stepId: null })
  }
  for (const parameter of document.parameters) {
    const names = parameter.kind === 'file' ? parameter.columns : [parameter.name]
    for (const name of names) if (name !== '') found.push({ name, origin: 'parameter', stepId: null })
  }
  for (const step of walkSteps(document.steps)) {
    if (step.kind === 'request') {
      for (const { variable } of step.extractors) {
        found.push({ name: variable, origin: 'extractor', stepId: step.id })
      }
    }
    if (step.kind === 'forEach') found.push({ name: step.variable, origin: 'extractor', stepId: step.id })
    if (step.kind === 'script') {
      for (const [, , name = ''] of step.code.matchAll(scriptSet)) {
        found.push({ name, origin: 'script', stepId: step.id })
      }
    }
  }
  return found
}

/** Whether some script sets variables whose names only show at run time. */
export function setsComputedNames(document: ComponentDocument): boolean {
  return [...walkSteps(document.steps)].some(step => step.kind === 'script' && scriptSetAny.test(step.code))
}
