/** Values of a response become extractors and checkpoints that find them again. */
import { compileJsonPath } from '@pone/plan/answers/json-path.ts'
import type { StepOf } from '@pone/plan/steps/registry.ts'
import { describe, expect, it } from 'vitest'
import { requestStep } from '../model/new-step.ts'
import { canCheck, canExtract, pickHeader, pickText, withCheckpoint, withExtractor } from './pick.ts'
import { pickInJson, pickInXml } from './pick-node.ts'

const step = requestStep({
  method: 'GET',
  url: '/x',
  query: [],
  headers: [],
  body: { kind: 'none' },
} as unknown as Parameters<typeof requestStep>[0])

describe('a value in JSON', () => {
  const value = {
    data: { token: 'a"b', 'odd key': [1, { "it's": true }, []], none: null },
    list: [{ id: 7 }, { id: 8 }],
  }
  const text = JSON.stringify(value, null, 2)
  it.each([
    ['"a\\"b"', '$.data.token', 'token', 'a"b', true],
    ['"token"', '$.data.token', 'token', 'a"b', true],
    ['true', "$.data['odd key'][1]['it\\'s']", "it's", 'true', true],
    ['null', '$.data.none', 'none', 'null', false],
    ['8', '$.list[1].id', 'id', '8', true],
    ['[]', "$.data['odd key'][2]", 'odd key', '[]', false],
  ])('at %s has the path %s', (at, expression, name, found, isScalar) => {
    const pick = pickInJson(text, text.indexOf(at) + (at.length > 1 ? 1 : 0))
    expect(pick).toMatchObject({ source: 'jsonPath', expression, name, value: found, isScalar })
  })
  it('is found again by its path', () => {
    for (let offset = 0; offset < text.length; offset += 1) {
      const pick = pickInJson(text, offset)
      if (pick === null) continue
      const [match] = compileJsonPath(pick.expression)(value)
      if (pick.isScalar) expect(String(match)).toBe(pick.value)
      else expect(match).toEqual(JSON.parse(pick.value))
    }
  })
  it('is not picked where there is none', () => {
    expect(pickInJson('7', 0)).toBeNull()
    expect(pickInJson('', 0)).toBeNull()
    expect(pickInJson('not json', 3)).toBeNull()
  })
})

describe('a value in XML', () => {
  const text = '<?xml version="1.0"?><s:a xmlns:s="u"><b x="1 &amp; 2">one</b><b>two</b><c><d/></c></s:a>'
  it.each([
    ['one', '/a/b[1]', 'b', 'one', true],
    ['two', '/a/b[2]', 'b', 'two', true],
    ['1 &amp;', '/a/b[1]/@x', 'x', '1 & 2', true],
    ['d/', '/a/c/d', 'd', '', true],
    ['c>', '/a/c', 'c', '<d/>', false],
  ])('at %s has the path %s', (at, expression, name, value, isScalar) => {
    expect(pickInXml(text, text.indexOf(at) + 1)).toMatchObject({ expression, name, value, isScalar })
  })
  it('is not picked outside of elements', () => {
    expect(pickInXml('plain', 1)).toBeNull()
  })
})

describe('a selected part of a text', () => {
  const text = '<input name="csrf" value="one">\n<input name="csrf" value="two">\n'
  it('is found by what stands around it, and by its number among several', () => {
    const from = text.indexOf('two')
    expect(pickText(text, from, from + 3)).toMatchObject({
      source: 'boundary',
      expression: '<input name="csrf" value="',
      rightBoundary: '">',
      match: 2,
      name: 'value',
      value: 'two',
    })
  })
  it('cannot be picked if it is empty or nothing stands around it', () => {
    expect(pickText(text, 3, 3)).toBeNull()
    expect(pickText('abc', 0, 2)).toBeNull()
    expect(pickText('abc', 1, 3)).toBeNull()
  })
})

describe('a rule made of a value', () => {
  it('is an extractor whose variable has a free, valid name', () => {
    const pick = pickHeader('X-Request-Id', 'r1')
    const { step: made, field } = withExtractor(step, pick, ['X_Request_Id'])
    expect(field).toBe('extractors.0')
    expect(made.extractors).toMatchObject([
      { source: 'header', expression: 'X-Request-Id', variable: 'X_Request_Id2', defaultValue: null },
    ])
  })
  it('takes the cookie of a header that sets one', () => {
    const pick = pickHeader('Set-Cookie', 'sid=abc; Path=/')
    expect(withExtractor(step, pick, []).step.extractors).toMatchObject([
      { source: 'cookie', expression: 'sid', variable: 'sid' },
    ])
    expect(withCheckpoint(step, pick).step.checkpoints).toMatchObject([
      { source: 'header', expression: 'Set-Cookie', operator: 'contains', expected: 'abc' },
    ])
  })
  it.each([
    ['{"1st":"x"}', 'equals', 'x'],
    ['{"a":{"b":1}}', 'exists', ''],
    [`{"long":"${'x'.repeat(1_001)}"}`, 'exists', ''],
  ])('is a checkpoint that compares the value if it is short: %s', (text, operator, expected) => {
    const pick = pickInJson(text, text.indexOf(':') + 1)
    if (pick === null) throw new Error('nothing picked')
    const { step: made, field } = withCheckpoint(step, pick)
    expect([field, made.checkpoints[0]?.operator, made.checkpoints[0]?.expected]).toEqual([
      'checkpoints.0',
      operator,
      expected,
    ])
  })
  it('is not offered beyond the limit of a step', () => {
    const pick = pickHeader('A', 'b')
    let full: StepOf<'request'> = step
    for (let count = 0; count < 50; count += 1)
      full = withCheckpoint(withExtractor(full, pick, []).step, pick).step
    expect([canExtract(step, pick), canCheck(step, pick)]).toEqual([true, true])
    expect([canExtract(full, pick), canCheck(full, pick)]).toEqual([false, false])
  })
})
