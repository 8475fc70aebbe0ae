/**
 * Proves with the real JMeter that a plan is executed with one user, and that requests and responses are reported in
 * full.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DebugEvent } from '@pone/contract/link/debug.ts'
import { CountingTarget } from '@pone/engine/worker/worker-harness.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { element, get, planOfThreads, quickJava } from '../jmx/real-plans.ts'
import { testJmeter } from '../worker/jmeter-harness.ts'
import { startTrial } from './trial.ts'

const target = new CountingTarget()
let parent = ''

beforeEach(async () => {
  parent = mkdtempSync(join(tmpdir(), 'pone-trial-'))
  await target.listen()
})
afterEach(async () => {
  await target.close()
  rmSync(parent, { recursive: true, force: true })
})

test('fifty endless users become one that runs once, and each of its requests is shown with its answer', async () => {
  const events: DebugEvent[] = []
  target.answer = (_request, response) =>
    response.setHeader('content-type', 'application/json').end('{"id":7}')
  const transaction = element(
    'TransactionController',
    'buy',
    { 'TransactionController.parent': 'true' },
    get(target.url, 'home', '/home') + get(target.url, 'cart', '/cart'),
  )
  const counter = element('CounterConfig', 'count', {
    'CounterConfig.start': '41',
    'CounterConfig.name': 'turn',
  })
  const folder = join(parent, 'trial')
  const trial = startTrial({
    folder,
    text: planOfThreads(50, -1, counter + transaction),
    files: [],
    jmeters: [testJmeter()],
    jvmOptions: quickJava,
    onEvent: event => events.push(event),
  })
  expect(await trial.ended).toEqual({ kind: 'ended', cause: 'finished', detail: '' })
  expect(target.requests).toBe(2)
  expect(events.filter(({ kind }) => kind !== 'log')).toMatchObject([
    { kind: 'transaction', name: 'buy', passed: true },
    {
      kind: 'exchange',
      exchange: {
        label: 'home',
        method: 'GET',
        url: `${target.url}/home`,
        status: 200,
        responseBody: '{"id":7}',
      },
    },
    { kind: 'exchange', exchange: { label: 'cart', url: `${target.url}/cart` } },
    { kind: 'variables', values: { turn: '41' } },
  ])
  expect(existsSync(folder)).toBe(false)
})

test('a plan that JMeter cannot load fails with the reason', async () => {
  const trial = startTrial({
    folder: join(parent, 'trial'),
    text: planOfThreads(1, 1, element('com.example.Gone', 'x', {})),
    files: [],
    jmeters: [testJmeter()],
    jvmOptions: quickJava,
    onEvent: () => undefined,
  })
  expect(await trial.ended).toMatchObject({
    cause: 'failed',
    detail: expect.stringContaining('com.example.Gone'),
  })
})

test('code of a plan sees the listed variables of the environment, not what belongs to the agent', async () => {
  const seen: (string | undefined)[] = []
  target.answer = (request, response) => {
    seen.push(request.url)
    response.end('{}')
  }
  const read = (name: string) => `\${__BeanShell(System.getenv("${name}"))}`
  process.env['PONE_AGENT_TOKEN'] = 'secret'
  process.env['PONE_ENV_REGION'] = 'north'
  try {
    const trial = startTrial({
      folder: join(parent, 'environment'),
      text: planOfThreads(
        1,
        1,
        get(target.url, 'env', `/env/${read('PONE_AGENT_TOKEN')}/${read('PONE_ENV_REGION')}`),
      ),
      files: [],
      jmeters: [testJmeter()],
      jvmOptions: quickJava,
      onEvent: () => undefined,
    })
    expect(await trial.ended).toEqual({ kind: 'ended', cause: 'finished', detail: '' })
  } finally {
    delete process.env['PONE_AGENT_TOKEN']
    delete process.env['PONE_ENV_REGION']
  }
  // The text between the slashes is empty.
  expect(seen).toEqual(['/env/north'])
})
