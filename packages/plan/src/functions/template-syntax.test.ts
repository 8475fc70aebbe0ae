import { describe, expect, test } from 'vitest'
import { parseTemplate, referencesOf } from './template-syntax.ts'

describe('template syntax', () => {
  test.each([
    ['plain', [{ kind: 'text', text: 'plain' }]],
    ['', []],
    ['a ${b', [{ kind: 'text', text: 'a ${b' }]],
    ['${1x}', [{ kind: 'text', text: '${1x}' }]],
    ['{"a": {}}', [{ kind: 'text', text: '{"a": {}}' }]],
    ['$${b}', [{ kind: 'text', text: '${b}' }]],
  ])('%j has no expressions', (text, expected) => {
    expect(parseTemplate(text)).toEqual(expected)
  })

  test('finds variables between texts', () => {
    expect(parseTemplate('/u/${id}?x=${ user.name }')).toEqual([
      { kind: 'text', text: '/u/' },
      { kind: 'variable', name: 'id', source: '${id}' },
      { kind: 'text', text: '?x=' },
      { kind: 'variable', name: 'user.name', source: '${ user.name }' },
    ])
  })

  const argsOf = (text: string) => {
    const [part] = parseTemplate(text)
    return part?.kind === 'call'
      ? part.args.map(argument =>
          argument.map(piece => (piece.kind === 'text' ? piece.text : piece.source)).join('|'),
        )
      : null
  }
  test.each([
    ['${uuid()}', []],
    ['${randomInt(1, 10)}', ['1', '10']],
    ['${f(\'a, b\', " c ")}', ['a, b', ' c ']],
    ["${f('it\\'s')}", ["it's"]],
    ['${md5(${user}:${upper(${x})})}', ['${user}|:|${upper(${x})}']],
    ['${f(a,,b)}', ['a', '', 'b']],
    ["${f('')}", ['']],
    ['${date(yyyy-MM-dd HH:mm, +1d)}', ['yyyy-MM-dd HH:mm', '+1d']],
    ['${f(1', null],
    ['${f(1) x}', null],
  ])('reads the arguments of %s', (text, expected) => {
    expect(argsOf(text)).toEqual(expected)
  })

  test('lists what a text refers to, inside arguments too', () => {
    expect(referencesOf('${a} ${md5(${b}${uuid()})}')).toEqual({
      variables: ['a', 'b'],
      calls: [
        { name: 'md5', argCount: 1, source: '${md5(${b}${uuid()})}' },
        { name: 'uuid', argCount: 0, source: '${uuid()}' },
      ],
    })
  })
})
