/** Converts a user's text to the function that a guest runs: types are stripped, and invalid scripts are refused. */

import { stripTypeScriptTypes } from 'node:module'
import vm from 'node:vm'
import { errorText } from '@pone/schema/error-text.ts'

/** A script that cannot be compiled. */
export class ScriptSyntaxError extends Error {
  /** From 1; null if it is not known. */
  readonly line: number | null

  constructor(message: string, line: number | null = null) {
    super(message)
    this.line = line
  }
}

/** There are no modules to import; a script that imports one is refused before it runs. */
const dynamicImport = /\bimport\s*[(./<-]/u
const before = '(function(){"use strict";'
const after = '\n})'

/** JavaScript that evaluates to a function; lines keep their numbers. @throws ScriptSyntaxError with the reason */
export function scriptSource(code: string): string {
  try {
    const plain = stripTypeScriptTypes(`${before}${code}${after}`)
    const body = plain.slice(before.length, plain.length - after.length)
    if (dynamicImport.test(body)) throw new SyntaxError('import() cannot be used in a script')
    // Only parsed here, as the body of a function by itself: a text that closes the function around it is refused.
    vm.compileFunction(`"use strict";${body}`, [], { filename: 'script' })
    return plain
  } catch (error) {
    throw new ScriptSyntaxError(errorText(error).split('\n')[0] ?? '', lineOf(error, code))
  }
}

/** The line that both parsers begin the stack of a syntax error with, from 1; the end of the function around it is after the last one. */
function lineOf(error: unknown, code: string): number | null {
  const line = error instanceof Error ? /^(?:script)?:(\d+)/m.exec(error.stack ?? '')?.[1] : undefined
  return line === undefined ? null : Math.min(Math.max(1, Number(line)), code.split('\n').length)
}
