import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Dialect, maxRowBytes } from '@pone/plan/parameters/delimited.ts'
import { delimiters, fileEncodings, fileQuotes } from '@pone/plan/parameters/parameters.ts'
import type { Scope } from '@pone/protocols/protocol.ts'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { fileSource } from './file.ts'
import { rowIndexOf } from './row-index.ts'

const folder = mkdtempSync(join(tmpdir(), 'pone-parameter-file-'))
afterAll(() => rmSync(folder, { recursive: true }))
const scope: Scope = {
  index: 0,
  iteration: 1,
  counters: { own: 0, shared: { value: 0 } },
  properties: {},
  valueOf: () => undefined,
}
const usual: Dialect = { delimiter: ',', quote: '"', encoding: 'utf-8' }
const pathOf = (name: string, content: string | Uint8Array) => {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}
const open = (
  path: string,
  dialect: Partial<Dialect> = {},
  more: { hasHeader?: boolean; blockBytes?: number } = {},
) =>
  fileSource(
    {
      ...usual,
      ...dialect,
      id: 'p',
      kind: 'file',
      fileId: '',
      columns: ['a', 'b'],
      selection: 'sequential',
      update: 'iteration',
      exhaustion: 'cycle',
      hasHeader: more.hasHeader ?? false,
    },
    path,
    { blockBytes: more.blockBytes ?? 16 },
  )
const rowsOf = (source: ReturnType<typeof open>) =>
  Array.from({ length: source.rowCount }, (_, row) => source.read(row, scope))

/** Characters beyond ASCII in bytes; two of them have a vertical bar as second byte. */
const furtherCharacters: Record<Dialect['encoding'], readonly (readonly number[])[]> = {
  'utf-8': [
    [0xe5, 0xbc, 0xa0],
    [0xf0, 0x9f, 0x98, 0x80],
  ],
  gbk: [
    [0xd5, 0xc5],
    [0x81, 0x7c],
  ],
  gb18030: [
    [0xfe, 0x7c],
    [0x94, 0x39, 0xfc, 0x36],
  ],
  latin1: [[0xe9], [0xff]],
}
interface Piece {
  readonly text: string
  readonly bytes: readonly number[]
}
const piecesOf = (encoding: Dialect['encoding']): Piece[] => [
  ...[...Array.from(',;\t|: "\'\n\nab'), '\r\n', '"a', 'b"', '""'].map(text => ({
    text,
    bytes: [...Buffer.from(text)],
  })),
  ...furtherCharacters[encoding].map(bytes => ({
    text: new TextDecoder(encoding).decode(Uint8Array.from(bytes)),
    bytes,
  })),
]

/** The whole file in memory, character by character. */
function oracle(text: string, { delimiter, quote }: Dialect): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let field = ''
  let state: 'begin' | 'plain' | 'quoted' | 'closed' = 'begin'
  let line = ''
  const endField = () => {
    row.push(field)
    field = ''
    state = 'begin'
  }
  const endRow = () => {
    endField()
    const last = row.length - 1
    if (line.endsWith('\r')) row[last] = (row[last] ?? '').slice(0, -1)
    const isBlank = Array.from(line).every(char => ' \t\r'.includes(char) && char !== delimiter)
    if (!isBlank) rows.push(row)
    row = []
    line = ''
  }
  for (const char of text) {
    if (char === '\n' && state !== 'quoted') {
      endRow()
      continue
    }
    line += char
    if (state === 'quoted') {
      if (char === quote) state = 'closed'
      else field += char
    } else if (char === quote && state !== 'plain') {
      if (state === 'closed') field += quote
      state = 'quoted'
    } else if (char === delimiter) endField()
    else {
      field += char
      state = 'plain'
    }
  }
  if (line !== '') endRow()
  return rows
}

describe('a parameter file', () => {
  test('is read as if it were split in memory, whatever its dialect, encoding and blocks', () => {
    const cases = fc
      .record({
        delimiter: fc.constantFrom(...delimiters),
        quote: fc.constantFrom(...fileQuotes),
        encoding: fc.constantFrom(...fileEncodings),
        blockBytes: fc.constantFrom(1, 7, 64),
      })
      .chain(dialect =>
        fc.tuple(
          fc.constant(dialect),
          fc.array(fc.constantFrom(...piecesOf(dialect.encoding)), { maxLength: 60 }),
        ),
      )
    const path = join(folder, 'any')
    fc.assert(
      fc.property(cases, ([dialect, pieces]) => {
        writeFileSync(path, Uint8Array.from(pieces.flatMap(piece => piece.bytes)))
        const text = pieces.map(piece => piece.text).join('')
        expect(rowsOf(open(path, dialect, dialect))).toEqual(oracle(text, dialect))
      }),
      { numRuns: 150 },
    )
  })
  test('may be larger than what is kept of it, and is read in any order', () => {
    const line = (row: number) => `${row},${'x'.repeat(row % 97)}`
    const path = pathOf('large', Array.from({ length: 100_000 }, (_, row) => line(row)).join('\n'))
    const source = open(path, {}, { blockBytes: 512 })
    expect(source.rowCount).toBe(100_000)
    for (const row of [99_999, 0, 50_000, 1, 99_998, 12_345, 50_001]) {
      expect(source.read(row, scope).join()).toBe(line(row))
    }
    const inOrder = Array.from({ length: 20_000 }, (_, row) => source.read(row, scope)[0])
    expect(inOrder).toEqual(inOrder.map((_, row) => String(row)))
  })
  test.each([
    ['utf-8', [0xef, 0xbb, 0xbf]],
    ['gb18030', [0x84, 0x31, 0x95, 0x33]],
  ] as const)('in %s may begin with a byte order mark, also before a quote', (encoding, mark) => {
    const path = pathOf(`mark-${encoding}`, Uint8Array.from([...mark, ...Buffer.from('"a\n1",b\nc,d')]))
    expect(rowsOf(open(path, { encoding }))).toEqual([
      ['a\n1', 'b'],
      ['c', 'd'],
    ])
  })
  test('gives no row for its header', () => {
    expect(rowsOf(open(pathOf('header', 'name,"pass\nword"\na,1\n'), {}, { hasHeader: true }))).toEqual([
      ['a', '1'],
    ])
    expect(rowsOf(open(pathOf('only-header', 'name'), {}, { hasHeader: true }))).toEqual([])
    expect(rowsOf(open(pathOf('empty', '')))).toEqual([])
  })
  test('with a quote that is never closed is refused, with the place', () => {
    const path = pathOf('unclosed', `a,b\n"${'c\n'.repeat(maxRowBytes)}`)
    expect(() => open(path)).toThrow(/the row at byte 4 is longer than/)
  })
  test('that is cut during the run is reported as such', () => {
    const path = pathOf('cut', 'a,b\n'.repeat(100))
    const source = open(path)
    truncateSync(path, 10)
    expect(() => source.read(99, scope)).toThrow(/parameterFileShorter/)
  })
})

describe('the index of a file named by its checksum', () => {
  const content = Array.from({ length: 1_000 }, (_, row) => `${row},v`).join('\n')
  const name = createHash('sha256').update(content).digest('hex')
  const filesBeside = () => readdirSync(folder).filter(file => file.startsWith(`${name}.`))

  test('is built once and kept beside it', () => {
    const path = pathOf(name, content)
    const first = rowIndexOf({ path, dialect: usual, blockBytes: 64 })
    const [kept = '', ...more] = filesBeside()
    expect(more).toEqual([])
    const { ino } = statSync(join(folder, kept))
    let reads = 0
    expect(rowIndexOf({ path, dialect: usual, blockBytes: 64, onProgress: () => void reads++ })).toEqual(
      first,
    )
    expect(reads).toBe(0)
    expect(statSync(join(folder, kept)).ino).toBe(ino)
  })
  test('is its own for each dialect', () => {
    const path = pathOf(name, content)
    rowIndexOf({ path, dialect: { ...usual, quote: '' }, blockBytes: 64 })
    expect(filesBeside()).toHaveLength(2)
  })
  test('is built anew when it is damaged, and the lock of a dead worker is no obstacle', () => {
    const path = pathOf(name, content)
    for (const file of filesBeside()) {
      truncateSync(join(folder, file), 100)
      // No process has such a number.
      writeFileSync(join(folder, `${file}.lock`), '99999999')
    }
    expect(rowIndexOf({ path, dialect: usual, blockBytes: 64 }).rowCount).toBe(1_000)
    expect(filesBeside().filter(file => file.endsWith('.lock'))).toHaveLength(1)
  })
  test('is not left beside other files', () => {
    const path = pathOf('mine.csv', content)
    rowIndexOf({ path, dialect: usual })
    expect(readdirSync(folder).filter(file => file.startsWith('mine.csv'))).toEqual(['mine.csv'])
  })
})
