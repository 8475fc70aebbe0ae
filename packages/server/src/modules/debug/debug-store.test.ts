import type { DebugEvent } from '@pone/contract/link/debug.ts'
import { expect, test } from 'vitest'
import { createDebugStore } from './debug-store.ts'

const one = {
  debugId: 'debug',
  projectId: 'project',
  agentId: 'agent',
  fileIds: [],
  language: 'zh',
} as const
const line = (message: string): DebugEvent => ({
  kind: 'log',
  line: { at: 1, level: 'info', source: 'script', message },
})
const ended: DebugEvent = { kind: 'ended', cause: 'finished', detail: '' }
const exchange = (responseBody: string): DebugEvent => ({
  kind: 'exchange',
  stepId: 'step',
  user: 1,
  iteration: 1,
  exchange: {
    at: 1,
    label: 'step',
    method: 'GET',
    url: '/',
    requestHeaders: [],
    requestBody: '',
    status: 200,
    responseHeaders: [],
    responseBody,
    responseBytes: responseBody.length,
    durationMs: 1,
    protocol: 'http',
    phases: {},
    error: null,
    checkpoints: [],
    extracted: [],
    fromCache: null,
    resources: [],
    sections: [],
  },
})

test('events are found by their project only', () => {
  const store = createDebugStore(() => 0)
  store.add(one)
  store.append('debug', [line('a')])
  expect(store.find('project', 'debug')?.events).toEqual([line('a')])
  expect(store.find('other', 'debug')).toBeUndefined()
})

test('nothing is added after the end', () => {
  const store = createDebugStore(() => 0)
  store.add(one)
  store.append('debug', [ended])
  expect(store.append('debug', [line('late')])).toBeNull()
  expect(store.underWay('agent')).toEqual([])
})

test('an execution is forgotten ten minutes after its last event', () => {
  let now = 0
  const store = createDebugStore(() => now)
  store.add(one)
  now = 600_000
  expect(store.find('project', 'debug')).toBeDefined()
  now = 600_001
  expect(store.find('project', 'debug')).toBeUndefined()
})

test('bodies are left out once an execution has gathered sixteen mebibytes of them', () => {
  const store = createDebugStore(() => 0)
  store.add(one)
  store.append('debug', [exchange('x'.repeat(16 * 1024 ** 2)), exchange('more'), ended])
  const bodies = store.find('project', 'debug')?.events.flatMap(event => {
    return event.kind === 'exchange' ? [event.exchange.responseBody.length] : []
  })
  expect(bodies).toEqual([16 * 1024 ** 2, 0])
})
