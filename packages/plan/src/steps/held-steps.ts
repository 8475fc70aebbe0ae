/** Counts of the steps inside a step, as its texts tell them. */
import type { Bilingual } from '@pone/schema/bilingual.ts'
import type { HeldStep } from './definition.ts'

/** All steps below, whatever their depth. */
export const countSteps = (steps: readonly HeldStep[] = []): number =>
  steps.reduce((sum, step) => sum + 1 + countSteps(step.children), 0)

export const countOf = (value: unknown): number => (Array.isArray(value) ? value.length : 0)

export const oneOf = ({ children = [] }: HeldStep): Bilingual => {
  const count = children.filter(child => child.enabled).length
  return { zh: `${count} 选 1`, en: `one of ${count}` }
}
