import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, deflateRawSync } from 'node:zlib'
import { AppError } from '@pone/contract/errors.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refusalOf } from './sheet-bounds.ts'
import { readSheetRows } from './sheet-reader.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pone-sheet-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** A whole .xlsx whose first sheet is this XML. */
function workbook(sheet: string, more: Record<string, string> = {}): Buffer {
  const relation = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const types = 'http://schemas.openxmlformats.org/package/2006'
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  return zip({
    '[Content_Types].xml': `<Types xmlns="${types}/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${types}/relationships"><Relationship Id="r1" Type="${relation}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relation}"><sheets><sheet name="a" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${types}/relationships"><Relationship Id="r1" Type="${relation}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}">${sheet}</worksheet>`,
    ...more,
  })
}

function zip(files: Record<string, string>): Buffer {
  const locals: Buffer[] = []
  const entries: Buffer[] = []
  let at = 0
  for (const [path, text] of Object.entries(files)) {
    const name = Buffer.from(path)
    const content = Buffer.from(text)
    const data = deflateRawSync(content)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(8, 4)
    common.writeUInt32LE(crc32(content), 10)
    common.writeUInt32LE(data.length, 14)
    common.writeUInt32LE(content.length, 18)
    common.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), common, name, data])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(at, 10)
    entries.push(Buffer.concat([Buffer.from('PK\u0001\u0002'), Buffer.from([20, 0]), common, tail, name]))
    locals.push(local)
    at += local.length
  }
  const directory = Buffer.concat(entries)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entries.length, 4)
  end.writeUInt16LE(entries.length, 6)
  end.writeUInt32LE(directory.length, 8)
  end.writeUInt32LE(at, 12)
  return Buffer.concat([...locals, directory, Buffer.from('PK\u0005\u0006'), end])
}

const cell = (place: string, text = 'x'): string =>
  `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`
const data = (rows: string): string => `<sheetData>${rows}</sheetData>`

async function outcomeOf(file: Buffer): Promise<unknown> {
  const path = join(folder, 'any.xlsx')
  await writeFile(path, file)
  return readSheetRows(path).catch((error: unknown) =>
    error instanceof AppError ? error.params['detail'] : error,
  )
}

test('an ordinary sheet is read', async () => {
  const file = workbook(
    `<dimension ref="A1:XFD1048576"/>${data(`<row r="1">${cell('A1', 'one')}${cell('C1', 'two')}</row>`)}`,
  )
  expect(await outcomeOf(file)).toEqual([['one', '', 'two']])
})

test.each([
  ['a cell at the far corner', data(`<row r="1048576">${cell('XFD1048576')}</row>`)],
  ['a cell in the last column', data(`<row r="1">${cell('XFD1')}</row>`)],
  ['a row far below', data(`<row r="1048576">${cell('A1048576')}</row>`)],
  ['a row with a number of nobody’s', data(`<row r="99999999999999">${cell('A1')}</row>`)],
  ['a place behind other attributes', data(`<row spans="1:1" x=">" r='1048576'>${cell('A1')}</row>`)],
  ['a place in entities', data(`<row r="1">${cell('&#88;FD1048576')}</row>`)],
  ['a place in small letters', data(`<row r="1">${cell('xfd1')}</row>`)],
  ['a place in a prefixed element', `<x:sheetData><x:row r="1048576">${cell('A1')}</x:row></x:sheetData>`],
  ['rows without end', data('<row></row>'.repeat(20_001))],
  [
    'merged ranges without end',
    `${data('')}<mergeCells>${'<mergeCell ref="A1:B2"/>'.repeat(2_000_000)}</mergeCells>`,
  ],
])('a sheet with %s is refused before it is parsed', async (_what, sheet) => {
  const file = workbook(sheet)
  expect(refusalOf(file)).toBe('tooMuchContent')
  expect(await outcomeOf(file)).toBe('tooMuchContent')
})

test('shared strings without end are refused before they are parsed', () => {
  const strings = `<sst>${'<si><t/></si>'.repeat(700_000)}</sst>`
  expect(refusalOf(workbook(data(''), { 'xl/sharedStrings.xml': strings }))).toBe('tooMuchContent')
})

test('what unpacks to more than it says is refused', () => {
  expect(refusalOf(workbook(data(' '.repeat(51 * 1024 ** 2))))).toBe('tooMuchContent')
})
