/** The calls of scripts to the engine, answered for the user whose script runs: texts and numbers in and out. */

import { toldCause } from '@pone/contract/told-cause.ts'
import { isToolFunction } from '@pone/plan/functions/functions.ts'
import { detachedText } from '../detached-text.ts'
import { implementations } from '../functions.ts'
import type { VirtualUser } from '../virtual-user.ts'
import type { HostCall } from './bootstrap.ts'
import { compareTexts, localize } from './locales.ts'
import { HostRefusal, type Primitive } from './quickjs.ts'

/** Maximum of lines that one pass of a script may log. */
export const maxLogLines = 1_000
const maxLineLength = 10_000
/** Maximum length of a variable's value, characters. */
export const maxValueLength = 16 * 1024 ** 2
/** Maximum number of a user's variables. */
const maxVariables = 10_000

type Answer = (user: VirtualUser, args: readonly string[]) => Primitive

/** One pass of a script: its user, and its actions so far. */
export class Turn {
  readonly user: VirtualUser
  #lines = 0
  /** An action that no script may do, recorded although the script may have caught the error. */
  refused: string | null = null

  constructor(user: VirtualUser) {
    this.user = user
  }

  /** @throws HostRefusal when the engine refuses it */
  answer(name: string, args: readonly string[]): Primitive {
    if (name === 'log') return this.#log(args)
    if (name === 'refused') {
      this.refused = toldCause('scriptMadeCode')
      return undefined
    }
    return isAnswer(name) ? answers[name](this.user, args) : undefined
  }

  #log([level, message = '']: readonly string[]): undefined {
    this.#lines++
    if (this.#lines > maxLogLines + 1) return
    const { observer } = this.user.environment
    if (this.#lines > maxLogLines) {
      observer.log('warn', 'script', toldCause('scriptLinesLeftOut', { limit: maxLogLines }))
      return
    }
    const known = level === 'debug' || level === 'warn' || level === 'error' ? level : 'info'
    observer.log(known, 'script', message.slice(0, maxLineLength))
  }
}

const isAnswer = (name: string): name is keyof typeof answers => Object.hasOwn(answers, name)

const answers: Record<Exclude<HostCall, 'log' | 'refused'>, Answer> = {
  getVariable: (user, [name = '']) => user.valueOf(name),
  setVariable: (user, [name = '', value = '']) => {
    if (value.length > maxValueLength) throw new HostRefusal('a variable holds at most 16 million characters')
    const { variables } = user
    if (variables.size >= maxVariables && !variables.has(name))
      throw new HostRefusal(`a user has at most ${maxVariables} variables`)
    const text = detachedText(value)
    variables.set(name, text)
    user.component.redactor.learn(name, text)
    return undefined
  },
  removeVariable: (user, [name = '']) => {
    user.variables.delete(name)
    return undefined
  },
  callFunction: (user, [name = '', ...args]) =>
    isToolFunction(name) ? implementations[name](args, user) : '',
  userId: user => user.index + 1,
  iteration: user => user.iteration,
  status: user => user.lastResponse?.outcome.status ?? -1,
  durationMs: user => (user.lastResponse?.outcome.durationUs ?? 0) / 1_000,
  body: user => user.lastResponse?.text() ?? '',
  header: (user, [name = '']) => user.lastResponse?.header(name),
  localize: (_user, [form = '', value = '', locales = '', options = '']) =>
    localize(form, value, locales, options),
  compareTexts: (_user, [a = '', b = '', locales = '', options = '']) => compareTexts(a, b, locales, options),
}
