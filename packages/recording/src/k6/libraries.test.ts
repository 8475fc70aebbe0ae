import { walkSteps } from '@pone/plan/steps/walk.ts'
import { describe, expect, test } from 'vitest'
import { readWhole } from '../script/test-script.ts'
import { fromHar } from './test-scripts.ts'

const head = `import http from 'k6/http'
import { URL, URLSearchParams } from 'https://jslib.k6.io/url/1.0.0/index.js'
import { FormData } from 'https://jslib.k6.io/formdata/0.0.2/index.js'
import jsonpath from 'https://jslib.k6.io/jsonpath/1.0.2/index.js'
import { check } from 'k6'
`
/** A script whose users do this. */
const read = (statements: string) => readWhole(`${head}export default function () {\n${statements}\n}`)

const requestsOf = ({ steps }: Awaited<ReturnType<typeof read>>) =>
  [...walkSteps(steps)].flatMap(step => (step.kind === 'request' && step.protocol === 'http' ? [step] : []))

describe('a script as har-to-k6 writes it', () => {
  test('extracts, checks and sends what it names', async () => {
    const read = await readWhole(fromHar)
    const [login, got, form, next] = requestsOf(read)
    expect(login?.http.expectedStatuses).toBe('200')
    expect(
      login?.extractors.map(({ source, expression, attribute, variable }) =>
        [variable, source, expression, attribute].filter(Boolean).join(' '),
      ),
    ).toEqual(['token jsonPath $.token', 'csrf regex name="csrf" value="([^"]+)"', 'href css a.next href'])
    expect(
      login?.checkpoints.map(({ source, expression, operator, expected }) =>
        [source, expression, operator, expected].filter(Boolean).join(' '),
      ),
    ).toEqual([
      'jsonPath $.user.name equals Batman',
      'body contains Hello world',
      String.raw`regex [0-9]+(\s{1})?% exists`,
      'jsonPath $.token exists',
      'regex ^<! exists',
    ])
    expect(got?.http).toMatchObject({
      url: 'http://127.0.0.1:9911/api/x/${token}',
      query: [
        { name: 'csrf', value: '${csrf}' },
        { name: 'plain', value: 'a b' },
      ],
    })
    expect(form?.http.body).toMatchObject({
      kind: 'form',
      fields: [
        { name: 'csrf', value: '${csrf}' },
        { name: 'b', value: 'x y' },
      ],
    })
    expect(next?.http.url).toBe('${href}')
    expect(read.told).toEqual(['68:5 condition'])
  })
})

test.each([
  [
    'an address',
    "const u = new URL('http://a.example/?a=1'); u.searchParams.append('b', 'ä b'); http.get(u.toString())",
  ],
  [
    'the text of an address',
    "const u = new URL('http://a.example/?a=1'); u.searchParams.append('b', 'ä b'); http.get(u.href)",
  ],
  ['pairs', "http.get(`http://a.example/?${new URLSearchParams([['a', '1'], ['b', 'ä b']]).toString()}`)"],
  ['an object', "const q = new URLSearchParams({ a: 1, b: 'ä b' }); http.get('http://a.example/?' + q)"],
])('a query is that of %s', async (_name, statements) => {
  const made = await read(statements)
  expect(requestsOf(made)[0]?.http).toMatchObject({
    url: 'http://a.example/',
    query: [
      { name: 'a', value: '1' },
      { name: 'b', value: 'ä b' },
    ],
  })
  expect(made.left).toEqual([])
})

test('a form of the library is sent in parts', async () => {
  const made = await read(`
    const fd = new FormData()
    fd.boundary = '----x'
    fd.append('title', 'hello')
    fd.append('file', { data: 'content', filename: 'a.txt', content_type: 'text/plain' })
    fd.append('image', http.file('bytes', 'b.png', 'image/png'))
    http.post('http://a.example/', fd.body(), { headers: { 'Content-Type': 'multipart/form-data; boundary=' + fd.boundary } })`)
  expect(requestsOf(made)[0]?.http).toMatchObject({
    headers: [],
    body: {
      kind: 'multipart',
      fields: [
        { kind: 'text', name: 'title', value: 'hello' },
        { kind: 'file', name: 'file', fileName: 'a.txt', contentType: 'text/plain' },
        { kind: 'file', name: 'image', fileName: 'b.png', contentType: 'image/png' },
      ],
    },
  })
  expect(made.left.map(({ code }) => code)).toEqual(['file', 'file'])
})

test('a list in a form is a field for each item, and nothing an empty one', async () => {
  const made = await read("http.post('http://a.example/', { tag: ['a', 'b'], none: null })")
  expect(requestsOf(made)[0]?.http.body).toMatchObject({
    kind: 'form',
    fields: [
      { name: 'tag', value: 'a' },
      { name: 'tag', value: 'b' },
      { name: 'none', value: '' },
    ],
  })
})

test.each([
  ['a pattern without a group', "new RegExp('id=[0-9]+').exec(res.body)", 'regex id=[0-9]+ 0'],
  ['one with a named group', '/id=(?<id>[0-9]+)/.exec(res.body)', 'regex id=(?<id>[0-9]+) 1'],
  ['one with a group that takes nothing', "new RegExp('(?:id)=').exec(res.body)", 'regex (?:id)= 0'],
])('what a match gives is extracted: %s', async (_name, match, from) => {
  const made = await read(
    `const res = http.get('http://a.example/'); const m = ${match}; const id = m ? m[1] || m[0] : null; http.get('http://a.example/' + id)`,
  )
  const [first, second] = requestsOf(made)
  const [extractor] = first?.extractors ?? []
  expect(`${extractor?.source} ${extractor?.expression} ${extractor?.group}`).toBe(from)
  expect(second?.http.url).toBe('http://a.example/${id}')
})

test.each([
  ['a part of an address', 'const u = new URL(__ENV.X); u.port = 5; http.get(u.toString())', 'computed'],
  ['a class that is not known', 'http.get(new Elsewhere("x").text)', 'computed'],
  [
    'a pattern with flags',
    "http.get('http://a.example/' + new RegExp('a', 'i').exec(http.get('http://a.example/').body)[0])",
    'computedRequest',
  ],
  [
    'what any of the found values has to be',
    "check(http.get('http://a.example/'), { a: r => jsonpath.query(r.json(), '$.a').some(v => v > 1) })",
    'scriptCheck',
  ],
  [
    'how many there are',
    "check(http.get('http://a.example/'), { a: r => jsonpath.query(r.json(), '$.a').length > 3 })",
    'scriptCheck',
  ],
  [
    'a check that does more than compare',
    "check(http.get('http://a.example/'), { a: r => { log(r); return r.status === 200 } })",
    'scriptCheck',
  ],
])('%s is left, told', async (_name, statements, code) => {
  expect((await read(statements)).left.map(each => each.code)).toContain(code)
})
