/** For tests of step trees: steps by their ids. */
import type { Step } from '@pone/plan/steps/registry.ts'

export const think = (id: string, durationMs = 1): Step => ({
  id,
  name: id,
  enabled: true,
  kind: 'thinkTime',
  distribution: 'fixed',
  durationMs,
  spreadMs: 0,
})

export const group = (id: string, ...children: Step[]): Step => ({
  id,
  name: id,
  enabled: true,
  kind: 'transaction',
  children,
})
