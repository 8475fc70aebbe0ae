import { expect, test } from 'vitest'
import { samplesOf } from './exchanges.ts'

const attributes = (label: string, more = '') =>
  `t="12" it="0" lt="10" ct="2" ts="1700000000000" s="true" lb="${label}" rc="200" rm="OK" tn="users 1-1" by="2000" sby="150"${more}`
const open = '<?xml version="1.0" encoding="UTF-8"?>\n<testResults version="1.2">\n'
const page = `<httpSample ${attributes('home')}>
  <httpSample ${attributes('home-0')}><java.net.URL>http://shop/logo.png</java.net.URL></httpSample>
  <assertionResult><name>title</name><failure>true</failure><error>false</error><failureMessage>not &lt;here&gt;</failureMessage></assertionResult>
  <responseHeader class="java.lang.String">HTTP/1.1 200 OK&#xd;
Content-Type: text/html&#xd;
</responseHeader>
  <requestHeader class="java.lang.String">Accept: */*
</requestHeader>
  <responseData class="java.lang.String">&lt;b&gt;&#x0;hi</responseData>
  <method class="java.lang.String">GET</method>
  <queryString class="java.lang.String">a=1</queryString>
  <java.net.URL>http://shop/</java.net.URL>
</httpSample>
`

test('request, answer, checks and parts of a sample are reported, parts under their sample', () => {
  const [home, part] = samplesOf(`${open}${page}`) ?? []
  expect(home).toMatchObject({
    kind: 'exchange',
    stepId: '1',
    exchange: {
      label: 'home',
      method: 'GET',
      url: 'http://shop/',
      status: 200,
      requestHeaders: [['Accept', '*/*']],
      requestBody: 'a=1',
      responseHeaders: [['Content-Type', 'text/html']],
      responseBody: '<b>\ufffdhi',
      responseBytes: 2_000,
      durationMs: 12,
      phases: { connect: 2, firstByte: 8, transfer: 2 },
      checkpoints: [{ summary: 'title', passed: false, actual: 'not <here>' }],
      error: null,
    },
  })
  expect(part).toMatchObject({ stepId: '1.1', exchange: { label: 'home-0', url: 'http://shop/logo.png' } })
})

test('a failed sample says why, and one that is only half written waits for its rest', () => {
  const failed = page.replace('s="true"', 's="false"').replace('rc="200"', 'rc="503"')
  expect(samplesOf(`${open}${failed}`)?.[0]).toMatchObject({ exchange: { error: { code: 'HTTP 503' } } })
  expect(samplesOf(`${open}${page}${page.slice(0, 90)}`)).toBeNull()
  expect(samplesOf(`${open}${page}</testResults>`)).toHaveLength(2)
})

test('a transaction is reported with its name and duration', () => {
  const transaction = `<sample ${attributes('buy').replace('rm="OK"', 'rm="Number of samples in transaction : 1, number of failing samples : 0"')}>${page}</sample>`
  expect(samplesOf(`${open}${transaction}`)).toMatchObject([
    { kind: 'transaction', stepId: '1', name: 'buy', durationMs: 12, passed: true },
    { kind: 'exchange', stepId: '1.1' },
    { kind: 'exchange', stepId: '1.1.1' },
  ])
})

test('a variable is reported when it changes, with the request after which it did', () => {
  const sample = (label: string, more: string) => `<httpSample ${attributes(label, more)}></httpSample>`
  const events = samplesOf(
    open +
      sample('login', ' user="ann" token=""') +
      sample('home', ' user="ann" token="k7"') +
      sample('end', ' user="ann" token="k7"'),
  )
  expect(events).toMatchObject([
    { exchange: { label: 'login', extracted: [] } },
    { kind: 'variables', values: { user: 'ann' } },
    { exchange: { label: 'home', extracted: [{ variable: 'token', value: 'k7' }] } },
    { kind: 'variables', values: { user: 'ann', token: 'k7' } },
    { exchange: { label: 'end', extracted: [] } },
  ])
})
