import { toldCause } from '@pone/contract/told-cause.ts'
import { scriptMembers } from '@pone/plan/functions/script-api.ts'
import { describe, expect, test } from 'vitest'
import { answerOf } from '../answer-harness.ts'
import { AnswerView } from '../answer-view.ts'
import { ScriptHost, ScriptSyntaxError } from './script-host.ts'
import { newScriptUser } from './script-user-harness.ts'

const logged: string[] = []
const newUser = () => newScriptUser(logged)
const answer = answerOf('{"id":7}', { status: 201, headers: [['X-Trace', 't-1']], durationUs: 1_500 })
const host = new ScriptHost()
const run = (code: string, user = newUser(), timeoutMs = 1_000) => host.compile(code).run(user, timeoutMs)

describe('a script', () => {
  test('reads and writes variables as texts, in TypeScript', () => {
    const user = newUser()
    user.variables.set('a', '2')
    const code = `interface X { n: number }
      const x: X = { n: Number(vars.get('a')) + 1 }
      vars.set('b', x.n); vars.set('c', x); vars.set('gone', 1); vars.remove('gone')
      if (vars.get('nope') === undefined) vars.set('d', null)
      return`
    expect(run(code, user)).toBeNull()
    expect(Object.fromEntries(user.variables)).toEqual({ a: '2', b: '3', c: '{"n":3}', d: '' })
  })
  test('calls tool functions and logs', () => {
    const user = newUser()
    expect(
      run(
        "vars.set('h', fn.md5('abc')); log.warn('id', user.id, { a: 1 }); console.log(fn.substring('abcdef', 1, 3))",
        user,
      ),
    ).toBeNull()
    expect(user.variables.get('h')).toBe('900150983cd24fb0d6963f7d28e17f72')
    expect(logged.slice(-2)).toEqual(['warn id 5 {"a":1}', 'info bc'])
  })
  test('reads the last answer', () => {
    const user = newUser()
    user.lastResponse = new AnswerView(answer)
    const code = `vars.set('all', [response.status, response.durationMs, response.body, response.json().id, response.header('x-trace')])`
    expect(run(code, user)).toBeNull()
    expect(user.variables.get('all')).toBe('[201,1.5,"{\\"id\\":7}",7,"t-1"]')
  })
  test('sees exactly what the editor offers', () => {
    const user = newUser()
    user.lastResponse = new AnswerView(answer)
    const code = `for (const [name, value] of Object.entries({ vars, response, user, log, fn, console, fail })) {
      const members = typeof value === 'function' && Object.keys(value).length === 0 ? [name]
        : Reflect.ownKeys(value).filter(key => typeof value !== 'function' || Object.keys(value).includes(key)).map(key => name + '.' + key)
      vars.set(name, (name === 'log' ? [name, ...members] : members).join())
    }`
    expect(run(code, user)).toBeNull()
    const seen = [...user.variables.values()].flatMap(members => members.split(','))
    expect(seen.sort()).toEqual(scriptMembers.map(member => member.label).sort())
  })
  test('has no response before the first request', () => {
    const user = newUser()
    run("vars.set('r', response === null)", user)
    expect(user.variables.get('r')).toBe('true')
  })
  test.each([
    ['a thrown error', "throw new TypeError('x')", 'TypeError: x (line 1)'],
    ['the line', '\n\nnull.x', /TypeError: .* \(line 3\)/],
    ['fail()', "fail('stop here')", 'Error: stop here (line 1)'],
    ['something thrown that is no error', "throw 'text'", 'text'],
    ['a bad variable name', "vars.set('1 2', '')", /TypeError: not a variable name: 1 2/],
  ])('reports %s', (_name, code, expected) => {
    const fault = run(code)
    if (typeof expected === 'string') expect(fault).toBe(expected)
    else expect(fault).toMatch(expected)
  })
  test('is cut off when it takes too long, in promises too', () => {
    expect(run('for (;;) {}', newUser(), 50)).toBe(toldCause('scriptTimeout', { ms: 50 }))
    expect(run('Promise.resolve().then(() => { for (;;) {} })', newUser(), 50)).toBe(
      toldCause('scriptTimeout', { ms: 50 }),
    )
    expect(run('vars.set("still", "fine")')).toBeNull()
  })
  test.each([
    'await 1',
    'const = 1',
    'import fs from "node:fs"',
    '}',
    'import("node:fs").catch(e => e.constructor.constructor("return process")().exit())',
    'const f = () => import /* away */\n("node:fs")',
    'import.meta.url',
  ])('%j is refused when it is compiled', code => {
    expect(() => host.compile(code)).toThrow(ScriptSyntaxError)
  })
  test.each([
    'process.exit(1)',
    'require("fs")',
    'eval("1")',
    'new Function("return 1")()',
    'globalThis.constructor.constructor("return process")()',
    'vars.get.constructor("return process")()',
    'log.constructor.constructor("return process")().exit()',
    'try { vars.get({ toJSON() { throw new Error("x") } }) } catch (e) { e.constructor.constructor("return process")().exit() }',
    'fetch("http://127.0.0.1/")',
    'vars.get = 1',
    'new FinalizationRegistry(() => { for (;;) {} })',
    'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)',
    'new WebAssembly.Module(new Uint8Array(8))',
    'Error.prepareStackTrace = (e, frames) => frames; new Error().stack.map(f => f.getThis().process.exit())',
    'try { (0, eval)("1") } catch (e) { e.constructor.constructor("return process")().exit() }',
    '(async () => {}).constructor("return process")()',
  ])('%j does not get out of its context', code => {
    expect(run(code)).toMatch(/Error/)
  })
  test.each([
    'globalThis.x = 1',
    'vars.x = 1',
    'vars.get.x = 1',
    'response.x = 1',
    'globalThis.String = () => 1',
    'JSON.stringify = () => 1',
    'Array.prototype.last = () => 1',
    'Array.prototype.join = () => 1',
    'Object.prototype.toString = () => 1',
    'Object.defineProperty(Object.prototype, "x", { value: 1 })',
    'Date.now = () => 0',
    'Math.random = () => 0',
    '[].values().__proto__.next = () => 1',
    'Object.getPrototypeOf(Object.getPrototypeOf((function* () {})())).next = 1',
    'Object.getPrototypeOf("".matchAll(/a/g)).next = 1',
    'Error.stackTraceLimit = 0',
  ])('%j is refused, so that no user’s script leaves anything for another’s', code => {
    const user = newUser()
    user.lastResponse = new AnswerView(answer)
    expect(run(code, user)).toMatch(/^TypeError: .*(Cannot|read-only|not extensible|not configurable)/)
  })
  test.each([
    "const e = new Error('x'); e.name = Symbol(); try { e.stack } catch (h) { h.constructor.constructor('return process')() }",
    'try { (() => {}).constructor("return process")() } catch {}',
    'try { eval("process") } catch {}',
  ])('%j leaves a trace although it catches what it is answered', code => {
    expect(run(code)).toMatch(/^(TypeError: Cannot convert a Symbol|\[\[scriptMadeCode )/)
  })
  test('leaves nothing of what its expressions matched', () => {
    run('/(secret)/.exec("my secret")')
    const user = newUser()
    run('vars.set("seen", RegExp.$1 ?? "nothing"); vars.set("last", RegExp.lastMatch ?? "nothing")', user)
    expect(Object.fromEntries(user.variables)).toEqual({ seen: 'nothing', last: 'nothing' })
  })
  test('may still set on its own objects what they inherit', () => {
    const code = `class Broken extends Error { constructor() { super('m'); this.name = 'Broken' } }
      if (new Broken().name !== 'Broken') fail('name')
      const o: any = {}; o.toString = () => 'o'; o.constructor = 1
      if (String(o) !== 'o') fail('toString')
      function F(this: any) {} F.prototype.toString = () => 'f'
      if (String(new (F as any)()) !== 'f') fail('prototype')
      const copy = { ...{ message: 'm', valueOf: 2 } }
      if (JSON.stringify(copy) !== '{"message":"m","valueOf":2}') fail('copy')
      throw new Broken()`
    expect(run(code)).toMatch(/^Broken: m/)
  })
  test('hands nothing but texts out', () => {
    const user = newUser()
    run("vars.set('a', 5); vars.set('b', {}); vars.set('c', { toJSON() { return undefined } })", user)
    expect([...user.variables.values()].every(value => typeof value === 'string')).toBe(true)
  })
  test('cannot hold its caller up by what it throws', () => {
    const proxy =
      'new Proxy({}, { has() { for (;;) {} }, get() { for (;;) {} }, getOwnPropertyDescriptor() { for (;;) {} } })'
    const thrown = `throw { get stack() { throw ${proxy} } }`
    expect(new ScriptHost().compile(thrown).run(newUser(), 200)).toBe(toldCause('scriptEnded'))
    expect(run("throw new Error('x'.repeat(1e6))")).toHaveLength(2_000)
  })
  test.each([
    ['an expression that backtracks', '/^(a+)+$/.test("a".repeat(50) + "b")'],
    ['a native search', '"a".repeat(3e6).indexOf("a".repeat(1.5e6) + "b")'],
    ['a native walk', 'String.raw({ raw: { length: 2 ** 53 - 1 } })'],
    ['a native recursion', 'let z = []; for (let i = 0; i < 60; i++) z = [z, z]; z.flat(Infinity)'],
    ['a native normalisation', '("a" + "\u0301\u0316".repeat(3e5)).normalize()'],
    ['arithmetic of large numbers', '(2n ** 1000000n).toString()'],
    ['a getter of what it throws', 'throw { get message() { for (;;) {} } }'],
    ['promises that follow each other', 'const f = () => Promise.resolve().then(f); f()'],
  ])('is cut off within %s', (_name, code) => {
    expect(run(code, newUser(), 50)).toBe(toldCause('scriptTimeout', { ms: 50 }))
    expect(run('vars.set("still", "fine")')).toBeNull()
  })
  test.each([
    ['const all = []; for (;;) all.push(new Uint8Array(1e6))', toldCause('scriptMemory')],
    ['let s = "x"; for (;;) s = (s + s).split("").join("")', toldCause('scriptMemory')],
    ['const f = () => f(); f()', /scriptStack|stack overflow|call stack/],
    ['JSON.parse("[".repeat(1e6))', /scriptStack|call stack|SyntaxError/],
    ['vars.set("x", "x".repeat(2 ** 24 + 1))', /a variable holds at most/],
    ['for (let i = 0; ; i++) vars.set("x" + i, i)', /at most 10000 variables/],
    ['(async () => { throw new Error("x") })()', 'a promise was rejected and nothing handles it'],
  ])('%j is bounded, and the next script runs', (code, expected) => {
    const fault = run(code, newUser(), 20_000)
    if (typeof expected === 'string') expect(fault).toBe(expected)
    else expect(fault).toMatch(expected)
    expect(run('vars.set("still", "fine")')).toBeNull()
  })
  test('logs a thousand lines a pass, and says that there were more', () => {
    logged.length = 0
    expect(run('for (let i = 0; i < 1e5; i++) log(i)', newUser(), 20_000)).toBeNull()
    expect(logged).toHaveLength(1_001)
    expect(logged.at(-1)).toContain(toldCause('scriptLinesLeftOut', { limit: 1_000 }))
  })
  test('writes numbers, instants and texts as languages do', () => {
    const user = newUser()
    const code = `const at = new Date(Date.UTC(2026, 0, 2, 3, 4, 5))
      vars.set('all', [(1234.5).toLocaleString('en'), (1234.5).toLocaleString('de-DE', { style: 'currency', currency: 'EUR' }),
        at.toLocaleDateString('zh-CN', { timeZone: 'UTC' }), new Intl.NumberFormat('en').format(1e6), 'a'.localeCompare('B'),
        new Intl.DateTimeFormat('en', { timeZone: 'UTC' }).format(at), ['b', 'ä'].sort(new Intl.Collator('de').compare).join('')].join('|'))`
    expect(run(code, user)).toBeNull()
    expect(user.variables.get('all')).toBe('1,234.5|1.234,50\u00a0€|2026/1/2|1,000,000|-1|1/2/2026|äb')
    expect(run("(1).toLocaleString('no language at all')")).toMatch(/Error: Incorrect locale/)
  })
  test('keeps its time zone', () => {
    const user = newUser()
    run(
      "vars.set('at', new Date(2026, 6, 1, 12, 30).getTime()); vars.set('hours', new Date(0).getHours())",
      user,
    )
    expect(user.variables.get('at')).toBe(String(new Date(2026, 6, 1, 12, 30).getTime()))
    expect(user.variables.get('hours')).toBe(String(new Date(0).getHours()))
  })
  test('does not see what another user keeps', () => {
    const [a, b] = [newUser(), newUser()]
    run('vars.set("secret", "a")', a)
    run('vars.set("seen", String(vars.get("secret")))', b)
    expect(b.variables.get('seen')).toBe('undefined')
  })
})
