import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SecretSearch } from './secret-search.ts'

const searchFor = (...secrets: string[]) => {
  const search = new SecretSearch()
  for (const secret of secrets) search.add(secret)
  return search
}

test.each([
  ['nothing where there is nothing', [], 'hunter2', 'hunter2'],
  ['each time it comes', ['hunter2'], 'hunter2 a hunter2', '* a *'],
  ['one right after the other', ['hunter2', 'passw'], 'hunter2passw', '**'],
  ['the longest of those that begin alike', ['hunter', 'hunter2'], 'a hunter2!', 'a *!'],
  ['of those that overlap all', ['abcde', 'defgh'], '-abcdefgh-', '-*-'],
  ['of one within another all', ['abcdefgh', 'cdef'], '-abcdefgh-', '-*-'],
  ['one that the end cuts off', ['hunter2'], 'a hunt', 'a *'],
  ['not what the end leaves too little of', ['hunter2'], 'a hun', 'a hun'],
  ['characters of any alphabet', ['密码密码密码'], 'a密码密码密码b', 'a*b'],
])('masks %s', (_what, secrets, text, expected) => {
  expect(searchFor(...secrets).mask(text, '*')).toBe(expected)
})

test('no secret stays in any text', () => {
  const letters = fc.constantFrom('a', 'b', 'é', '密')
  const secret = fc.string({ unit: letters, minLength: 4, maxLength: 7 })
  fc.assert(
    fc.property(fc.array(secret, { maxLength: 5 }), fc.string({ unit: letters }), (secrets, text) => {
      const masked = searchFor(...secrets).mask(text, '*')
      for (const each of secrets) expect(masked).not.toContain(each)
      if (secrets.every(each => !text.includes(each.slice(0, 4)))) expect(masked).toBe(text)
    }),
  )
})
