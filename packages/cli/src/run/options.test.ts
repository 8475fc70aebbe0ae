import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { componentDocumentSchema } from '@pone/plan/component/component.ts'
import { loadModelSchema } from '@pone/plan/scenario/scenario.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { durationMsOf, ratePerSecondOf } from './amounts.ts'
import { scenarioOf } from './load.ts'
import { readRunOptions } from './options.ts'
import { prepareRun } from './preparation.ts'
import { findSource } from './source.ts'

const folder = mkdtempSync(join(tmpdir(), 'pone-run-options-'))
afterAll(() => rmSync(folder, { recursive: true }))

test.each([
  ['30s', 30_000],
  ['1m30s', 90_000],
  ['500ms', 500],
  ['2h', 7_200_000],
  ['1.5', 1_500],
  ['soon', null],
  ['5 s', null],
  ['', null],
])('the duration %s is %s ms', (text, ms) => {
  expect(durationMsOf(text)).toBe(ms)
})

test.each([
  ['100', 100],
  ['100/s', 100],
  ['6000/m', 100],
  ['90/m', 1.5],
  ['90 per 1m', 1.5],
  ['0.5/s', 0.5],
  ['1.5/s', 1.5],
  ['36/h', 0.01],
  ['1/d', null],
  ['0/s', null],
  ['fast', null],
])('the rate %s is %s per second', (text, rate) => {
  expect(ratePerSecondOf(text)).toBe(rate)
})

describe('the command line is refused in one sentence: ', () => {
  test.each([
    [[], 'Name a file or a component'],
    [['a.yaml', 'b.yaml'], "what is 'b.yaml'?"],
    [['a.yaml', '--users', 'many'], "--users must be a whole number from 1, not 'many'"],
    [['a.yaml', '--sla', 'fast'], '--sla must be a rule such as'],
    [['a.yaml', '--out', 'samples.txt'], '--out must be a file ending in .csv or .jtl'],
    [['a.yaml', '--var', 'x'], "--var must be name=value, not 'x'"],
    [['a.yaml', '--base-url', 'here'], '--base-url must be an http or https address'],
    [['a.yaml', '--fast'], "Unknown option '--fast'"],
    [['a.yaml', '--users', '5', '--rate', '5/s'], 'Give --users or --rate, not both'],
  ])('%j', (args, sentence) => {
    expect(() => readRunOptions(args, {})).toThrow(sentence)
  })
  test.each([
    ['absent.yaml', 'There is no file'],
    ['Shop/Checkout', 'no server to ask for a component'],
  ])('%s', async (source, sentence) => {
    const options = readRunOptions([source, '--data', folder], {})
    await expect(findSource(options, () => undefined)).rejects.toThrow(sentence)
  })
})

test('the environment sets what the command line leaves out, and secrets', () => {
  const env = {
    PONE_RUN_USERS: '7',
    PONE_RUN_BASE_URL: 'http://x/',
    PONE_RUN_SLA: 'p95<1s;errors<1%',
    PONE_SECRET_key: 's',
  }
  const options = readRunOptions(['a.yaml', '--duration', '5s', '--var', 'a=b=c'], env)
  expect(options.load).toMatchObject({ users: 7, durationMs: 5_000 })
  expect(options.baseUrl).toBe('http://x')
  expect(options.sla.map(({ metric }) => metric)).toEqual(['p95', 'errorPercent'])
  expect([...options.variables]).toEqual([
    ['key', 's'],
    ['a', 'b=c'],
  ])
  expect(readRunOptions(['a.yaml', '--users', '3'], env).load.users).toBe(3)
})

describe('the load', () => {
  const document = componentDocumentSchema.parse({ threadGroup: { threads: 4, loops: 3 } })
  const surge = loadModelSchema.parse({
    kind: 'surge',
    min: 1,
    max: 9,
    peakSeconds: 2,
    count: 3,
    durationSeconds: 30,
  })
  const of = (args: string[], file = {}) =>
    scenarioOf({ name: 'Shop', document, file, changes: readRunOptions(['a.yaml', ...args], {}).load })

  test('is the thread group’s when nothing else is set', () => {
    const group = {
      name: 'Shop',
      threads: 4,
      rampUpSeconds: 0,
      loops: 3,
      durationSeconds: 0,
      startDelaySeconds: 0,
    }
    const { loadModel } = of([])
    expect(loadModel).toMatchObject({ kind: 'threadGroups', groups: [group] })
    expect(of([], { loadModel: loadModelSchema.parse({ kind: 'threadGroups' }) }).loadModel).toEqual(
      loadModel,
    )
  })
  test('is constant with the thread group’s fields where the command line changes one of them', () => {
    expect(of(['--users', '9']).loadModel).toMatchObject({ kind: 'constant', users: 9, loops: 3 })
  })
  test('is the file’s, of any model', () => {
    expect(of([], { loadModel: surge }).loadModel).toEqual(surge)
  })
  test('is constant as soon as the command line changes it', () => {
    expect(of(['--ramp-up', '2s'], { loadModel: surge }).loadModel).toEqual({
      kind: 'constant',
      users: 9,
      rampUpSeconds: 2,
      durationSeconds: 30,
      loops: 0,
    })
  })
  test('a duration replaces iterations and the other way round', () => {
    expect(of(['--duration', '9s']).loadModel).toMatchObject({ durationSeconds: 9, loops: 0, users: 4 })
    expect(of(['--iterations', '2'], { loadModel: surge }).loadModel).toMatchObject({
      durationSeconds: 0,
      loops: 2,
    })
  })
  test('a rate drives arrivals', () => {
    expect(of(['--rate', '50/s', '--duration', '9s', '--max-users', '8'])).toMatchObject({
      drive: 'arrivals',
      maxUsers: 8,
      loadModel: { users: 50, durationSeconds: 9, loops: 0 },
    })
  })
})

test('a file with many errors is reported with its first problems and their number', async () => {
  const path = join(folder, 'wrong.yaml')
  writeFileSync(path, `name: W\nsteps:\n${'  - nonsense: 1\n'.repeat(300)}`)
  const said: string[] = []
  const found = findSource(readRunOptions([path], {}), line => void said.push(line))
  await expect(found).rejects.toThrow('300 problems')
  expect(said).toHaveLength(51)
  expect(said[50]).toBe('… and 250 more')
})

test('a value that comes as a secret is one in the component, declared or not', async () => {
  const path = join(folder, 'secret.yaml')
  writeFileSync(path, 'name: S\nvariables: { declared: x, open: y }\nsteps: [{ get: "http://t/" }]\n')
  const env = { PONE_SECRET_declared: '1', PONE_SECRET_other: '2', PONE_RUN_SLA: '' }
  const options = readRunOptions([path, '--var', 'open=3'], env)
  const source = await findSource(options, () => undefined)
  const { plan } = await prepareRun(source, options, () => undefined)
  expect(plan.components[0]?.document.variables).toMatchObject([
    { name: 'declared', value: '1', secret: true },
    { name: 'open', value: '3', secret: false },
    { name: 'other', value: '2', secret: true },
  ])
})

test('all problems of a run are reported at once, by line', async () => {
  const path = join(folder, 'bad.yaml')
  writeFileSync(
    path,
    `name: Bad
variables: [{ name: key, value: "••••••••", secret: true }]
parameters: [{ kind: file, fileId: absent.csv, columns: [id] }]
load: { users: 1 }
sla: ['Nobody: p95<1']
steps:
  - get: /only-a-path
`,
  )
  const said: string[] = []
  const say = (line: string) => void said.push(line)
  const options = readRunOptions([path], {})
  const source = await findSource(options, say)
  await expect(prepareRun(source, options, say)).rejects.toThrow('5 problems')
  expect(said.map(line => line.replace(folder, '')).sort()).toEqual([
    expect.stringMatching(/^\/bad.yaml load.durationSeconds: Enter a duration/),
    '/bad.yaml sla: An SLA rule names “Nobody”, which the component has not',
    '/bad.yaml: The variable key is secret: give its value in PONE_SECRET_key or with --var',
    expect.stringMatching(/^\/bad.yaml: There is no file .*absent.csv$/),
    expect.stringMatching(/^\/bad.yaml:7:5 step-1 http.url: The address \/only-a-path contains only a path/),
  ])
})

test('a scenario of a server takes no load, except where a search of it begins and ends', () => {
  const read = (...args: string[]) => readRunOptions(['Sets/Peak', '--scenario', ...args], {})
  expect(read().isScenario).toBe(true)
  expect(() => read('--users', '5')).toThrow('--users does not apply')
  expect(() => read('--find-capacity', 'p95<1s', '--html', 'a.html')).toThrow('--html does not apply')
  expect(read('--find-capacity', 'p95<1s', '--users', '5', '--max-users', '9').load).toMatchObject({
    users: 5,
    maxUsers: 9,
  })
})

test('rules of a capacity search are read, and what it cannot be combined with is refused', () => {
  const read = (...args: string[]) => readRunOptions(['a.yaml', '--find-capacity', ...args], {})
  expect(
    read('p95 < 300, errors < 1%').capacity?.map(({ metric, threshold }) => `${metric} ${threshold}`),
  ).toEqual(['p95 300', 'errorPercent 1'])
  expect(read('avg<1s', '--level-time', '5s')).toMatchObject({
    levelTimeMs: 5_000,
    capacity: [{ metric: 'avg', threshold: 1_000 }],
  })
  expect(readRunOptions(['a.yaml'], {}).capacity).toBeNull()
  expect(() => read('p95<1s, rps > 5')).toThrow(/not 'rps > 5' at character 9/)
  expect(() => read('p95<1s', '--sla', 'avg<5')).toThrow('--find-capacity and --sla cannot be combined.')
  expect(() => readRunOptions(['a.jmx', '--find-capacity', 'p95<1s'], {})).toThrow(/\.jmx plan/)
})
