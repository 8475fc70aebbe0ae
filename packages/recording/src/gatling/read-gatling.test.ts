import { walkSteps } from '@pone/plan/steps/walk.ts'
import { describe, expect, test } from 'vitest'
import { readWhole } from '../script/test-script.ts'
import { java, javaScript, scala } from './test-scripts.ts'

const head = 'import io.gatling.core.Predef._\nimport io.gatling.http.Predef._\n'
/** A simulation whose users do this. */
const read = (actions: string, before = '') =>
  readWhole(`${head}${before}\nval users = scenario("Users").${actions}`)

const requestsOf = ({ steps }: Awaited<ReturnType<typeof read>>) =>
  [...walkSteps(steps)].flatMap(step => (step.kind === 'request' && step.protocol === 'http' ? [step] : []))

describe.each([
  ['Scala', scala],
  ['Java', java],
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
