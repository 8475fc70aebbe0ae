import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { delimitedRows } from './delimited-rows.ts'
import { inspectText } from './text-inspection.ts'

describe('delimited rows', () => {
  it.each([
    [
      'plain rows',
      'a,b\r\nc,d\n',
      ',',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['a last row without line end', 'a;b', ';', [['a', 'b']]],
    [
      'quotes around delimiters, breaks and doubled quotes',
      '"a,1","say ""hi""\nthere"\nb,c',
      ',',
      [
        ['a,1', 'say "hi"\nthere'],
        ['b', 'c'],
      ],
    ],
    ['blank lines left out', '\n\na\n  \nb\n', ',', [['a'], ['b']]],
    [
      'empty fields kept',
      'a,,c\n,,\n',
      ',',
      [
        ['a', '', 'c'],
        ['', '', ''],
      ],
    ],
    ['tabs', 'a\tb', '\t', [['a', 'b']]],
  ])('%s', (_, text, delimiter, expected) => {
    expect(delimitedRows(text, delimiter, 100)).toEqual(expected)
  })

  it('stops at the limit and leaves out a row that was cut', () => {
    expect(delimitedRows('a\nb\nc\n', ',', 2)).toEqual([['a'], ['b']])
    expect(delimitedRows('a,b\nc,', ',', 10, true)).toEqual([['a', 'b']])
  })
})

describe('text inspection', () => {
  it('counts lines with content over chunk borders and finds the fingerprint', async () => {
    const found = await inspectText(
      Readable.from([Buffer.from('a,b\n\n'), Buffer.from(' \nc'), Buffer.from(',d')]),
    )
    expect(found).toMatchObject({ lines: 2, binaryAt: null })
    expect(found.sha256).toMatch(/^[0-9a-f]{64}$/)
  })

  it('tells where a binary file stops being text', async () => {
    expect((await inspectText(Readable.from([Buffer.from('ab'), Buffer.from([0, 1])]))).binaryAt).toBe(2)
  })
})
