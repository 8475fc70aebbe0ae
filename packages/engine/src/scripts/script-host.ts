/**
 * Runs the scripts of a component, each compiled once, in a context of their own with a time limit. The context has no
 * access to Node or the network and no text-to-code; what goes in and out are texts. That keeps mistakes in bounds; it
 * is no wall against an author who means harm. Scripts are synchronous: `await` at the top is refused, and promises that
 * are not settled when the script ends are dropped.
 */
import { stripTypeScriptTypes } from 'node:module'
import { types } from 'node:util'
import vm from 'node:vm'
import { detachedText } from '../detached-text.ts'
import { implementations } from '../functions.ts'
import { isToolFunction } from '../plan/functions.ts'
import type { VirtualUser } from '../virtual-user.ts'
import { bootstrap } from './bootstrap.ts'

/** A compiled script. */
export interface CompiledScript {
  /** Runs it for a user; what went wrong, or null. Never throws. */
  run(user: VirtualUser, timeoutMs: number): string | null
}

const maxFaultLength = 2_000

/** A script that cannot be compiled. */
export class ScriptSyntaxError extends Error {}

export class ScriptHost {
  readonly #context: vm.Context
  #user: VirtualUser | null = null

  constructor() {
    this.#context = vm.createContext(vm.constants.DONT_CONTEXTIFY, {
      codeGeneration: { strings: false, wasm: false },
      microtaskMode: 'afterEvaluate',
    })
    const install = new vm.Script(bootstrap, { filename: 'bootstrap' }).runInContext(this.#context) as (
      bridge: ReturnType<ScriptHost['bridgeParts']>,
    ) => void
    install(this.bridgeParts())
  }

  /** Compiles TypeScript or JavaScript. @throws ScriptSyntaxError with message and line */
  compile(code: string): CompiledScript {
    const script = compileScript(code)
    return {
      run: (user, timeoutMs) => {
        this.#user = user
        try {
          const fault: unknown = script.runInContext(this.#context, {
            timeout: timeoutMs,
            displayErrors: false,
          })
          return typeof fault === 'string' && fault !== '' ? fault.slice(0, maxFaultLength) : null
        } catch (error) {
          return isTimeout(error) ? `not finished after ${timeoutMs} ms` : 'ended abnormally'
        } finally {
          this.#user = null
        }
      },
    }
  }

  /** Functions that the context calls: texts and numbers out, texts in; a script may have made `text` give anything, so nothing else is taken. */
  private bridgeParts() {
    return {
      getVariable: (name: unknown) => this.#user?.valueOf(textOf(name)),
      setVariable: (name: unknown, value: unknown) => {
        const text = detachedText(textOf(value))
        this.#user?.variables.set(textOf(name), text)
        this.#user?.component.redactor.learn(textOf(name), text)
      },
      removeVariable: (name: unknown) => void this.#user?.variables.delete(textOf(name)),
      log: (level: unknown, message: unknown) => {
        const known = level === 'debug' || level === 'warn' || level === 'error' ? level : 'info'
        this.#user?.environment.observer.log(known, 'script', textOf(message).slice(0, 10_000))
      },
      callFunction: (name: unknown, argument: unknown) => {
        const args = textOf(argument) === '' ? [] : textOf(argument).split('\0')
        const called = textOf(name)
        return this.#user !== null && isToolFunction(called) ? implementations[called](args, this.#user) : ''
      },
      userId: () => (this.#user?.index ?? 0) + 1,
      iteration: () => this.#user?.iteration ?? 0,
      status: () => this.#user?.lastResponse?.result.status ?? -1,
      durationMs: () => (this.#user?.lastResponse?.result.durationUs ?? 0) / 1_000,
      body: () => this.#user?.lastResponse?.text() ?? '',
      header: (name: unknown) => this.#user?.lastResponse?.header(textOf(name)),
    }
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Looks only at what no code of the script can answer for: it may have thrown a proxy, or an object with getters. */
function isTimeout(error: unknown): boolean {
  if (typeof error !== 'object' || error === null || types.isProxy(error)) return false
  return Object.getOwnPropertyDescriptor(error, 'code')?.value === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
}

/** Node refuses it with an error from outside the context, by which a script would get out. */
const dynamicImport = /\bimport\s*[(./<-]/u

/** Compiles code into a script that returns what went wrong as text. */
export function compileScript(code: string): vm.Script {
  const wrapped = `(function(){try{(function(){"use strict";${code}\n}).call(undefined);return ''}catch(e){return describeFault(e)}})()`
  try {
    const plain = stripTypeScriptTypes(wrapped)
    if (dynamicImport.test(plain)) throw new SyntaxError('import() cannot be used in a script')
    return new vm.Script(plain, { filename: 'script' })
  } catch (error) {
    throw new ScriptSyntaxError(error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error))
  }
}
