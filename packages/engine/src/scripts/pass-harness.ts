/** Measures the cost of a script's pass, µs: `node packages/engine/src/scripts/pass-harness.ts`. */
import { answerOf } from '../answer-harness.ts'
import { AnswerView } from '../answer-view.ts'
import { ScriptHost } from './script-host.ts'
import { newScriptUser } from './script-user-harness.ts'

const items = Array.from({ length: 2_000 }, (_, id) => ({ id, name: `item ${id}` }))
const scripts: readonly (readonly [name: string, passes: number, code: string])[] = [
  ['empty', 5_000, ''],
  [
    'get, md5, set, response',
    5_000,
    "vars.set('b', fn.md5(vars.get('a'))); if (response.status !== 200) fail()",
  ],
  ['100 vars.get', 1_000, "for (let i = 0; i < 100; i++) vars.get('a')"],
  ['response.json() of 60 kB', 300, "vars.set('n', response.json().length)"],
  ['loop of 5,000', 500, "let a = 0; for (let i = 0; i < 5000; i++) a += i % 7; vars.set('n', a)"],
  ['loop of 1,000,000', 10, "let a = 0; for (let i = 0; i < 1e6; i++) a += i % 7; vars.set('n', a)"],
]

const user = newScriptUser()
user.variables.set('a', 'text')
user.lastResponse = new AnswerView(answerOf(JSON.stringify(items), { status: 200 }))
const host = new ScriptHost()
const begun = performance.now()
host.compile('1')
process.stdout.write(`first script of a process: ${(performance.now() - begun).toFixed(0)} ms\n`)
for (const [name, passes, code] of scripts) {
  const script = host.compile(code)
  const pass = () => {
    const fault = script.run(user, 60_000)
    if (fault !== null) throw new Error(fault)
  }
  for (let i = 0; i < passes / 5; i++) pass()
  const from = performance.now()
  for (let i = 0; i < passes; i++) pass()
  process.stdout.write(`${name}: ${(((performance.now() - from) / passes) * 1_000).toFixed(1)} µs\n`)
}
