import { describe, expect, test } from 'vitest'
import { textIn } from './bilingual.ts'
import { decodeText, encoderOf, encodeText, mapWords, shortenedText } from './coded-text.ts'

const catalogue = {
  plain: { zh: '没有参数', en: 'no parameter' },
  because: { zh: '{what}：{reason}', en: '{what}: {reason}' },
} as const
const write = encoderOf(catalogue)
const read = (text: string, language: 'zh' | 'en' = 'en') =>
  decodeText(text, language, code =>
    Object.hasOwn(catalogue, code) ? catalogue[code as 'plain'] : undefined,
  )

describe('a coded text', () => {
  test('is read in the language of the reader, also inside another one', () => {
    const text = write('because', { what: 'a ]] "b" {reason}', reason: write('plain') })
    expect(read(`x ${text} y`).text).toBe('x a ]] "b" {reason}: no parameter y')
    expect(read(text, 'zh').text).toBe('a ]] "b" {reason}：没有参数')
  })
  test('keeps what a program said apart, from every depth', () => {
    const text = write('because', { what: 'w', reason: write('plain', {}, 'stack ]] trace') })
    expect(read(text)).toEqual({ text: 'w: no parameter', raw: 'stack ]] trace' })
  })
  test.each(['', '[[1,2]]', '[[plain {"a":]]', '[[constructor {}]]', '[[because {"what":[1]}]]'])(
    'that is none stays as it is: %j',
    text => {
      expect(read(text).text).toBe(text)
      expect(mapWords(text, words => words)).toBe(text)
    },
  )
  test('writes numbers as strings, so that any part of one may be replaced', () => {
    const text = write('because', { what: 1234567, reason: 'x' })
    expect(read(text.replace('1234567', '{n}')).text).toBe('{n}: x')
  })
  test('is read only to a depth, so that no text can keep a reader busy', () => {
    let text: string = write('plain')
    for (let depth = 0; depth < 6; depth++) text = write('because', { what: `${depth}`, reason: text })
    expect(read(text).text).toMatch(/^5: 4: 3: 2: \[\[because /)
  })
})

describe('the words of a text', () => {
  test('are changed inside and outside, and codes are not', () => {
    const text = `because ${write('because', { what: 'because "]', reason: write('plain') })}, because`
    const changed = mapWords(text, words => words.replaceAll('because', 'for'))
    expect(read(changed).text).toBe('for for "]: no parameter, for')
  })
  test('are found however their characters are written', () => {
    const secret = 'a"b]\\c'
    const text = write('because', { what: secret, reason: write('because', { what: 'x', reason: secret }) })
    expect(text).not.toContain(secret)
    const masked = mapWords(text, words => words.replaceAll(secret, '***'))
    expect(read(masked).text).toBe('***: x: ***')
  })
  test('are cut so that the text can still be read', () => {
    const text = write('because', { what: 'w'.repeat(900), reason: write('plain') })
    const short = shortenedText(text, 300)
    expect(short.length).toBeLessThanOrEqual(300)
    expect(read(short).text).toMatch(/^w+: no parameter$/)
    expect(shortenedText('x'.repeat(900), 300)).toHaveLength(300)
  })
})

test('a place is filled with own properties only, and stays without one', () => {
  const text = { zh: '', en: '{constructor} {a} {b}' }
  expect(textIn(text, { a: { zh: '一', en: 'one' } }, 'en')).toBe('{constructor} one {b}')
  expect(encodeText('code', { a: undefined })).toBe('[[code {}]]')
})
