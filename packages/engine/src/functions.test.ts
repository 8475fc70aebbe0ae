import { argumentRange, isToolFunction, toolFunctions } from '@pone/plan/functions/functions.ts'
import { referencesOf } from '@pone/plan/functions/template-syntax.ts'
import type { Scope } from '@pone/protocols/protocol.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatDate, implementations } from './functions.ts'
import { chineseName, idCard, idCardCheck, phone } from './identities.ts'
import { compileTemplate } from './templates.ts'

const scope = (): Scope => ({
  index: 16,
  iteration: 3,
  counters: { own: 0, shared: { value: 10 } },
  properties: { runId: 'run-1' },
  valueOf: name => ({ user: 'alice', body: '{"a":1}' })[name],
})
const evaluate = (text: string, onUnresolved: (source: string) => void = () => undefined) =>
  compileTemplate(text, onUnresolved).evaluate(scope())

describe('tool functions', () => {
  test.each(
    Object.entries(toolFunctions)
      .filter(([, definition]) => definition.isPure && !definition.exampleResult.endsWith('…'))
      .map(([, definition]) => [definition.example, definition.exampleResult] as const),
  )('%s gives %s, as its help says', (example, result) => {
    expect(evaluate(example)).toBe(result)
  })
  test.each([
    ['${threadId()}', /^17$/],
    ['${iteration()}', /^3$/],
    ['${property(runId)}', /^run-1$/],
    ['${property(other, x)}', /^x$/],
    ['${uuid()}', /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/],
    ['${randomInt(5, 7)}', /^[567]$/],
    ['${randomInt(7, 5)}', /^[567]$/],
    ['${randomString(12)}', /^[A-Za-z0-9]{12}$/],
    ['${randomString(5, ab)}', /^[ab]{5}$/],
    ['${randomItem(red, green)}', /^(red|green)$/],
    ['${timestamp()}', /^\d{13}$/],
    ['${timestamp(s)}', /^\d{10}$/],
    ['${date(yyyyMMdd)}', /^20\d{6}$/],
    ['${hmac(sha256, key, text, base64)}', /^[A-Za-z0-9+/]{43}=$/],
    ['${md5(${user})}', /^6384e2b2184bcbf58eccf10ca7a6563c$/],
    ['${json(${body})}', /^\{\\"a\\":1\}$/],
    ['${substring(abcdef, -2)}', /^ef$/],
    ['${upper(${lower(${user})})}', /^ALICE$/],
    ['${env(NOT_THERE, none)}', /^none$/],
    ['${phone()}', /^1\d{10}$/],
    ['${email()}', /^[a-z0-9]{10}@example\.com$/],
    ['${email(test.cn)}', /@test\.cn$/],
    ['${randomString(0)}', /^$/],
    [
      '${sha512(abc)}',
      /^ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f$/,
    ],
    ["${hmac(md5, Jefe, 'what do ya want for nothing?')}", /^750c783e6ab0b503eaa86e310a5db738$/],
    [
      "${hmac(sha256, Jefe, 'what do ya want for nothing?')}",
      /^5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843$/,
    ],
    ['${base64(${user})}', /^YWxpY2U=$/],
    ['${base64Url(???)}', /^Pz8_$/],
    ['${urlEncode(中 文)}', /^%E4%B8%AD%20%E6%96%87$/],
    ['${urlDecode(100%)}', /^100%$/],
    ['${htmlDecode(&eacute;&#x4e2d;&nbsp;)}', /^é中\u00a0$/],
    ["${htmlEncode('\"')}", /^&quot;$/],
    ["${replace(a.b.c, ., '$&')}", /^a\$&b\$&c$/],
    ["${replace(abc, '', x)}", /^abc$/],
    ['${split(a-b-c, -, -1)}', /^c$/],
    ['${split(a-b-c, -, 9)}', /^$/],
    ['${split(a-b-c, -, 0)}', /^$/],
    ['${padStart(12345, 3)}', /^12345$/],
    ['${length(中😀)}', /^2$/],
    ['${add(9007199254740993, 1)}', /^9007199254740994$/],
    ['${add(0.1, 0.2)}', /^0\.3$/],
    ['${add(1, x)}', /^NaN$/],
    ['${add(1, )}', /^NaN$/],
    ['${add(007, 1)}', /^8$/],
    ['${subtract(1, 2.5)}', /^-1\.5$/],
    ['${multiply(-3, 4, 2)}', /^-24$/],
    ['${divide(10, 4)}', /^2\.5$/],
    ['${divide(10, 5)}', /^2$/],
    ['${divide(1, 0)}', /^NaN$/],
    ['${modulo(-7, 3)}', /^-1$/],
    ['${min(2, 10, -1.5)}', /^-1\.5$/],
    ['${max(2, 10)}', /^10$/],
    ['${round(-2.5)}', /^-3$/],
    ['${round(1.005, 2)}', /^1\.01$/],
    ['${chineseName()}', /^\p{Script=Han}{2,3}$/u],
  ])('%s gives a value like %s', (text, pattern) => {
    expect(evaluate(text)).toMatch(pattern)
  })
  test('the examples in the help call what they explain, with a fitting number of arguments', () => {
    for (const [name, definition] of Object.entries(toolFunctions)) {
      const [call] = referencesOf(definition.example).calls
      expect(call?.name).toBe(name)
      expect(isToolFunction(name)).toBe(true)
      if (!isToolFunction(name)) continue
      expect(call?.argCount).toBeGreaterThanOrEqual(argumentRange(name).min)
      expect(call?.argCount).toBeLessThanOrEqual(argumentRange(name).max)
      expect(definition.description.zh && definition.description.en).toBeTruthy()
    }
  })
  test('every function has code, and every code a function', () => {
    expect(Object.keys(implementations).sort()).toEqual(Object.keys(toolFunctions).sort())
  })
  test('without arguments no function throws', () => {
    for (const implementation of Object.values(implementations)) {
      expect(typeof implementation([], scope())).toBe('string')
    }
  })
  test('counters count per user and per process', () => {
    const one = scope()
    const template = compileTemplate('${counter()}/${counter(all)}', () => undefined)
    expect([template.evaluate(one), template.evaluate(one)]).toEqual(['1/11', '2/12'])
  })
  test('other environment variables than PONE_ENV_ ones cannot be read', () => {
    expect(implementations.env(['PATH'], scope())).toBe('')
  })
  test('dates are shifted and written as asked', () => {
    const at = new Date(2026, 0, 31, 23, 59, 58, 7).getTime()
    expect(formatDate(at, 'yyyy/MM/dd HH:mm:ss.SSS', '')).toBe('2026/01/31 23:59:58.007')
    expect(formatDate(at, 'yyyy-MM-dd HH:mm:ss', '+1d2s')).toBe('2026-02-02 00:00:00')
    expect(formatDate(at, 'yyyy-MM-dd', '-1M')).toBe('2025-12-31')
  })
  test('identity numbers have a valid date and check digit', () => {
    expect(idCardCheck('11010519491231002')).toBe('X')
    fc.assert(
      fc.property(fc.double({ min: 0, max: 0.999999, noNaN: true }), seed => {
        let state = seed
        const random = () => {
          state = (state * 9_301 + 0.49297) % 1
          return state
        }
        const id = idCard(random)
        expect(id).toMatch(/^\d{17}[\dX]$/)
        expect(idCardCheck(id.slice(0, 17))).toBe(id[17])
        const born = `${id.slice(6, 10)}-${id.slice(10, 12)}-${id.slice(12, 14)}`
        expect(new Date(born).toISOString().slice(0, 10)).toBe(born)
        expect(phone(random)).toMatch(/^1[3-9]\d{9}$/)
        expect(chineseName(random).length).toBeGreaterThan(1)
      }),
    )
  })
})

describe('templates', () => {
  test('fixed texts and pure calls are computed once', () => {
    expect(compileTemplate('a', () => undefined).constant).toBe('a')
    expect(compileTemplate('x${md5(abc)}', () => undefined).constant).toBe(
      'x900150983cd24fb0d6963f7d28e17f72',
    )
    expect(compileTemplate('${uuid()}', () => undefined).constant).toBeNull()
  })
  test('what nobody defines stays as written and is reported', () => {
    const unresolved: string[] = []
    expect(evaluate('a ${nope} ${nofn(1)} ${user}', source => unresolved.push(source))).toBe(
      'a ${nope} ${nofn(1)} alice',
    )
    expect(unresolved).toEqual(['${nope}', '${nofn(1)}'])
  })
})
