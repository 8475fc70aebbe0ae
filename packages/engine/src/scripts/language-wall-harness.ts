/** Tries a known escape against the first wall alone: a script that runs in this process. */
import { answerOf } from '../answer-harness.ts'
import { AnswerView } from '../answer-view.ts'
import { type KnownEscape, reachPrelude } from './known-escapes.ts'
import { ScriptHost } from './script-host.ts'
import { newScriptUser } from './script-user-harness.ts'

const timeoutMs = 3_000
const roots = [Object, Function, Array, Error, Promise, Map, RegExp, JSON, Reflect, process, globalThis]
/** The escape was really tried: to its end, or to an error of its own. */
const honestEnd = /^yes$|Error|failed|reject|scriptEnded/

/** Names of all that a script could have changed in this process. */
const realm = (): string =>
  roots
    .flatMap(root => [root, 'prototype' in root ? root.prototype : null])
    .map(each => (each === null ? '' : Reflect.ownKeys(each).map(String).join()))
    .join('\n')

/** What it reached or left; '' when the wall held. */
export function holdsLanguageWall({ code }: KnownEscape): string {
  const host = new ScriptHost()
  const user = newScriptUser()
  user.lastResponse = new AnswerView(answerOf('{"id":7}', {}))
  const before = realm()
  const whole = `const got = () => vars.set('escaped', 'yes');${reachPrelude}${code}\n;vars.set('tried', 'yes')`
  const fault = host.compile(whole).run(user, timeoutMs)
  if (user.variables.has('escaped')) return 'the process was reached'
  if (realm() !== before) return 'the process was changed'
  const tried = user.variables.get('tried') ?? fault ?? ''
  if (!honestEnd.test(tried)) return `not tried: ${tried}`
  const next = 'vars.set("next", typeof got + [1].map(x => x + 1) + JSON.stringify({}))'
  const nextFault = host.compile(next).run(user, timeoutMs)
  const seen = user.variables.get('next')
  return nextFault === null && seen === 'undefined2{}' ? '' : `the next script sees ${seen ?? nextFault}`
}
