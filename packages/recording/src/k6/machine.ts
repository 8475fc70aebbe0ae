/** What the parts that understand a script share: its text, what is gathered of it, and how much of it is looked at. */
import type { SyntaxNode } from '@lezer/common'
import type { ScriptRecording } from '../script/script-recording.ts'
import type { FunctionValue, Scope, TextValue, Value } from './values.ts'

/** Expressions that are looked at in all; a loop over constants is unfolded. */
const maxSteps = 200_000
const maxDepth = 250

/** Ends the reading of a script that unfolds into too much. */
export class TooMuch extends Error {}

export interface Machine {
  readonly text: string
  readonly recording: ScriptRecording
  evaluate(node: SyntaxNode, scope: Scope): Value
  /** Adds the names of a declaration to the scope. */
  declare(node: SyntaxNode, scope: Scope): void
  call(called: FunctionValue, args: readonly Value[]): Value
  readonly budget: Budget
  /** The first expression of the present statement that only a run knows. */
  readonly unknownNode: SyntaxNode | null
}

export class Budget {
  readonly #recording: ScriptRecording
  #steps = 0
  #depth = 0

  constructor(recording: ScriptRecording) {
    this.#recording = recording
  }

  /** What `work` makes, or `instead` for what is nested too deep. @throws TooMuch */
  within<T>(node: SyntaxNode, work: () => T, instead: T): T {
    this.#steps += 1
    if (this.#steps > maxSteps) {
      this.#recording.leave(node.from, 'scriptTooLong', { limit: maxSteps })
      throw new TooMuch()
    }
    if (this.#depth >= maxDepth) {
      this.#recording.leave(node.from, 'scriptTooDeep', { limit: maxDepth })
      return instead
    }
    this.#depth += 1
    try {
      return work()
    } finally {
      this.#depth -= 1
    }
  }
}

/** Tells what is left of a statement, and which part of it only a run knows. */
export function leaveUnknown(
  { recording, unknownNode }: Machine,
  node: SyntaxNode,
  code: 'computed' | 'computedRequest',
): void {
  recording.leave(node.from, code, { code: recording.codeOf(unknownNode ?? node) })
}

export const codeAt = (machine: Machine, node: SyntaxNode): string => machine.text.slice(node.from, node.to)

/** A text as the script has it. */
export const textValue = (machine: Machine, raw: string): TextValue => ({
  kind: 'text',
  raw,
  text: machine.recording.literal(raw),
})
