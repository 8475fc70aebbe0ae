/** How long a request of a component may take, so that the stop of a run knows how long to wait for it. */

import { definitionOf } from '../steps/registry.ts'
import { walkSteps } from '../steps/walk.ts'
import type { ComponentDocument } from './component.ts'

/** The longest response time-out of the component and of its steps, ms. */
export function longestResponseMs({ settings, steps }: ComponentDocument): number {
  const own = [...walkSteps(steps)].map(step => definitionOf(step.kind).responseTimeoutMs?.(step) ?? 0)
  return Math.max(settings.responseTimeoutMs, ...own)
}
