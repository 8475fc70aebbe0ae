import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { yamlToDocument } from '@pone/plan/code/yaml.ts'
import { pcapOf } from '@pone/recording/pcap/test-capture.ts'
import { tlsVisit } from '@pone/recording/pcap/tls/test-visit.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

const main = fileURLToPath(new URL('../main.ts', import.meta.url))
let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pone-convert-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** Runs `./pone convert` in the folder as from a shell, without a terminal. */
const convert = (...args: readonly string[]) =>
  new Promise<{ code: number; out: string; fault: string }>(done => {
    execFile(process.execPath, [main, 'convert', ...args], { cwd: folder }, (error, out, fault) =>
      done({ code: error === null ? 0 : Number(error.code), out, fault }),
    )
  })

const shop = `name: Shop
settings:
  baseUrl: http://127.0.0.1:1
parameters:
  - kind: file
    fileId: users.csv
    columns: [user]
steps:
  - get: /a
    name: Home
  - post: /b
    name: Buy
    json: { by: "\${user}" }
  - name: note
    script: |
      1
`

test('a component becomes a plan and a component again, and what is lost is reported', async () => {
  await writeFile(join(folder, 'shop.yaml'), shop)
  await writeFile(join(folder, 'users.csv'), 'user\na\n')
  const there = await convert('shop.yaml')
  expect(there).toMatchObject({ code: 0, out: 'shop.jmx\n' })
  expect(there.fault).toContain('note: Has no counterpart')
  expect(await convert('shop.yaml')).toMatchObject({ code: 4, fault: expect.stringContaining('--force') })

  const back = await convert('shop.jmx', '--json')
  expect(back.code).toBe(0)
  expect(JSON.parse(back.out)).toMatchObject({ files: ['Shop.yaml'], left: [] })
  const yaml = await readFile(join(folder, 'Shop.yaml'), 'utf8')
  expect(yaml).toContain('fileId: users.csv')
  const fileIdOf = () => '5b1c8a52-50f1-4d3c-9a51-3f6f3c3d2b10'
  const { component } = yamlToDocument(yaml, { fileIdOf })
  expect(component?.document.steps.map(step => step.name)).toEqual(['Home', 'Buy'])
})

const unnamed = `name: Bare
settings: { baseUrl: "http://127.0.0.1:1/api" }
load: { users: 20, rampUpSeconds: 5, durationSeconds: 60 }
sla: [p95 < 500]
steps:
  - transaction: Buy
    steps:
      - get: /goods/1
        checkpoints: [{ source: status, operator: equals, expected: 200 }]
        extractors: [{ source: jsonPath, variable: price, expression: $.price }]
      - thinkTime: 200
      - post: /orders
        json: '{"goods": 1}'
`

test('steps without names come back as they were, with their load, in a folder that is made', async () => {
  await writeFile(join(folder, 'bare.yaml'), unnamed)
  const there = await convert('bare.yaml', '--out', 'made/plans')
  expect(there).toMatchObject({ code: 0, out: 'made/plans/bare.jmx\n' })
  expect(there.fault).toBe('pone: Bare: JMeter has no SLA rules; this one was not carried: p95 < 500\n')
  expect(await readFile(join(folder, 'made/plans/bare.jmx'), 'utf8')).toContain('testname="GET /goods/1"')

  expect((await convert('made/plans/bare.jmx', '--out', 'made')).fault).toBe('')
  const yaml = await readFile(join(folder, 'made/Bare.yaml'), 'utf8')
  const { component } = yamlToDocument(yaml)
  const { component: before } = yamlToDocument(unnamed)
  expect(component?.document.steps).toEqual(before?.document.steps)
  expect(component?.document.settings).toEqual(before?.document.settings)
  expect(component?.document.threadGroup).toMatchObject({ threads: 20, loops: 0, durationSeconds: 60 })
})

test('a broken plan is reported with its line', async () => {
  await writeFile(join(folder, 'broken.jmx'), '<jmeterTestPlan>\n  <hashTree>')
  expect(await convert('broken.jmx')).toMatchObject({
    code: 10,
    fault: expect.stringContaining('broken.jmx:2:3: <hashTree>, opened in line 2, is never closed.'),
  })
})

const recorded = (method: string, url: string, more: object = {}) => ({
  startedDateTime: '2026-01-01T00:00:00.000Z',
  time: 5,
  request: { method, url, headers: [], ...more },
  response: { status: 200, headers: [], content: { mimeType: 'application/json', size: 2 } },
})

test('recorded requests become a component without their secrets, and what is left out is told', async () => {
  const postData = { mimeType: 'application/json', text: '{"account":"ann","password":"Tea-4711"}' }
  const entries = [
    recorded('POST', 'http://127.0.0.1:1/api/sign-in', { postData }),
    recorded('GET', 'http://tracker.example/x'),
    recorded('GET', 'wss://127.0.0.1:1/live'),
  ]
  await writeFile(join(folder, 'visit.har'), JSON.stringify({ log: { version: '1.2', entries } }))
  const made = await convert('visit.har')
  expect(made).toMatchObject({ code: 0, out: 'visit.yaml\n' })
  const yaml = await readFile(join(folder, 'visit.yaml'), 'utf8')
  expect(yaml).not.toContain('Tea-4711')
  const { component } = yamlToDocument(yaml)
  expect(component?.document.settings.http.baseUrl).toBe('http://127.0.0.1:1')
  expect(component?.document.variables).toMatchObject([{ name: 'password', secret: true }])
  expect(made.fault).toContain('pone: 1 left out: other site\n')
  expect(made.fault).toContain('GET wss://127.0.0.1:1/live: The WebSocket connection')
})

test('a second recording of the same steps tells which values are dynamic', async () => {
  const visit = (word: string) => {
    const first = recorded('GET', 'http://127.0.0.1:1/start')
    const content = { mimeType: 'application/json', text: JSON.stringify({ mode: word }) }
    const entries = [
      { ...first, response: { ...first.response, content } },
      recorded('GET', `http://127.0.0.1:1/next?style=${word}`),
    ]
    return JSON.stringify({ log: { entries } })
  }
  await writeFile(join(folder, 'one.har'), visit('amber'))
  await writeFile(join(folder, 'two.har'), visit('cobalt'))
  await writeFile(join(folder, 'other.har'), '{"log":{"entries":[]}}')
  const made = await convert('one.har', '--second', 'two.har', '--json')
  expect(JSON.parse(made.out)).toMatchObject({
    dynamicValues: { extracted: 1 },
    compared: { requests: 2, matched: 2 },
  })
  expect(await readFile(join(folder, 'one.yaml'), 'utf8')).toContain('style: ${style}')
  expect(await convert('one.har', '--second', 'other.har', '--force')).toMatchObject({
    code: 10,
    fault: expect.stringContaining('record the same steps'),
  })
  expect((await convert('one.har', '--second', 'none.har')).fault).toContain('There is no file')
})

test('a file without requests that could be converted is refused with the reasons', async () => {
  await writeFile(join(folder, 'cut.har'), '{"log":{"entries":[')
  expect(await convert('cut.har')).toMatchObject({ code: 10, fault: expect.stringContaining('incomplete') })
})

test('a file that is not there, and one of another kind, are told as that', async () => {
  const none = join(folder, 'none.har')
  expect(await convert('none.har')).toMatchObject({ code: 2, fault: `pone: There is no file ${none}.\n` })
  await writeFile(join(folder, 'notes.md'), '# Notes')
  expect(await convert('notes.md')).toMatchObject({
    code: 2,
    fault: expect.stringContaining('notes.md is no component file: its name has to end in .yaml'),
  })
})

test('an encrypted capture is converted with the key log of its client, and with nothing else', async () => {
  const { connection, keyLog } = await tlsVisit({})
  await writeFile(join(folder, 'secure.pcap'), pcapOf(connection.packets))
  await writeFile(join(folder, 'keys.log'), keyLog)
  expect(await convert('secure.pcap', '--key-log', 'secure.pcap')).toMatchObject({
    code: 10,
    fault: expect.stringContaining('has no secrets of TLS'),
  })
  const made = await convert('secure.pcap', '--key-log', 'keys.log', '--json')
  expect(JSON.parse(made.out)).toMatchObject({ requests: 2, left: [] })
  expect(await readFile(join(folder, 'secure.yaml'), 'utf8')).toContain('baseUrl: https://shop.example')
})

test('correlation rules of a project find values that nothing else does', async () => {
  const request = { method: 'GET', headers: [] }
  const entry = (path: string, text: string) => ({
    startedDateTime: new Date(0).toISOString(),
    time: 1,
    request: { ...request, url: `http://shop.example${path}` },
    response: { status: 200, headers: [], content: { mimeType: 'application/json', size: 1, text } },
  })
  const entries = [entry('/today', '{"tea":"oolong"}'), entry('/teas/oolong', '{}')]
  await writeFile(join(folder, 'tea.har'), JSON.stringify({ log: { entries } }))
  const rule = {
    name: 'Tea of the day',
    enabled: true,
    variable: 'tea',
    source: 'jsonPath',
    expression: '$.tea',
    rightBoundary: '',
    use: 'path',
    field: '',
  }
  const rules = (...list: object[]) =>
    writeFile(
      join(folder, 'rules.json'),
      JSON.stringify({ format: 'pone-correlation-rules', rules: list, disabledFrameworks: [] }),
    )
  await rules(rule)
  expect(await convert('tea.har', '--rules', 'tea.har')).toMatchObject({
    code: 10,
    fault: expect.stringContaining('has no rules for dynamic values'),
  })
  const made = await convert('tea.har', '--rules', 'rules.json', '--json')
  expect(JSON.parse(made.out)).toMatchObject({ dynamicValues: { extracted: 1 } })
  expect(await readFile(join(folder, 'tea.yaml'), 'utf8')).toContain('${tea}')
  await rules({ ...rule, expression: '$.[' })
  expect((await convert('tea.har', '--rules', 'rules.json', '--force')).fault).toContain(
    'rule Tea of the day:',
  )
})
