import { expect, test } from 'vitest'
import { differentLines } from './text-difference.ts'

const shown = (before: string, after: string) =>
  differentLines(before, after).map(
    ({ sign, text, line, followsGap }) => `${followsGap ? '… ' : ''}${sign}${line} ${text}`,
  )

test('equal texts have no different lines', () => {
  expect(shown('a\nb', 'a\nb')).toEqual([])
})

test('changed, added and removed lines are told with two equal ones around', () => {
  expect(shown('1\n2\n3\n4\n5\n6\n7', '1\n2\n3\nfour\n5\n6\n7\n8')).toEqual([
    '…  2 2',
    ' 3 3',
    '-4 4',
    '+4 four',
    ' 5 5',
    ' 6 6',
    ' 7 7',
    '+8 8',
  ])
  expect(shown('a\nb\nc', 'a\nc')).toEqual([' 1 a', '-2 b', ' 2 c'])
})

test('lines that are left out between differences are told', () => {
  expect(shown('a\n1\n2\n3\n4\n5\nb', 'A\n1\n2\n3\n4\n5\nB')).toEqual([
    '-1 a',
    '+1 A',
    ' 2 1',
    ' 3 2',
    '…  5 4',
    ' 6 5',
    '-7 b',
    '+7 B',
  ])
})
