/** Proves that CSV results are read completely, in any chunks, and that a broken line affects no other line. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type JtlReaderOptions } from './format-reader.ts'
import { JtlReader } from './reader.ts'
import type { JtlRow } from './row.ts'

const header =
  'timeStamp,elapsed,label,responseCode,responseMessage,threadName,dataType,success,failureMessage,bytes,sentBytes,grpThreads,allThreads,URL,Latency,IdleTime,Connect'
const row = '1700000000000,12,home,200,OK,Group 1-1,text,true,,2000,150,3,4,http://shop/,10,1,2'
const utf8 = new TextEncoder()

type Copy = Pick<JtlRow, 'timeStampMs' | 'elapsedMs' | 'label' | 'isSuccess'>

function readBytes(bytes: Uint8Array, options: Partial<JtlReaderOptions> & { chunk?: number } = {}) {
  const rows: Copy[] = []
  const reader = new JtlReader({
    ...options,
    onRow: ({ timeStampMs, elapsedMs, label, isSuccess }) =>
      rows.push({ timeStampMs, elapsedMs, label, isSuccess }),
  })
  const chunk = options.chunk ?? Math.max(1, bytes.length)
  for (let at = 0; at < bytes.length; at += chunk) reader.push(bytes.slice(at, at + chunk))
  reader.end()
  const { skips, fault, lastLine, format } = reader
  return { rows, skips, fault, lastLine, format, labels: rows.map(({ label }) => label) }
}
const read = (text: string, options: Parameters<typeof readBytes>[1] = {}) =>
  readBytes(utf8.encode(text), options)
const skipsOf = (text: string) =>
  read(text).skips.map(({ reason, count, firstLines }) => [reason, count, firstLines])

test('a row has everything that its line says', () => {
  const rows: Record<string, unknown>[] = []
  const reader = new JtlReader({
    onRow: each => {
      const { label, responseCode, responseMessage, threadName, dataType, failureMessage, url, hostName } =
        each
      rows.push({
        ...each,
        label,
        responseCode,
        responseMessage,
        threadName,
        dataType,
        failureMessage,
        url,
        hostName,
      })
    },
  })
  reader.push(utf8.encode(`${header},SampleCount,ErrorCount,Hostname,"user"\n${row},5,2,load-1,jo\n`))
  reader.end()
  expect(rows).toEqual([
    {
      timeStampMs: 1_700_000_000_000,
      elapsedMs: 12,
      label: 'home',
      responseCode: '200',
      responseMessage: 'OK',
      threadName: 'Group 1-1',
      dataType: 'text',
      isSuccess: true,
      failureMessage: '',
      receivedBytes: 2_000,
      sentBytes: 150,
      groupThreads: 3,
      allThreads: 4,
      url: 'http://shop/',
      latencyMs: 10,
      idleMs: 1,
      connectMs: 2,
      sampleCount: 5,
      errorCount: 2,
      hostName: 'load-1',
      isTransaction: false,
      isSubSample: false,
    },
  ])
})

describe('columns', () => {
  test.each([
    ['in another order', 'label,success,elapsed,timeStamp\nhome,true,12,1700000000000\n'],
    ['after tabs', `${header}\n${row}\n`.replaceAll(',', '\t')],
    ['after semicolons', `${header}\n${row}\n`.replaceAll(',', ';')],
    ['after bars', `${header}\n${row}\n`.replaceAll(',', '|')],
    ['in quotes', `"${header.replaceAll(',', '","')}"\n"${row.replaceAll(',', '","')}"\n`],
    ['in other case', `${header.toLowerCase()}\n${row}\n`],
    ['with variables behind', `${header},"user"\n${row},jo\n`],
    ['without header', `${row}\n${row}\n`],
    ['without header, after tabs', `${row}\n`.replaceAll(',', '\t')],
    ['without header, of JMeter 3', `${row.replace(',http://shop/', '')}\n`],
    ['without header, with variables behind', `${row},jo,7\n`],
    ['after a mark of byte order', `\uFEFF${header}\n${row}\n`],
    ['after blank lines', `\n\r\n${header}\n\n${row}\n`],
    ['with returns before line feeds', `${header}\r\n${row}\r\n`],
    ['with the header once more within', `${header}\n${row}\n${header}\n${row}\n`],
  ])('%s', (_, text) => {
    const { rows, skips, fault, format } = read(text)
    expect({ skips, fault, format }).toEqual({ skips: [], fault: null, format: 'csv' })
    expect(rows.length).toBeGreaterThan(0)
    for (const each of rows)
      expect(each).toEqual({ timeStampMs: 1_700_000_000_000, elapsedMs: 12, label: 'home', isSuccess: true })
  })

  test('a file without a column that figures need is refused by its name', () => {
    expect(read('timeStamp,label,responseCode\n1700000000000,home,200\n').fault).toEqual({
      code: 'missingColumns',
      columns: ['elapsed', 'success'],
    })
  })

  test.each([
    ['prose', 'Dear reader,\nthis is no results file.\n'],
    ['another CSV', 'name,age\njo,7\n'],
    ['JSON', '{"a": 1}\n'],
    ['zeros', '\0'.repeat(100)],
  ])('%s is no results file', (_, text) => {
    expect(read(text)).toMatchObject({ rows: [], fault: { code: expect.stringMatching(/notJtl|encoding/) } })
  })

  test('an empty file is reported', () => {
    expect(read('').fault).toEqual({ code: 'empty' })
    expect(read(' \n').fault).toEqual({ code: 'empty' })
  })
})

describe('other encodings', () => {
  const german = `\n${header}\n${row.replace('home', 'Zurück 付款 😀')}\n`
  const little = [...Buffer.from(german, 'utf16le')]
  const big = little.flatMap((_, at) => (at % 2 === 0 ? [little[at + 1] ?? 0, little[at] ?? 0] : []))
  test.each([
    ['UTF-16 with a mark', [0xff, 0xfe, ...little]],
    ['UTF-16 of the other order', [0xfe, 0xff, ...big]],
    ['UTF-16 without a mark', little],
  ])('%s is read in any chunks', (_, bytes) => {
    for (const chunk of [1, 2, 3, 7, 5_000])
      expect(readBytes(Uint8Array.from(bytes), { chunk })).toMatchObject({
        labels: ['Zurück 付款 😀'],
        fault: null,
        skips: [],
      })
  })

  test('UTF-32 is reported by its name', () => {
    expect(readBytes(Uint8Array.from([0xff, 0xfe, 0, 0, 0x31, 0, 0, 0])).fault).toEqual({
      code: 'encoding',
      encoding: 'utf-32',
    })
  })

  test('names that a spreadsheet has saved as GBK stay apart', () => {
    const [before = '', after = ''] = row.split('home')
    const [login, pay] = [
      [0xb5, 0xc7, 0xc2, 0xbc],
      [0xd6, 0xa7, 0xb8, 0xb6],
    ]
    const bytes = [login, pay].flatMap(name => [
      ...utf8.encode(before),
      ...(name ?? []),
      ...utf8.encode(`${after}\n`),
    ])
    expect(readBytes(Uint8Array.from([...utf8.encode(`${header}\n`), ...bytes])).labels).toEqual([
      '登录',
      '支付',
    ])
  })
})

test('quotes hold separators, quotes and line breaks', () => {
  const label = 'a, "b"\r\nc;\n'
  const text = `${header}\n${row.replace('home', `"${label.replaceAll('"', '""')}"`)}\n${row}\n`
  expect(read(text)).toMatchObject({ labels: [label, 'home'], skips: [], lastLine: 'whole' })
})

const anyText = fc.string({
  unit: fc.constantFrom('a', 'ü', '付', '"', ',', '\n', '\r', ' ', '😀'),
  maxLength: 20,
})

test('what is written with quotes is read again, wherever chunks end', () => {
  fc.assert(
    fc.property(fc.array(anyText, { minLength: 1 }), fc.integer({ min: 1, max: 50 }), (labels, chunk) => {
      const lines = labels.map(label => row.replace('home', () => `"${label.replaceAll('"', '""')}"`))
      const found = read(`${header}\n${lines.join('\n')}\n`, { chunk })
      expect(found).toMatchObject({ labels, skips: [], lastLine: 'whole' })
    }),
  )
})

describe('a bad line is counted with its reason and its number, and the next one is read:', () => {
  test.each([
    ['too few fields', '1700000000000,12,home', 'columns'],
    ['too many fields', `${row},1,2`, 'columns'],
    ['a quote within a field', row.replace('home', 'ho"me'), 'quotes'],
    ['text behind a quote', row.replace('home', '"ho"me'), 'quotes'],
    ['a quote that never closes', row.replace('home', '"home'), 'quotes'],
    ['no time', row.replace('1700000000000', 'now'), 'timeStamp'],
    ['a time of another calendar', row.replace('1700000000000', '2567/01/02 10:00:00'), 'timeStamp'],
    ['a time that a spreadsheet has rounded', row.replace('1700000000000', '1.7E+12'), 'timeStamp'],
    ['a day that does not exist', row.replace('1700000000000', '2023-02-29 10:00:00'), 'timeStamp'],
    ['no response time', row.replace(',12,', ',,'), 'elapsed'],
    ['a negative response time', row.replace(',12,', ',-3,'), 'elapsed'],
    ['a response time with a comma', row.replace(',12,', ',"1,2",'), 'elapsed'],
    ['neither success nor failure', row.replace('true', 'yes'), 'success'],
    ['bytes that are none', row.replace('2000', '2k'), 'number'],
    ['a number that is not exact', row.replace('2000', '99999999999999999999'), 'number'],
  ])('%s', (_, bad, reason) => {
    const text = `${header}\n${row}\n${bad}\n${row}\n${row}\n`
    expect(read(text).labels).toEqual(['home', 'home', 'home'])
    expect(skipsOf(text)).toEqual([[reason, 1, [3]]])
  })

  test('line numbers count lines within quotes, and the first ten are kept', () => {
    const bad = Array.from({ length: 20 }, () => 'x').join('\n')
    expect(skipsOf(`${header}\n${row.replace('home', '"a\nb"')}\n${bad}\n`)).toEqual([
      ['columns', 20, [4, 5, 6, 7, 8, 9, 10, 11, 12, 13]],
    ])
  })

  test('quotes that never close cost their line, also where megabytes follow', () => {
    const many = `${row}\n`.repeat(30_000)
    const found = read(`${header}\n${row.replace('home', '"home')}\n${many}`, { chunk: 65_536 })
    expect(found.rows).toHaveLength(30_000)
    expect(found.skips).toEqual([{ reason: 'quotes', count: 1, firstLines: [2] }])
  })

  test('a line without end is passed over', () => {
    const found = read(`${header}\n${'x'.repeat(3_000_000)}\n${row}\n`, { chunk: 65_536 })
    expect(found.labels).toEqual(['home'])
    expect(found.skips).toEqual([{ reason: 'tooLong', count: 1, firstLines: [2] }])
  })
})

describe('the last line', () => {
  test('that is cut off is distinguished from a bad one, wherever it is cut', () => {
    const whole = `${header}\n${row}\n`
    const last = row.replace('home', '"home, sweet\nhome"')
    for (let length = 1; length <= last.length - 2; length++) {
      const found = read(whole + last.slice(0, length))
      expect([length, found.rows.length, found.skips, found.lastLine]).toEqual([length, 1, [], 'half'])
    }
  })

  test('that lacks only its line break is counted', () => {
    expect(read(`${header}\n${row}\n${row}`)).toMatchObject({ lastLine: 'unended', labels: ['home', 'home'] })
    expect(read(`${header}\n${row}\n${row}\r`)).toMatchObject({
      lastLine: 'unended',
      labels: ['home', 'home'],
    })
  })

  test('is continued by the bytes that come', () => {
    const labels: string[] = []
    const reader = new JtlReader({ onRow: each => labels.push(each.label) })
    reader.push(utf8.encode(`${header}\n${row}\n17000000`))
    expect([labels.length, reader.pendingBytes, reader.skipped]).toEqual([1, 8, 0])
    reader.push(utf8.encode(`${row.slice(8)}\n${row.slice(0, 30)}`))
    expect([labels.length, reader.pendingBytes]).toEqual([2, 30])
    reader.push(utf8.encode(`${row.slice(30)}\n`))
    expect([labels.length, reader.pendingBytes, reader.skipped]).toEqual([3, 0, 0])
  })
})

test('any bytes are read, refused or skipped without a fault of ours, the same in any chunks', () => {
  const piece = fc.oneof(
    fc.constantFrom('"', '""', ',', '\n', '\r\n', ';', row, header, '<sample', '\0', '\uFEFF'),
    fc.string({ maxLength: 5 }),
  )
  const summaryOf = (text: string, chunk: number) => {
    const { rows, skips, fault, lastLine } = read(text, { chunk })
    return { rows, skips, fault, lastLine }
  }
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), fc.integer({ min: 1, max: 40 }), (pieces, chunk) => {
      const text = `${header}\n${pieces.join('')}`
      expect(summaryOf(text, chunk)).toEqual(summaryOf(text, text.length * 4))
      expect(() => read(pieces.join(''), { chunk })).not.toThrow()
    }),
    { numRuns: 300 },
  )
})

test('a transaction is recognised by its message', () => {
  const transactions: boolean[] = []
  const reader = new JtlReader({ onRow: each => transactions.push(each.isTransaction) })
  const said = '"Number of samples in transaction : 2, number of failing samples : 0"'
  reader.push(
    utf8.encode(
      `${header}\n${row}\n${row.replace(',OK,', `,${said},`)}\n${row.replace(',OK,', ',Number,')}\n`,
    ),
  )
  expect(transactions).toEqual([false, true, false])
})
