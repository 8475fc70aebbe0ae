/** Typing in the source view changes no other part of the text. */
import { expect, it } from 'vitest'
import { shownText, withTyped } from './source-text.ts'

it.each([
  ['a\r\nb\r\nc', 'a\nx\nb\nc', 'a\r\nx\r\nb\r\nc'],
  ['\ufeffa\nb', 'a\nbc', '\ufeffa\nbc'],
  ['a\r\nb\nc\rd', 'a\nB\nc\nd', 'a\r\nB\nc\rd'],
  ['a\r\nb\nc\rd', 'a\nb\nc\nd', 'a\r\nb\nc\rd'],
  ['aaa', 'aa', 'aa'],
  ['a\r\n', 'a', 'a'],
  ['', 'x', 'x'],
])('%j with %j typed becomes %j', (original, typed, expected) => {
  expect(withTyped(original, typed)).toBe(expected)
})

it('shows all kinds of line endings as LF', () => {
  expect(shownText('\ufeffa\r\nb\rc\n')).toBe('a\nb\nc\n')
})
