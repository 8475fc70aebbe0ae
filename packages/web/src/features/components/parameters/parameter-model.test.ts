/** Parameters: ranges as they will be, columns of files, likely separators. */
import { describe, expect, it } from 'vitest'
import { columnNames, likelyDelimiter, rangePreview } from './parameter-model.ts'

describe('parameters', () => {
  it('shows a range with its padding, its last value and its count', () => {
    expect(rangePreview({ from: 1, to: 100, step: 3, padding: 3 }, 3)).toEqual({
      first: ['001', '004', '007'],
      last: '100',
      count: 34,
    })
    expect(rangePreview({ from: 5, to: 1, step: 1, padding: 0 })).toEqual({ first: [], last: null, count: 0 })
    expect(rangePreview({ from: -1, to: 1, step: 1, padding: 2 }).first).toEqual(['-01', '00', '01'])
  })
  it('names columns after the header where that is possible, all different', () => {
    const rows = [
      ['user name', '密码', 'user_name', '1st', ''],
      ['ann', 'x', 'y', 'z', ''],
    ]
    expect(columnNames(rows, true)).toEqual(['user_name', 'col2', 'user_name2', 'col4', 'col5'])
    expect(columnNames(rows, false)).toEqual(['col1', 'col2', 'col3', 'col4', 'col5'])
    expect(columnNames(rows, true, ['mine', ''])).toEqual(['mine', '', 'user_name', 'col4', 'col5'])
  })
  it.each([
    ['a,b\n1,2', ','],
    ['a;b;c,d\n1;2;3', ';'],
    ['a\tb\n1\t2', '\t'],
    ['one\ntwo', ','],
    ['', ','],
  ])('guesses the separator of %j as %j', (text, delimiter) => {
    expect(likelyDelimiter(text)).toBe(delimiter)
  })
})
