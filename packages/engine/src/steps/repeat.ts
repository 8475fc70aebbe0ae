/** Passes of the controllers that repeat their children: loop, while and for-each; between passes other users can run. */
import type { Flow } from '../compiled-component.ts'
import type { VirtualUser } from '../virtual-user.ts'
import type { CompiledStep } from './step.ts'

/** Passes without any waiting after which other users can run. */
const passesPerTurn = 100

/** Runs the body as long as `begins` returns true for the number of the next pass, from 1. */
export async function repeat(
  user: VirtualUser,
  body: CompiledStep,
  begins: (pass: number) => boolean,
): Promise<Flow> {
  let turnsBefore = user.turns
  for (let pass = 1; begins(pass); pass++) {
    if (user.lacksRows(false)) await user.awaitRows(false)
    if (user.mustHalt) return 'halt'
    const outcome = body.run(user)
    const flow = typeof outcome === 'string' ? outcome : await outcome
    if (flow !== 'next') return flow
    if (pass % passesPerTurn !== 0) continue
    if (user.turns === turnsBefore) await user.yieldTurn()
    turnsBefore = user.turns
  }
  return 'next'
}
