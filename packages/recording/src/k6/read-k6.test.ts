import type { Step } from '@pone/plan/steps/registry.ts'
import { walkSteps } from '@pone/plan/steps/walk.ts'
import { describe, expect, test } from 'vitest'
import { readWhole } from '../script/test-script.ts'
import { shop } from './test-scripts.ts'

const head = `import http from 'k6/http'; import { check, group, sleep } from 'k6';\n`
/** A script whose users do this. */
const read = (statements: string, before = '') =>
  readWhole(`${head}${before}\nexport default function () {\n${statements}\n}`)

const requestsOf = (steps: readonly Step[]) =>
  [...walkSteps(steps)].flatMap(step => (step.kind === 'request' && step.protocol === 'http' ? [step] : []))

/** Kinds with what tells them apart, nested. */
const outlineOf = (steps: readonly Step[]): unknown[] =>
  steps.map(step => {
    if (step.kind === 'request') return step.protocol === 'http' ? `${step.http.method} ${step.http.url}` : ''
    if (step.kind === 'thinkTime') return `pause ${step.durationMs} ${step.spreadMs}`
    const name = step.kind === 'loop' ? `loop ${step.count}` : `${step.kind} ${step.name}`
    return { [name]: 'children' in step ? outlineOf(step.children) : [] }
  })

describe('a script as the documentation writes it', () => {
  test('keeps its order: set-up once, groups, loops and pauses', async () => {
    const { steps } = await readWhole(shop)
    expect(outlineOf(steps)).toEqual([
      { 'once setup': ['POST ${BASE_URL}/api/login'] },
      {
        'transaction Ratings': [
          'POST ${BASE_URL}/api/ratings',
          { 'loop 3': ['PUT ${BASE_URL}/api/ratings/${id}', 'pause 1000 3000'] },
        ],
      },
      'GET ${BASE_URL}/a',
      'GET https://other.example/b',
      'POST ${BASE_URL}/form',
      'pause 1000 0',
    ])
  })

  test('sends what it sends, with variables, secrets and values of responses', async () => {
    const { steps, variables, recording } = await readWhole(shop)
    const [login, created, changed, plain, , form] = requestsOf(steps)
    expect(variables).toEqual([
      { name: 'BASE_URL', value: 'https://shop.example', enabled: true, secret: false },
      { name: 'password', value: '12345678', enabled: true, secret: true },
    ])
    expect(recording.exchanges[0]?.host).toBe('shop.example')
    expect(login?.http.body).toEqual({
      kind: 'json',
      text: '{"username":"alice","password":"${password}"}',
    })
    expect(login?.extractors).toMatchObject([
      { source: 'jsonPath', expression: '$.token', variable: 'token' },
    ])
    expect(created).toMatchObject({
      name: 'ratings',
      http: {
        auth: { kind: 'bearer', token: '${token}' },
        headers: [{ name: 'X-Request-Id', value: '${uuid()}' }],
        body: { kind: 'json', text: '{"stars":2,"at":${timestamp()}}' },
        responseTimeoutMs: 20_000,
        followRedirects: true,
        expectedStatuses: '201',
      },
    })
    // Braces and dollars of the script stand for themselves.
    expect(changed?.http.body).toEqual({ kind: 'json', text: '{"stars":5,"note":"{{x}} $${y}"}' })
    expect(plain?.http.followRedirects).toBe(false)
    expect(form?.http.body).toMatchObject({
      kind: 'multipart',
      fields: [
        { kind: 'text', name: 'name', value: 'Bert' },
        { kind: 'file', name: 'file', fileName: 'a.png', contentType: 'image/png' },
      ],
    })
  })

  test('checks what checkpoints can check', async () => {
    const [login, created, , batched] = requestsOf((await readWhole(shop)).steps)
    const checksOf = (step: typeof login) =>
      step?.checkpoints.map(({ source, expression, operator, expected }) =>
        [source, expression, operator, expected].filter(Boolean).join(' '),
      )
    expect(checksOf(login)).toEqual(['jsonPath $.token notEquals'])
    expect(checksOf(created)).toEqual([
      'responseTime less 500',
      'jsonPath $.id exists',
      'body contains stars',
    ])
    expect(checksOf(batched)).toEqual(['status matches ^(200|204)$'])
  })

  test('its options become the load and the rules that judge it', async () => {
    const { load } = (await readWhole(shop)).recording
    expect(load).toMatchObject({
      drive: 'users',
      loadModel: {
        kind: 'userDefined',
        rows: [
          { users: 1, startDelaySeconds: 0, rampUpSeconds: 0, holdSeconds: 139, rampDownSeconds: 1 },
          { users: 19, startDelaySeconds: 0, rampUpSeconds: 30, holdSeconds: 90, rampDownSeconds: 19 },
        ],
      },
      sla: [
        { metric: 'p95', operator: '<', threshold: 500, action: 'record' },
        { metric: 'p99', operator: '<', threshold: 1_500, action: 'stop' },
        { metric: 'errorPercent', operator: '<', threshold: 1 },
      ],
    })
  })

  test('tells with line and column what only a run knows', async () => {
    const { left } = await readWhole(shop)
    expect(left.map(({ place, en }) => `${place} ${en}`)).toMatchInlineSnapshot(`
      [
        "7:57 The data file ./data/users.json has to be uploaded and used by a parameter; values from it were not imported",
        "9:14 The option userAgent has no counterpart and was not imported",
        "9:14 The threshold checks: rate>0.9 has no counterpart among the SLA rules and was not imported",
        "23:8 setup() runs once in a test; here it runs once for each user",
        "44:30 The check odd number of items cannot be expressed as a checkpoint and was not imported",
        "51:5 Runs only if “created.status !== 201”; what is in it was not imported, use an If step instead",
        "54:5 The request was not imported: “users” is known only when the script runs",
        "56:21 The script sends these requests at the same time; here they follow each other",
        "61:65 The data file ./a.png has to be uploaded and used by a parameter; values from it were not imported",
        "65:17 The function teardown() was not imported",
        "24:15 POST \${BASE_URL}/api/login The value of password is now the secret variable password; check that the recorded value is still valid",
        "61:3 POST \${BASE_URL}/form The file a.png has to be uploaded and chosen",
      ]
    `)
  })
})

describe('requests', () => {
  test.each([
    [
      'text',
      "http.post('http://a.example/', 'plain', { headers: { 'Content-Type': 'text/plain' } })",
      'text',
    ],
    ['a form', "http.post('http://a.example/', { a: 1, b: true })", 'form'],
    ['JSON', "http.patch('http://a.example/', JSON.stringify([1, { b: null }]))", 'json'],
    ['nothing', "http.request('OPTIONS', 'http://a.example/')", 'none'],
  ])('are sent with %s', async (_name, statement, kind) => {
    const [step] = requestsOf((await read(statement)).steps)
    expect(step?.http.body.kind).toBe(kind)
  })

  test.each([
    [
      'concatenation',
      "const q = 'x'; http.get('http://a.example/' + q + '?n=' + (2 * 3))",
      'http://a.example/x',
    ],
    ['a named address', 'http.get(http.url`http://a.example/${__VU}`)', 'http://a.example/${threadId()}'],
    [
      'an iteration',
      'http.get(`http://a.example/${__ITER}`)',
      'http://a.example/${subtract(${iteration()}, 1)}',
    ],
    [
      'a constant condition',
      "http.get(1 < 2 ? 'http://a.example/a' : 'http://a.example/b')",
      'http://a.example/a',
    ],
    [
      'a function',
      "const at = (x, y = 'b') => `http://a.example/${x}/${y}`; http.get(at('a'))",
      'http://a.example/a/b',
    ],
    ['a list', "http.get(['http://a.example', 'x'].join('/'))", 'http://a.example/x'],
    [
      'a drawn number',
      'http.get(`http://a.example/${Math.floor(Math.random() * 10)}`)',
      'http://a.example/${randomInt(0, 9)}',
    ],
    [
      'destructuring',
      "const { a: { b: [, c] } } = { a: { b: [1, 'http://a.example/c'] } }; http.get(c)",
      'http://a.example/c',
    ],
    [
      'an encoded value',
      "http.get('http://a.example/' + encodeURIComponent('ä b'))",
      'http://a.example/%C3%A4%20b',
    ],
  ])('have an address from %s', async (_name, statement, url) => {
    const { steps, left } = await read(statement)
    expect({ url: requestsOf(steps)[0]?.http.url, left }).toEqual({ url, left: [] })
  })

  test.each([
    ["const id = res.json('items.0.id')", 'jsonPath $.items[0].id'],
    ["const id = res.json()['a-b'].c[1]", "jsonPath $['a-b'].c[1]"],
    ['const id = JSON.parse(res.body).id', 'jsonPath $.id'],
    ["const id = res.headers['X-Id']", 'header X-Id'],
    ['const id = res.cookies.sid[0].value', 'cookie sid'],
    ["const id = res.html().find('input[name=id]').first().attr('value')", 'css input[name=id] value'],
    ["const id = res.html('h1').text()", 'css h1'],
    ['const id = res.body.match(/id=(\\d+)/)[1]', 'regex id=(\\d+)'],
    ['const { id } = res.json()', 'jsonPath $.id'],
    ['let id; id = res.json().id', 'jsonPath $.id'],
  ])('send what a response before gave: %s', async (statement, from) => {
    const { steps, left } = await read(
      `const res = http.get('http://a.example/'); ${statement}; http.get(\`http://a.example/\${id}\`)`,
    )
    const [first, second] = requestsOf(steps)
    const [extractor] = first?.extractors ?? []
    const { source, expression, attribute, variable } = extractor ?? {}
    expect([source, expression, attribute].filter(Boolean).join(' ')).toBe(from)
    expect({ variable, url: second?.http.url, left }).toEqual({
      variable: 'id',
      url: 'http://a.example/${id}',
      left: [],
    })
  })

  test('in loops over constants are followed one by one, in others once', async () => {
    const { steps, told } = await read(`
      for (const name of ['a', 'b']) http.get('http://a.example/' + name)
      for (let i = 1; i <= 2; i++) { http.get(\`http://a.example/\${i}\`) }
      ['c'].forEach(name => { http.get('http://a.example/' + name) })
      while (Date.now() < 5) { http.get('http://a.example/d') }
    `)
    expect(requestsOf(steps).map(({ http }) => http.url.slice(17))).toEqual(['a', 'b', '1', '2', 'c', 'd'])
    expect(told).toEqual(['8:7 unknownLoop'])
  })

  test.each([
    ['a value of another file', 'http.get(address)', '4:1 computedRequest'],
    ['a condition of a run', "if (Math.random() < 0.5) { http.get('http://a.example/') }", '4:1 condition'],
    ['an unknown method', "http.request('BREW', 'http://a.example/')", '4:1 method'],
    ['an option', "http.get('http://a.example/', { jar: null })", '4:1 scriptOption'],
    ['a metric', 'new Trend("x").add(1)', '4:1 computed'],
    ['WebSocket', "ws.connect('ws://a.example/', null, () => {})", '4:1 computed'],
    [
      'an odd check',
      "check(http.get('http://a.example/'), { a: r => r.body.length > 5 })",
      '4:43 scriptCheck',
    ],
    ['an option of a request that sleeps', 'sleep(__ENV.PAUSE)', '4:1 computed'],
  ])('leave %s, told with its place', async (_name, statement, place) => {
    const { told } = await read(statement, '')
    expect(told).toContain(place)
  })
})

describe('the load', () => {
  const loadOf = async (options: string) =>
    (await read("http.get('http://a.example/')", `export const options = ${options}`)).recording.load

  test.each([
    [
      'users for a time',
      "{ vus: 5, duration: '1m' }",
      { drive: 'users', loadModel: { users: 5, durationSeconds: 60 } },
    ],
    ['iterations', '{ vus: 5, iterations: 20 }', { loadModel: { users: 5, loops: 4, durationSeconds: 0 } }],
    [
      'iterations of a user',
      "{ scenarios: { a: { executor: 'per-vu-iterations', vus: 3, iterations: 2 } } }",
      { loadModel: { kind: 'constant', users: 3, loops: 2 } },
    ],
    [
      'a rate',
      "{ scenarios: { a: { executor: 'constant-arrival-rate', rate: 600, timeUnit: '1m', duration: '30s', preAllocatedVUs: 5, maxVUs: 50 } } }",
      {
        drive: 'arrivals',
        maxUsers: 50,
        loadModel: { kind: 'userDefined', rows: [{ users: 10, holdSeconds: 30, rampUpSeconds: 0 }] },
      },
    ],
    [
      'a rate below one per second',
      "{ scenarios: { a: { executor: 'constant-arrival-rate', rate: 90, timeUnit: '2m', duration: '30s' } } }",
      { drive: 'arrivals', loadModel: { rows: [{ users: 0.75, holdSeconds: 30 }] } },
    ],
    [
      'a rate that grows',
      "{ scenarios: { a: { executor: 'ramping-arrival-rate', startRate: 0, stages: [{ duration: '10s', target: 20 }, { duration: '20s', target: 20 }] } } }",
      { drive: 'arrivals', loadModel: { rows: [{ users: 20, rampUpSeconds: 10, holdSeconds: 20 }] } },
    ],
  ])('is that of the options: %s', async (_name, options, load) => {
    expect(await loadOf(options)).toMatchObject(load)
  })

  test.each([
    ['{ vus: 3, iterations: 20 }'],
    ["{ scenarios: { a: { executor: 'externally-controlled', maxVUs: 5 } } }"],
  ])('is told where no load model has it: %s', async options => {
    const { recording, told } = await read(
      "http.get('http://a.example/')",
      `export const options = ${options}`,
    )
    expect(recording.load).toBeUndefined()
    expect(told).toContain('2:14 scriptLoad')
  })

  test('of several scenarios is told, and their functions follow each other', async () => {
    const { steps, told } = await readWhole(`${head}
      export const options = { scenarios: {
        browse: { executor: 'constant-vus', vus: 1, duration: '1s', exec: 'browse' },
        buy: { executor: 'constant-vus', vus: 2, duration: '1s', exec: 'buy' } } }
      export function browse() { http.get('http://a.example/browse') }
      export const buy = () => { http.get('http://a.example/buy') }`)
    expect(outlineOf(steps)).toEqual([
      { 'transaction browse': ['GET http://a.example/browse'] },
      { 'transaction buy': ['GET http://a.example/buy'] },
    ])
    expect(told).toEqual(['3:20 severalLoads'])
  })
})

describe('a broken or hostile script', () => {
  test('gives what stands before and behind a fault, and tells its place', async () => {
    const { steps, told } = await read(
      "http.get('http://a.example/1')\nconst = ;\nhttp.get('http://a.example/2')",
    )
    expect(requestsOf(steps)).toHaveLength(2)
    expect(told).toContain('5:7 scriptSyntax')
  })

  test.each([
    ['brackets', '['.repeat(100_000)],
    ['calls', 'f('.repeat(100_000)],
    ['closed brackets', `x = ${'['.repeat(100_000)}${']'.repeat(100_000)}`],
    ['blocks', '{'.repeat(100_000)],
    ['parameters', '(a,'.repeat(100_000)],
    ['parentheses', `x = ${'('.repeat(400)}1${')'.repeat(400)}; f(x)`],
    ['terms', `x = ${"'a' + ".repeat(20_000)}'b'`],
  ])('nested without end is read in bounded depth: %s', async (_name, statement) => {
    const { told } = await read(`${statement}`)
    expect(told.length).toBeGreaterThan(0)
  })

  test('that unfolds without end is told at the bound', async () => {
    const { told } = await read(
      `const all = [${'1,'.repeat(100)}]; for (const a of all) for (const b of all) for (const c of all) for (const d of all) { d + 1 }`,
    )
    expect(told.some(each => each.endsWith('scriptTooLong'))).toBe(true)
  })

  test('that calls itself ends', async () => {
    const { told } = await read('again()', "function again() { http.get('http://a.example/'); again() }")
    expect(told.some(each => each.endsWith('scriptTooDeep'))).toBe(true)
  })

  test('with a very long line is read', async () => {
    const { steps } = await read(`http.post('http://a.example/', "${'x'.repeat(1_000_000)}")`)
    expect(requestsOf(steps)).toHaveLength(1)
  })

  test('that is larger than a script can be is told', async () => {
    const { told } = await readWhole(`${head}//${'x'.repeat(6 * 1024 ** 2)}`)
    expect(told).toEqual(['entryTooLarge', 'nothingFound'])
  })
})
