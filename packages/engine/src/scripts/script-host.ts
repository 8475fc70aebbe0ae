/**
 * Runs the scripts of a component, each compiled once, in a guest: another engine with a memory of its own, without
 * Node, without a network, with limits of time and memory. Scripts are synchronous: `await` at the top is refused, and
 * promises that are not settled when the script ends are dropped.
 * @see docs/decisions/029-two-walls.md
 */
import { toldCause } from '@pone/contract/told-cause.ts'
import type { VirtualUser } from '../virtual-user.ts'
import { Guest, type GuestImage, type Outcome, prepareGuest } from './guest.ts'
import { type Pointer, readQuickJs } from './quickjs.ts'
import { Turn } from './script-bridge.ts'
import { ScriptSyntaxError, scriptSource } from './script-source.ts'

export { ScriptSyntaxError }

/** A compiled script. */
export interface CompiledScript {
  /** Runs it for a user; returns the error, or null. Never throws. */
  run(user: VirtualUser, timeoutMs: number): string | null
}

const maxFaultLength = 2_000
const compileTimeoutMs = 5_000

const ends = {
  stack: toldCause('scriptStack'),
  memory: toldCause('scriptMemory'),
  unknown: toldCause('scriptEnded'),
} as const

export class ScriptHost {
  static #image: GuestImage | null = null
  #guest: Guest | null = null
  /** Scripts that the present guest has compiled, by source. */
  #compiled = new Map<string, Pointer>()

  /** Compiles TypeScript or JavaScript. @throws ScriptSyntaxError with message and line */
  compile(code: string): CompiledScript {
    const source = scriptSource(code)
    if (this.#scriptOf(source) === null) throw new ScriptSyntaxError(toldCause('scriptNotUnderstood'))
    return { run: (user, timeoutMs) => this.#run(source, user, timeoutMs) }
  }

  #run(source: string, user: VirtualUser, timeoutMs: number): string | null {
    const script = this.#scriptOf(source)
    if (script === null || this.#guest === null) return ends.unknown
    const turn = new Turn(user)
    const outcome = this.#guest.run(script, timeoutMs, (name, args) => turn.answer(name, args))
    if ('end' in outcome || !this.#guest.isSlim) this.#dismiss()
    return faultOf(outcome, timeoutMs) ?? turn.refused
  }

  #scriptOf(source: string): Pointer | null {
    const known = this.#compiled.get(source)
    if (known !== undefined) return known
    ScriptHost.#image ??= prepareGuest(readQuickJs())
    this.#guest ??= new Guest(ScriptHost.#image)
    try {
      const script = this.#guest.compile(source, compileTimeoutMs)
      if (script === null) this.#dismiss()
      else this.#compiled.set(source, script)
      return script
    } catch {
      this.#dismiss()
      return null
    }
  }

  #dismiss(): void {
    this.#guest = null
    this.#compiled = new Map()
  }
}

function faultOf(outcome: Outcome, timeoutMs: number): string | null {
  if (!('end' in outcome)) return outcome.fault === '' ? null : outcome.fault.slice(0, maxFaultLength)
  return outcome.end === 'timeout' ? toldCause('scriptTimeout', { ms: timeoutMs }) : ends[outcome.end]
}
