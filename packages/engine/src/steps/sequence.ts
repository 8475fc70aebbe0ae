/** Runs steps one after the other until one of them ends the sequence. */

import type { Flow } from '../compiled-component.ts'
import type { VirtualUser } from '../virtual-user.ts'
import type { CompiledStep } from './step.ts'

/** Combines several steps into one. */
export function sequence(steps: readonly CompiledStep[]): CompiledStep {
  return {
    async run(user: VirtualUser): Promise<Flow> {
      for (const step of steps) {
        if (user.mustHalt) return 'halt'
        const outcome = step.run(user)
        const flow = typeof outcome === 'string' ? outcome : await outcome
        if (flow !== 'next') return flow
        if (user.usedUp !== null) return 'stopUser'
      }
      return 'next'
    },
  }
}
