/** The first wall by itself: no known escape gets from a script to an object of this process. That the list has teeth is proven against a context of node:vm. */
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { answerOf } from '../answer-bench.ts'
import { ResponseView } from '../response-view.ts'
import { knownEscapes, reachPrelude } from './known-escapes.ts'
import { ScriptHost } from './script-host.ts'
import { newScriptUser } from './script-user-bench.ts'

const timeoutMs = 3_000
const roots = [Object, Function, Array, Error, Promise, Map, RegExp, JSON, Reflect, process, globalThis]
/** What is in the main realm: names of everything that a script could have changed. */
const realm = () =>
  roots.map(root =>
    [root, 'prototype' in root ? root.prototype : null].map(each => each && Reflect.ownKeys(each)),
  )

describe('the list of known escapes', () => {
  test('holds at least sixty, each by its own name', () => {
    expect(new Set(knownEscapes.map(({ name }) => name)).size).toBe(knownEscapes.length)
    expect(knownEscapes.length).toBeGreaterThanOrEqual(60)
  })
  test('gets out of a context of node:vm, the published one included', () => {
    const program = fileURLToPath(new URL('./naive-context-bench.ts', import.meta.url))
    const out: unknown = JSON.parse(
      execFileSync(process.execPath, [program], { encoding: 'utf8', timeout: 120_000 }),
    )
    expect(out).toContain('error with a symbol as name')
    expect(out).toSatisfy((names: unknown[]) => names.length >= 30)
  })
})

describe('the wall of language', () => {
  const host = new ScriptHost()
  test.each(knownEscapes)('holds against: $name', ({ code }) => {
    const user = newScriptUser()
    user.lastResponse = new ResponseView(answerOf('{"id":7}', {}))
    const before = realm()
    const script = host.compile(
      `const got = () => vars.set('escaped', 'yes');${reachPrelude}${code}\n;vars.set('tried', 'yes')`,
    )
    const fault = script.run(user, timeoutMs)
    expect(user.variables.get('escaped')).toBeUndefined()
    // It was really tried, to its end or to its own fault.
    expect(user.variables.get('tried') ?? fault).toMatch(/^yes$|Error|failed|reject|ended abnormally/)
    expect(realm()).toEqual(before)
    // Nothing stays behind for the next script.
    expect(
      host
        .compile('vars.set("next", typeof got + [1].map(x => x + 1) + JSON.stringify({}))')
        .run(user, timeoutMs),
    ).toBeNull()
    expect(user.variables.get('next')).toBe('undefined2{}')
  })
})
