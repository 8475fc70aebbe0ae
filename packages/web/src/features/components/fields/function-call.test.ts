/** Calls of tool functions written as text have the arguments that were entered. */
import { parseTemplate } from '@pone/plan/functions/template-syntax.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { callText } from './function-call.ts'

it('writes simple arguments without quotes and drops empty ones at the end', () => {
  expect(callText('randomInt', ['1', '100', ''])).toBe('randomInt(1, 100)')
  expect(callText('uuid', [])).toBe('uuid()')
  expect(callText('md5', ['${user}'])).toBe('md5(${user})')
})

it('is parsed by the engine into the same arguments', () => {
  const plain = fc.string({ maxLength: 12 }).filter(text => text !== '' && !text.includes('${'))
  fc.assert(
    fc.property(fc.array(plain, { minLength: 1, maxLength: 3 }), args => {
      const [call, ...rest] = parseTemplate(`\${${callText('md5', args)}}`)
      expect(rest).toEqual([])
      expect(
        call?.kind === 'call'
          ? call.args.map(parts => parts.map(part => (part.kind === 'text' ? part.text : '?')).join(''))
          : null,
      ).toEqual(args)
    }),
  )
})
