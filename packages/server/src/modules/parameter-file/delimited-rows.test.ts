import { Readable } from 'node:stream'
import type { Dialect } from '@pone/plan/parameters/delimited.ts'
import { describe, expect, it } from 'vitest'
import { delimitedRows } from './delimited-rows.ts'
import { inspectText } from './text-inspection.ts'

const rowsOf = (text: string, changes: Partial<Dialect>, limit: number, isCut = false) =>
  delimitedRows(
    new TextEncoder().encode(text),
    { delimiter: ',', quote: '"', encoding: 'utf-8', ...changes },
    limit,
    isCut,
  )

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
  ] as const)('%s', (_, text, delimiter, expected) => {
    expect(rowsOf(text, { delimiter }, 100)).toEqual(expected)
  })

  it('stops at the limit and leaves out a row that was cut', () => {
    expect(rowsOf('a\nb\nc\n', {}, 2)).toEqual([['a'], ['b']])
    expect(rowsOf('a,b\nc,', {}, 10, true)).toEqual([['a', 'b']])
  })

  it('knows other quotes and none', () => {
    expect(rowsOf("'a,b',c", { quote: "'" }, 1)).toEqual([['a,b', 'c']])
    expect(rowsOf('"a,b",c', { quote: '' }, 1)).toEqual([['"a', 'b"', 'c']])
  })

  it('reads a vertical bar that is half of a Chinese character as such', () => {
    const bytes = Uint8Array.from([0x81, 0x7c, 0x7c, 0xd5, 0xc5])
    const [row] = delimitedRows(bytes, { delimiter: '|', quote: '"', encoding: 'gbk' }, 1) ?? []
    expect(row).toEqual([new TextDecoder('gbk').decode(bytes.subarray(0, 2)), '张'])
  })

  it('is refused in another encoding', () => {
    const gbk = Uint8Array.from([0xd5, 0xc5])
    expect(delimitedRows(gbk, { delimiter: ',', quote: '"', encoding: 'utf-8' }, 1)).toBeNull()
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
