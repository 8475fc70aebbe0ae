import { walkSteps } from '@pone/plan/steps/walk.ts'
import { describe, expect, test } from 'vitest'
import { readWhole } from '../script/test-script.ts'
import { java, javaScript, kotlin, scala } from './test-scripts.ts'

const head = 'import io.gatling.core.Predef._\nimport io.gatling.http.Predef._\n'
/** A simulation whose users do this. */
const read = (actions: string, before = '') =>
  readWhole(`${head}${before}\nval users = scenario("Users").${actions}`)

const requestsOf = ({ steps }: Awaited<ReturnType<typeof read>>) =>
  [...walkSteps(steps)].flatMap(step => (step.kind === 'request' && step.protocol === 'http' ? [step] : []))

describe.each([
  ['Scala', scala],
  ['Java', java],
  ['Kotlin', kotlin],
  ['JavaScript', javaScript],
])('a simulation in %s', (_language, text) => {
  test('becomes the steps that it describes', async () => {
    const { steps, variables } = await readWhole(text)
    expect(steps).toMatchObject([
      { name: 'Home', http: { method: 'GET', url: 'https://shop.example/' } },
      { kind: 'thinkTime', durationMs: 1_000, distribution: 'fixed' },
      {
        name: 'Search',
        http: {
          url: 'https://shop.example/goods',
          query: [{ name: 'f', value: '${word}' }],
          headers: [{ name: 'Accept', value: 'application/json' }],
          expectedStatuses: '200',
        },
        extractors: [{ source: 'jsonPath', expression: '$.items[0].id', variable: 'goodId' }],
      },
      { kind: 'thinkTime', durationMs: 1_000, spreadMs: 3_000, distribution: 'uniform' },
      {
        kind: 'transaction',
        name: 'Buy',
        children: [
          {
            kind: 'loop',
            count: '2',
            children: [
              {
                name: 'Order',
                http: { method: 'POST', body: { kind: 'json', text: '{"good": "${goodId}"}' } },
                checkpoints: [{ source: 'status', operator: 'matches', expected: '^(200|201)$' }],
                extractors: [{ source: 'css', expression: 'form', attribute: 'action', variable: 'form' }],
              },
              { kind: 'thinkTime', durationMs: 500 },
            ],
          },
        ],
      },
    ])
    expect(variables).toMatchObject([{ name: 'word', value: '' }])
  })

  test('keeps its load and what judges it, and tells what has no counterpart', async () => {
    const { recording, left } = await readWhole(text)
    expect(recording.load).toMatchObject({
      drive: 'arrivals',
      loadModel: { rows: [{ users: 10, startDelaySeconds: 0, rampUpSeconds: 60, holdSeconds: 120 }] },
      sla: [{ metric: 'p95', operator: '<', threshold: 500 }],
    })
    expect(left.map(({ code }) => code).toSorted()).toEqual([
      'computed',
      'dataFile',
      'scriptOption',
      'threshold',
      'variableMissing',
    ])
    for (const { place, code } of left) if (code !== 'variableMissing') expect(place).toMatch(/^\d+:\d+/)
  })
})

test.each([
  [
    'a form',
    'exec(http("a").post("http://a.example/").formParam("a", "1").formParamMap(Map("b" -> "2")))',
    'form',
  ],
  ['a file in a form', 'exec(http("a").post("http://a.example/").formUpload("a", "x/b.png"))', 'multipart'],
  ['a file', 'exec(http("a").post("http://a.example/").body(RawFileBody("b.bin")))', 'binary'],
  ['nothing', 'exec(http("a").httpRequest("OPTIONS", "http://a.example/"))', 'none'],
])('requests are sent with %s', async (_name, actions, kind) => {
  const [step] = requestsOf(await read(actions))
  expect(step?.http.body.kind).toBe(kind)
})

test('headers of a request, its time-out and its redirects are kept', async () => {
  const [step] = requestsOf(
    await read(
      'exec(http("a").get("http://a.example/").headers(common).header("X-B", "2").basicAuth("u", "p").disableFollowRedirect.requestTimeout(3.minutes))',
      'val common = Map("X-A" -> "1")',
    ),
  )
  expect(step?.http).toMatchObject({
    headers: [
      { name: 'X-A', value: '1' },
      { name: 'X-B', value: '2' },
    ],
    auth: { kind: 'basic', user: 'u' },
    followRedirects: false,
    responseTimeoutMs: 180_000,
  })
})

test.each([
  ['#{randomUuid()}', '${uuid()}'],
  ['#{randomInt(1, 10)}', '${randomInt(1, 9)}'],
  ['${old}', '${old}'],
  ['a-{{b}}', 'a-{{b}}'],
])('an expression in a text becomes that of a template: %s', async (text, template) => {
  const [step] = requestsOf(await read(`exec(http("a").get("http://a.example/").header("X", "${text}"))`))
  expect(step?.http.headers).toEqual([{ name: 'X', value: template, enabled: true }])
})

test.each([
  ['a session function in an address', 'exec(http("a").get(session => "x"))', 'computedRequest'],
  ['an expression of a list', 'exec(http("a").get("/#{list.random()}"))', 'computedRequest'],
  ['a condition', 'doIf("#{x}") { exec(http("a").get("http://a.example/")) }', 'condition'],
  ['an unknown chain', 'exec(Elsewhere.chain)', 'computed'],
  ['an odd check', 'exec(http("a").get("http://a.example/").check(jmesPath("a").is("b")))', 'scriptCheck'],
  [
    'resources',
    'exec(http("a").get("http://a.example/").resources(http("b").get("http://a.example/b")))',
    'parallel',
  ],
  ['WebSocket', 'exec(ws("a").connect("ws://a.example/"))', 'computed'],
])('what only a run knows is told: %s', async (_name, actions, code) => {
  const { left } = await read(actions)
  expect(left.map(each => each.code)).toContain(code)
})

test('a simulation that is nested without end, or calls itself, is read in bounded depth', async () => {
  const { left } = await read('exec(again)', 'val again = exec(again)')
  expect(left.map(({ code }) => code)).toContain('scriptTooDeep')
  for (const text of [
    '('.repeat(100_000),
    '{'.repeat(100_000),
    'f('.repeat(100_000),
    'x = [{('.repeat(50_000),
  ])
    expect((await read(`exec(${text}`)).requests).toBe(0)
})

const pairsOf = (step: Awaited<ReturnType<typeof requestsOf>>[number] | undefined) => {
  const { query = [], body } = step?.http ?? {}
  const fields = body?.kind === 'form' ? body.fields : []
  return [...query, ...fields].map(({ name, value }) => `${name}=${value}`).join('&')
}

test.each([
  ['a list of values in Scala', 'multivaluedQueryParam("k", List("1", "2"))', 'k=1&k=2'],
  ['one in Java', 'multivaluedFormParam("k", List.of("1", "#{two}"))', 'k=1&k=${two}'],
  ['one in JavaScript', 'multivaluedFormParam("k", ["1", "2"])', 'k=1&k=2'],
  ['pairs in Scala', 'queryParamSeq(Seq("a" -> "1", "b" -> "2"))', 'a=1&b=2'],
  ['pairs in Java', 'formParamSeq(List.of(Map.entry("a", "1"), Map.entry("b", "2")))', 'a=1&b=2'],
  ['a map of numbers', 'queryParamMap(Map.of("a", 1, "b", "2"))', 'a=1&b=2'],
])('parameters are those of %s', async (_name, call, pairs) => {
  const made = await read(`exec(http("a").post("http://a.example/").${call})`)
  expect(pairsOf(requestsOf(made)[0])).toBe(pairs)
  expect(made.left.filter(({ code }) => code !== 'variableMissing')).toEqual([])
})

test.each([
  [
    'parts of a body',
    'bodyPart(StringBodyPart("title", "hello #{x}")).bodyPart(RawFileBodyPart("file", "x/a.png").contentType("image/png"))',
    [
      { kind: 'text', name: 'title', value: 'hello ${x}' },
      { kind: 'file', name: 'file', fileName: 'a.png', contentType: 'image/png' },
    ],
  ],
  ['a form in parts', 'formParam("a", "1").asMultipartForm', [{ kind: 'text', name: 'a', value: '1' }]],
  [
    'a text part of a type',
    'bodyParts(StringBodyPart("json", "{}").contentType("application/json"))',
    [{ kind: 'text', name: 'json', value: '{}', contentType: 'application/json' }],
  ],
])('a body is sent in parts: %s', async (_name, calls, fields) => {
  const [step] = requestsOf(await read(`exec(http("a").post("http://a.example/").${calls})`))
  expect(step?.http).toMatchObject({ headers: [], body: { kind: 'multipart', fields } })
})

test('a request of a kind of content accepts that kind, unless it or all requests say otherwise', async () => {
  const actions =
    'exec(http("a").post("http://a.example/").body(StringBody("{}")).asJson, http("b").get("http://a.example/").asJson, http("c").get("http://a.example/").asXml.header("accept", "text/plain"), http("d").get("http://a.example/").ignoreProtocolHeaders)'
  const headersOf = async (before: string) =>
    requestsOf(await read(actions, before)).map(({ http }) =>
      http.headers.map(({ name, value }) => `${name}: ${value}`).join(),
    )
  const json = 'Accept: application/json'
  expect(await headersOf('')).toEqual([json, json, 'accept: text/plain', ''])
  const html = 'Accept: text/html'
  expect(await headersOf('val protocol = http.acceptHeader("text/html")')).toEqual([
    html,
    html,
    'accept: text/plain',
    '',
  ])
})

test('where expressions begin with #, $ is a character', async () => {
  const [step] = requestsOf(await read('exec(http("a").get("http://a.example/${x}/$${y}/#{z}/\\\\#{w}"))'))
  expect(step?.http.url).toBe('http://a.example/$${x}/$$${y}/${z}/\\#{w}')
})

test('of several base addresses the first is taken, told', async () => {
  const made = await read(
    'exec(http("a").get("/x"))',
    'val protocol = http.baseUrls("http://a.example", "http://b.example").acceptHeader("text/html")',
  )
  expect(requestsOf(made)[0]?.http.url).toBe('http://a.example/x')
  expect(made.left.map(({ code }) => code)).toEqual(['server'])
})

test.each([
  ['a loop whose counter is sent', 'repeat(2, "i") { exec(http("n").get("http://a.example/#{i}")) }', '0 1'],
  [
    'a loop over constants',
    'foreach(Seq("x", "y"), "e") { exec(http("n").get("http://a.example/#{e}")) }',
    'x y',
  ],
  ['one in Java', 'foreach(List.of("x", "y"), "e").on(exec(http("n").get("http://a.example/#{e}")))', 'x y'],
  [
    'loops in each other',
    'repeat(2, "i") { repeat(2, "i") { exec(http("n").get("http://a.example/#{i}")) }.exec(http("n").get("http://a.example/#{i}")) }',
    '0 1 0 0 1 1',
  ],
])('%s is followed pass by pass', async (_name, loop, parts) => {
  const made = await read(loop)
  expect(
    requestsOf(made)
      .map(({ http }) => http.url.slice(17))
      .join(' '),
  ).toBe(parts)
  expect(made.left).toEqual([])
})

test('a loop whose counter nobody uses, and one that is long, stay loops', async () => {
  const { steps, left } = await read(
    'repeat(3, "i") { exec(http("n").get("http://a.example/")) }.repeat(500, "j") { exec(http("n").get("http://a.example/#{j}")) }',
  )
  expect(steps).toMatchObject([
    { kind: 'loop', count: '3' },
    { kind: 'loop', count: '500' },
  ])
  expect(left.map(({ code }) => code)).toEqual(['variableMissing'])
})
