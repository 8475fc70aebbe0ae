/** A known failure of an operation on a tool. */

import type { HostProblem } from '@pone/contract/entities/host.ts'
import type { ToolOutcome } from '@pone/contract/link/tools.ts'
import { errorText } from '@pone/schema/error-text.ts'
import { FetchFailure } from '../downloads/fetch-package.ts'
import { UnpackFailure } from '../downloads/unpack.ts'

export class ToolFailure extends Error {
  override readonly name = 'ToolFailure'
  readonly code: HostProblem
  constructor(code: HostProblem, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** The outcome that is reported for a thrown error. */
export function toFailure(cause: unknown): ToolOutcome {
  const detail = errorText(cause)
  return { kind: 'failed', code: codeOf(cause), detail }
}

function codeOf(cause: unknown): HostProblem {
  if (cause instanceof ToolFailure) return cause.code
  if (hasCode(cause, /^(ENOSPC|EDQUOT)$/)) return 'diskFull'
  if (cause instanceof FetchFailure) return cause.kind
  if (cause instanceof UnpackFailure) return 'badPackage'
  return 'unexpected'
}

/** True also when a nested cause has the code. */
function hasCode(cause: unknown, pattern: RegExp): boolean {
  for (let at = cause; at instanceof Error; at = at.cause)
    if ('code' in at && pattern.test(String(at.code))) return true
  return false
}
