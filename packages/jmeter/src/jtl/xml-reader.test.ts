/** Proves that XML results are read with their nested samples, and that hostile ones end with a reason. */
import fc from 'fast-check'
import { SaxesParser } from 'saxes'
import { describe, expect, test } from 'vitest'
import { JtlReader } from './reader.ts'

const utf8 = new TextEncoder()

function read(text: string, chunk = 1 << 20) {
  const rows: {
    label: string
    isSubSample: boolean
    elapsedMs: number
    url: string
    failureMessage: string
  }[] = []
  const reader = new JtlReader({
    onRow: ({ label, isSubSample, elapsedMs, url, failureMessage }) =>
      rows.push({ label, isSubSample, elapsedMs, url, failureMessage }),
  })
  const bytes = utf8.encode(text)
  for (let at = 0; at < bytes.length; at += chunk) reader.push(bytes.slice(at, at + chunk))
  reader.end()
  const { skips, fault, lastLine, format } = reader
  return { rows, skips, fault, lastLine, format, labels: rows.map(({ label }) => label) }
}

const open = '<?xml version="1.0" encoding="UTF-8"?>\n<testResults version="1.2">\n'
const attributes = (label: string) =>
  `t="12" it="0" lt="10" ct="2" ts="1700000000000" s="true" lb="${label}" rc="200" rm="OK" tn="Group 1-1" dt="text" by="2000" sby="150" ng="3" na="4"`
const sample = (label: string, inner = '') => `<httpSample ${attributes(label)}>${inner}</httpSample>\n`
const page = `${open}${sample(
  'home',
  `
  <responseData class="java.lang.String">&lt;b&gt; <![CDATA[ </httpSample> <sample t="1"/> ]]></responseData>
  <!-- <sample t="1"/> -->
  ${sample('home-0', '<java.net.URL>http://shop/a?b=1&amp;c=2</java.net.URL>')}
  <assertionResult><name>a</name><failure>true</failure><failureMessage>&quot;x&quot; &#x4ed8;&#27454;</failureMessage></assertionResult>
  <java.net.URL>http://shop/</java.net.URL>`,
)}<sample ${attributes('a &lt;b&gt; &amp;amp;')}/>\n</testResults>\n`

test('samples, their parts, addresses and failures are read in whatever chunks', () => {
  const rows = [
    { label: 'home-0', isSubSample: true, elapsedMs: 12, url: 'http://shop/a?b=1&c=2', failureMessage: '' },
    { label: 'home', isSubSample: false, elapsedMs: 12, url: 'http://shop/', failureMessage: '"x" 付款' },
    { label: 'a <b> &amp;', isSubSample: false, elapsedMs: 12, url: '', failureMessage: '' },
  ]
  for (const chunk of [1, 2, 3, 7, 64, 1 << 20])
    expect(read(page, chunk)).toMatchObject({
      rows,
      skips: [],
      fault: null,
      lastLine: 'whole',
      format: 'xml',
    })
})

test('a text that a chunk cuts within a character is whole', () => {
  const inner = '<java.net.URL>http://shop/付款</java.net.URL>'
  const text = `${open}${sample('a', inner)}</testResults>`
  for (const chunk of [1, 2, 3, 5]) expect(read(text, chunk).rows[0]?.url).toBe('http://shop/付款')
})

test('a row has everything that its attributes say', () => {
  const rows: unknown[] = []
  const reader = new JtlReader({ onRow: row => rows.push({ ...row }) })
  reader.push(
    utf8.encode(`${open}${sample('home').replace('by=', 'sc="3" ec="1" hn="load-1" by=')}</testResults>`),
  )
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
      url: '',
      latencyMs: 10,
      idleMs: 0,
      connectMs: 2,
      sampleCount: 3,
      errorCount: 1,
      hostName: 'load-1',
      isTransaction: false,
      isSubSample: false,
      line: 3,
    },
  ])
})

test('what a transaction controller holds in its own sample are requests, and their parts are parts', () => {
  const said = 'Number of samples in transaction : 1, number of failing samples : 0'
  const transaction = sample('buy', sample('home', sample('home-0'))).replace('rm="OK"', `rm="${said}"`)
  const found = read(`${open}${transaction}</testResults>`)
  expect(found.rows.map(({ label, isSubSample }) => [label, isSubSample])).toEqual([
    ['home-0', true],
    ['home', false],
    ['buy', false],
  ])
})

test('a file of a killed JMeter is read up to its last whole sample', () => {
  expect(read(`${open}${sample('a')}`)).toMatchObject({ labels: ['a'], lastLine: 'whole', fault: null })
  const cut = `${open}${sample('a')}${sample('b')}`
  for (let length = 1; length < sample('b').length - 1; length++) {
    const found = read(cut.slice(0, cut.length - sample('b').length + length))
    expect([length, found.labels, found.lastLine, found.fault]).toEqual([length, ['a'], 'half', null])
  }
})

test.each([
  ['no response time', sample('x').replace('t="12" ', ''), 'columns'],
  ['a negative one', sample('x').replace('t="12"', 't="-1"'), 'elapsed'],
  ['a time that is none', sample('x').replace('1700000000000', 'now'), 'timeStamp'],
  ['no success', sample('x').replace('s="true"', 's="maybe"'), 'success'],
  ['bytes that are none', sample('x').replace('2000', '2k'), 'number'],
])('a sample with %s is left out and counted, its neighbours are read', (_, bad, reason) => {
  expect(read(`${open}${sample('a')}${bad}${sample('b')}</testResults>`)).toMatchObject({
    labels: ['a', 'b'],
    skips: [{ reason, count: 1, firstLines: [4] }],
  })
})

describe('hostile files', () => {
  test.each([
    ['entities of their own', `<!DOCTYPE a [<!ENTITY b "c">]>${page}`, 'documentType'],
    ['elements within each other without end', `${open}${'<a>'.repeat(100_000)}`, 'tooDeep'],
    ['a tag without end', `${open}<sample lb="${'x'.repeat(3_000_000)}`, 'tooLong'],
    ['tags that do not match', `${open}<a></b>`, 'notWellFormed'],
    ['attributes without quotes', `${open}<sample t=12/>`, 'notWellFormed'],
  ])('with %s end in a reason', (_, text, reason) => {
    expect(read(text, 65_536).fault).toMatchObject({ code: 'xml', reason })
  })

  test('samples within each other are read down to the hundredth', () => {
    const deep = `${open}${`<sample ${attributes('x')}>`.repeat(150)}${'</sample>'.repeat(150)}</testResults>`
    const found = read(deep)
    expect([found.rows.length, found.skips[0]?.reason, found.skips[0]?.count]).toEqual([100, 'depth', 50])
  })

  test('XML of something else is no results file', () => {
    expect(read('<?xml version="1.0"?><jmeterTestPlan version="1.2"/>').fault).toMatchObject({
      code: 'notJtl',
    })
  })
})

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;')
const words = fc.string({
  unit: fc.constantFrom('a', 'b', '&', '<', '>', '"', "'", ' ', '付', '款', ']'),
  maxLength: 12,
})

test('what is well-formed is read as saxes, a parser that conforms to XML 1.0, reads it', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(words, words), { maxLength: 5 }),
      fc.integer({ min: 1, max: 40 }),
      (given, chunk) => {
        const inner = (url: string) =>
          `<!-- > --><java.net.URL>${escaped(url).replaceAll('>', '&gt;')}</java.net.URL>`
        const text = `${open}${given.map(([label, url]) => sample(escaped(label), inner(url))).join('')}</testResults>`
        const seen: [string, string][] = []
        const parser = new SaxesParser()
        parser.on('opentag', ({ name, attributes: { lb = '' } }) => {
          if (name === 'httpSample') seen.push([lb, ''])
        })
        parser.on('text', part => {
          const last = seen.at(-1)
          if (last !== undefined && part.trim() !== '') last[1] = part
        })
        parser.write(text).close()
        const { rows, fault } = read(text, chunk)
        expect(fault).toBeNull()
        const ours = rows.map(({ label, url }) => [label, url.trim() === '' ? '' : url])
        expect(ours).toEqual(seen)
      },
    ),
    { numRuns: 200 },
  )
})

test('answers of many megabytes are passed over without being kept', () => {
  let largest = 0
  const reader = new JtlReader({ onRow: () => undefined })
  reader.push(utf8.encode(`${open}<httpSample ${attributes('big')}><responseData class="java.lang.String">`))
  const piece = utf8.encode('some text, '.repeat(6_000))
  for (let part = 0; part < 300; part++) {
    reader.push(piece)
    largest = Math.max(largest, reader.pendingBytes)
  }
  reader.push(utf8.encode('</responseData></httpSample></testResults>'))
  reader.end()
  expect([reader.rows, reader.skipped, largest]).toEqual([1, 0, 0])
})
