/** The request that a pasted cURL command becomes. */
import { describe, expect, it } from 'vitest'
import { looksLikeCurl, parseCurl, parseCurlCommands } from './curl-import.ts'
import { splitShellWords } from './shell-words.ts'

const field = (name: string, value: string) => ({ name, value, enabled: true })

describe('a cURL command', () => {
  it('is split like a shell splits it', () => {
    expect(splitShellWords(`curl 'a b' "c\\"d" $'e\\n\\u4e2d' \\\n f\\ g ''`)).toEqual([
      'curl',
      'a b',
      'c"d',
      'e\n中',
      'f g',
      '',
    ])
  })
  it('becomes a GET with its query split into fields', () => {
    expect(
      parseCurl(
        `curl 'https://shop.example/list?q=%E8%8C%B6&page=2#top' -H 'Accept: text/html' --compressed`,
      ),
    ).toMatchObject({
      method: 'GET',
      url: 'https://shop.example/list',
      query: [field('q', '茶'), field('page', '2')],
      headers: [field('Accept', 'text/html')],
      body: { kind: 'none' },
      followRedirects: false,
    })
  })
  it('keeps a JSON body and derives the content type from it', () => {
    expect(
      parseCurl(
        `curl -L -X PUT https://a.example/x -H 'content-type: application/json' --data-raw '{"a":1}'`,
      ),
    ).toMatchObject({
      method: 'PUT',
      headers: [],
      body: { kind: 'json', text: '{"a":1}' },
      followRedirects: true,
    })
  })
  it('turns form data into fields and implies POST', () => {
    expect(parseCurl(`curl https://a.example/login -d user=ann -d 'pass=%26+x'`)).toMatchObject({
      method: 'POST',
      body: { kind: 'form', fields: [field('user', 'ann'), field('pass', '& x')] },
    })
  })
  it('puts the data into the address with -G', () => {
    expect(parseCurl(`curl -G https://a.example/s --data-urlencode 'q=a b'`)).toMatchObject({
      method: 'GET',
      query: [field('q', 'a b')],
      body: { kind: 'none' },
    })
  })
  it('parses options joined with their values, cookies and credentials', () => {
    expect(parseCurl(`curl -XDELETE -uann:secret -b 'a=1' https://a.example/1`)).toMatchObject({
      method: 'DELETE',
      headers: [field('Authorization', 'Basic YW5uOnNlY3JldA=='), field('Cookie', 'a=1')],
    })
  })
  it('is refused when it is something else or has no address', () => {
    expect(parseCurl('wget https://a.example')).toBeNull()
    expect(parseCurl('curl -v')).toBeNull()
  })
})

describe('the words of a shell command', () => {
  it.each([
    ['a  b\tc\nd', ['a', 'b', 'c', 'd']],
    [' a ', ['a']],
    ['', []],
    ['a\\ b', ['a b']],
    ['a\\', ['a']],
    ['a \\\nb', ['a', 'b']],
    ['a\\\r\nb', ['ab']],
    ['a ^\r\nb', ['a', 'b']],
    ['a ^b', ['a', '^b']],
    [`x'y z'"w v"`, ['xy zw v']],
    [`'it''s' ""`, ['its', '']],
    [`'open end`, ['open end']],
    [`"open \\" end`, ['open " end']],
    [`"\\\\ \\$ \\\` \\n \\\nx"`, ['\\ $ ` \\n x']],
    [`$'a\\tb\\r\\\\ \\' \\u4e2d\\x' $x $`, ["a\tb\r\\ ' 中x", '$x', '$']],
    [`$'open \\0`, ['open \0']],
  ])('%j are %j', (command, words) => {
    expect(splitShellWords(command)).toEqual(words)
  })
})

it.each([
  ['curl https://a.example', true],
  ['  $ curl https://a.example', true],
  ['curl.exe https://a.example', true],
  ['curly https://a.example', false],
  ['use curl https://a.example', false],
])('%j is a cURL command: %j', (text, expected) => {
  expect(looksLikeCurl(text)).toBe(expected)
  expect(parseCurl(text) !== null).toBe(expected)
})

describe('the options of a cURL command', () => {
  const headersOf = (text: string) => parseCurl(text)?.headers.map(({ name, value }) => [name, value])
  it.each([
    [`-H 'X-A: 1:2' -H 'Host: a' -H 'content-length: 3' -H bare -H ': none'`, [['X-A', '1:2']]],
    [
      `-A agent -e https://b.example --cookie 'a=1' --user 'ü:x'`,
      [
        ['User-Agent', 'agent'],
        ['Referer', 'https://b.example'],
        ['Cookie', 'a=1'],
        ['Authorization', 'Basic w7w6eA=='],
      ],
    ],
  ])('%s set headers', (options, headers) => {
    expect(headersOf(`curl https://a.example/x ${options}`)).toEqual(headers)
  })
  it.each([
    ['-sSLk', { method: 'GET', followRedirects: true }],
    ['-sLXPOST', { method: 'POST', followRedirects: true }],
    ['--location', { followRedirects: true }],
    ['-I', { method: 'HEAD', followRedirects: false }],
    ['--head -X options', { method: 'OPTIONS' }],
    ['-X post -I', { method: 'POST' }],
    ['--request=PATCH', { method: 'PATCH' }],
    ['-X BREW', { method: 'GET' }],
    ['-X BREW -d a', { method: 'POST' }],
  ])('%s set %j', (options, request) => {
    expect(parseCurl(`curl ${options} https://a.example/x`)).toMatchObject({
      url: 'https://a.example/x',
      ...request,
    })
  })
  it.each([
    '-m 10',
    '-m10',
    '--max-time 10',
    '--max-time=10',
    '-x http://p.example',
    '-o out -w done',
    '--compressed -',
    '-k',
  ])('the address is found after %s', options => {
    expect(parseCurl(`curl ${options} https://a.example/x https://second.example`)?.url).toBe(
      'https://a.example/x',
    )
  })
  it('takes the address from its own option too, without query and fragment', () => {
    expect(parseCurl('curl --url https://a.example/x?#top')).toMatchObject({
      url: 'https://a.example/x',
      query: [],
    })
    expect(parseCurl('curl https://a.example/x#top?a=1')).toMatchObject({
      url: 'https://a.example/x',
      query: [],
    })
  })
})

describe('the body of a cURL command', () => {
  const type = (value: string) => `-H 'Content-Type: ${value}'`
  it.each([
    ['-d a=1 --data b=2', { kind: 'form', fields: [field('a', '1'), field('b', '2')] }],
    [
      `--data-urlencode 'a=x y' --data-urlencode '=&'`,
      { kind: 'form', fields: [field('a', 'x y'), field('&', '')] },
    ],
    [`-d '{"a":1}'`, { kind: 'json', text: '{"a":1}' }],
    [`-d ' [1]'`, { kind: 'json', text: ' [1]' }],
    [`--json '{}'`, { kind: 'json', text: '{}' }],
    [`-d '{"a":1}' ${type('text/plain')}`, { kind: 'text', contentType: 'text/plain', text: '{"a":1}' }],
    [`-d a=1 ${type('application/vnd.a+json')}`, { kind: 'json', text: 'a=1' }],
    [
      `-d a=1 ${type('APPLICATION/X-WWW-FORM-URLENCODED; charset=utf-8')}`,
      { kind: 'form', fields: [field('a', '1')] },
    ],
    [`-d a=1 ${type('text/plain')}`, { kind: 'text', contentType: 'text/plain', text: 'a=1' }],
    [`-d 'just text'`, { kind: 'text', contentType: 'application/x-www-form-urlencoded', text: 'just text' }],
    [
      `-d '<a b="1"/>'`,
      { kind: 'text', contentType: 'application/x-www-form-urlencoded', text: '<a b="1"/>' },
    ],
    ['-G -d a=1', { kind: 'none' }],
  ])('%s is parsed', (options, body) => {
    const read = parseCurl(`curl ${options} https://a.example/x`)
    expect(read?.body).toEqual(body)
    if (body.kind !== 'text') expect(read?.headers).toEqual([])
    expect(read?.method).toBe(body.kind === 'none' ? 'GET' : 'POST')
  })
  it('-G adds the data to the query of the address', () => {
    expect(parseCurl(`curl -G 'https://a.example/x?q=1' -d a=%zz -d b`)?.query).toEqual([
      field('q', '1'),
      field('a', '%zz'),
      field('b', ''),
    ])
  })
  it('-F makes parts of a multipart body; files have to be chosen afterwards', () => {
    const read = parseCurl(
      `curl https://a.example/x -F a=1=2 -F 'b=x;type=text/csv' -F 'c=@/tmp/up/c.png' -F 'd=@d.txt;type=text/plain' -F none ${type('multipart/form-data')}`,
    )
    const file = { kind: 'file', fileId: '', enabled: true }
    expect(read?.headers).toEqual([])
    expect(read?.method).toBe('POST')
    expect(read?.body).toEqual({
      kind: 'multipart',
      fields: [
        { kind: 'text', ...field('a', '1=2'), contentType: '' },
        { kind: 'text', ...field('b', 'x'), contentType: 'text/csv' },
        { ...file, name: 'c', fileName: 'c.png', contentType: 'application/octet-stream' },
        { ...file, name: 'd', fileName: 'd.txt', contentType: 'text/plain' },
      ],
    })
  })
})

describe('several cURL commands', () => {
  const urls = (text: string) => parseCurlCommands(text).requests.map(({ url }) => url)
  const a = 'https://a.example/a'
  const b = 'https://a.example/b'
  it.each([
    ['line ends', `curl ${a}\ncurl '${b}'\n`],
    ['as a browser copies all of them', `curl '${a}' \\\n  -H 'x: 1' ;\ncurl '${b}' \\\n  --compressed`],
    ['as a browser copies them for cmd', `curl "${a}" ^\r\n  -H "x: 1" &\r\ncurl "${b}"`],
    ['separators without line ends', `curl ${a}; curl ${b} && curl.exe ${a}`],
    ['prompts', `$ curl ${a}\n$ curl ${b}`],
  ])('are read: %s', (_, text) => {
    expect(urls(text).slice(0, 2)).toEqual([a, b])
    expect(urls(text)).toHaveLength(text.includes('.exe') ? 3 : 2)
    expect(parseCurlCommands(text).unreadable).toBe(0)
  })
  it('are not looked for in quotes, nor after words of another command', () => {
    expect(urls(`curl ${a} -d 'x;\ncurl ${b}'`)).toEqual([a])
    expect(urls(`curl ${a} -A curl`)).toEqual([a])
    expect(urls(`${a}\ncurl ${b}`)).toEqual([])
  })
  it('leave their separators out of their words', () => {
    const [first] = parseCurlCommands(`curl ${a} -d x=1;\ncurl ${b}`).requests
    expect(first?.body).toEqual({ kind: 'form', fields: [field('x', '1')] })
  })
  it('that cannot be read are counted', () => {
    expect(parseCurlCommands(`curl ${a}\ncurl -v\ncurl ${b}`)).toMatchObject({
      requests: [{ url: a }, { url: b }],
      unreadable: 1,
    })
  })
})
