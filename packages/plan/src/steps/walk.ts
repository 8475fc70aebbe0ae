/** Ways through a component's tree of steps, shared by labels, checks and compilation; safe in a browser. */
import type { Step } from './registry.ts'

/** Children of a step that groups others, none for the rest. */
export const childrenOf = (step: Step): readonly Step[] => ('children' in step ? step.children : [])

/** Every step in document order, parents before their children; disabled ones, with all below them, only when asked for. */
export function* walkSteps(
  steps: readonly Step[],
  options: { withDisabled: boolean } = { withDisabled: false },
): Generator<Step> {
  for (const step of steps) {
    if (!step.enabled && !options.withDisabled) continue
    yield step
    yield* walkSteps(childrenOf(step), options)
  }
}
