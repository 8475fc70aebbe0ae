/**
 * Runs the scripts of a component, each compiled once, in a context of their own with a time limit. The context has no
 * access to Node or the network and no text-to-code; what goes in and out are texts. That keeps mistakes in bounds; it
 * is no wall against an author who means harm. Scripts are synchronous: `await` at the top is refused, and promises that
 * are not settled when the script ends are dropped.
 */
import { stripTypeScriptTypes } from 'node:module'
import vm from 'node:vm'
import { implementations } from '../functions.ts'
import { isToolFunction } from '../plan/functions.ts'
import type { VirtualUser } from '../virtual-user.ts'
import { bootstrap } from './bootstrap.ts'

/** A compiled script. */
export interface CompiledScript {
  /** Runs it for a user; what went wrong, or null. Never throws. */
  run(user: VirtualUser, timeoutMs: number): string | null
}

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
          const fault: unknown = script.runInContext(this.#context, { timeout: timeoutMs })
          return typeof fault === 'string' && fault !== '' ? fault : null
        } catch (error) {
          const isTimeout =
            typeof error === 'object' &&
            error !== null &&
            'code' in error &&
            error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
          return isTimeout ? `not finished after ${timeoutMs} ms` : 'ended abnormally'
        } finally {
          this.#user = null
        }
      },
    }
  }

  /** Functions that the context calls: texts and numbers in, texts and numbers out. */
  private bridgeParts() {
    return {
      getVariable: (name: string) => this.#user?.valueOf(name),
      setVariable: (name: string, value: string) => void this.#user?.variables.set(name, value),
      removeVariable: (name: string) => void this.#user?.variables.delete(name),
      log: (level: string, message: string) => {
        const known = level === 'debug' || level === 'warn' || level === 'error' ? level : 'info'
        this.#user?.environment.observer.log(known, 'script', message.slice(0, 10_000))
      },
      callFunction: (name: string, argument: string) => {
        const args = argument === '' ? [] : argument.split('\0')
        return this.#user !== null && isToolFunction(name) ? implementations[name](args, this.#user) : ''
      },
      userId: () => (this.#user?.index ?? 0) + 1,
      iteration: () => this.#user?.iteration ?? 0,
      status: () => this.#user?.lastResponse?.result.status ?? -1,
      durationMs: () => (this.#user?.lastResponse?.result.durationUs ?? 0) / 1_000,
      body: () => this.#user?.lastResponse?.text() ?? '',
      header: (name: string) => this.#user?.lastResponse?.header(name),
    }
  }
}

/** Compiles code into a script that returns what went wrong as text. */
export function compileScript(code: string): vm.Script {
  const wrapped = `(function(){try{(function(){"use strict";${code}\n}).call(undefined);return ''}catch(e){return describeFault(e)}})()`
  try {
    return new vm.Script(stripTypeScriptTypes(wrapped), { filename: 'script' })
  } catch (error) {
    throw new ScriptSyntaxError(error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error))
  }
}
