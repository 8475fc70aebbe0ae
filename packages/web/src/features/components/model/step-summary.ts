/** The texts of a step in the tree: its title and the line under it. */
import { definitionOf, type Step } from '@pone/plan/steps/registry.ts'
import type { Language } from '../../../lib/i18n.ts'

/** The type of the step in words, e.g. the operation of a request. */
export function sortOfStep(step: Step, language: Language): string {
  const definition = definitionOf(step.kind)
  return (definition.titleFor?.(step) ?? definition.title)[language]
}

/** Its name, or a default title if it has none. */
export function stepTitle(step: Step, language: Language): string {
  const definition = definitionOf(step.kind)
  return step.name || (definition.titleOf?.(step) ?? definition.title)[language]
}

/** One line about the step; empty if the title is sufficient. */
export const stepSummary = (step: Step, language: Language): string =>
  definitionOf(step.kind).summary(step)[language]

/** The text that the search above the tree matches, in lower case. */
export const searchText = (step: Step): string =>
  [step.name, step.kind, definitionOf(step.kind).searchText?.(step) ?? ''].join('\n').toLowerCase()
