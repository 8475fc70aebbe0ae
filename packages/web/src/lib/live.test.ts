import { expect, test } from 'vitest'
import { concerns, readMessage, reconnectPauseMs } from './live.ts'

test('pauses before reconnecting grow up to a limit and are randomised', () => {
  expect(reconnectPauseMs(0, 0.5)).toBe(500)
  expect(reconnectPauseMs(3, 0.5)).toBe(4_000)
  expect(reconnectPauseMs(50, 0)).toBe(11_250)
  expect(reconnectPauseMs(50, 1)).toBe(18_750)
})

test('a message is delivered only to the subscribers of its target', () => {
  const active = { kind: 'projectRuns' as const, projectId: 'p1', active: [] }
  expect(concerns(active, 'projectRuns', { projectId: 'p1' })).toBe(true)
  expect(concerns(active, 'projectRuns', { projectId: 'p2' })).toBe(false)
  const events = { kind: 'debugEvents' as const, debugId: 'd1', events: [] }
  expect(concerns(events, 'debug', { projectId: 'p1', id: 'd1' })).toBe(true)
  expect(concerns(events, 'run', { projectId: 'p1', id: 'd1' })).toBe(false)
  const latest = {
    monitorId: 'm1',
    revision: 1,
    state: 'up' as const,
    problem: null,
    lastAt: null,
    values: [],
  }
  const newest = { kind: 'monitorNews' as const, projectId: 'p1', latest }
  expect(concerns(newest, 'monitor', { projectId: 'p1', id: 'm1' })).toBe(true)
  expect(concerns(newest, 'monitor', { projectId: 'p1', id: 'm2' })).toBe(false)
  const some = {
    kind: 'monitorsNews' as const,
    projectId: 'p1',
    monitorIds: ['m1'],
    hasStates: true,
    hasLog: false,
  }
  expect(concerns(some, 'monitors', { projectId: 'p1' })).toBe(true)
  expect(concerns(some, 'monitors', { projectId: 'p2' })).toBe(false)
})

test('what is no message is ignored, and a kind of a newer server reaches nobody', () => {
  expect(readMessage('{"kind":"signedIn"}')).toEqual({ kind: 'signedIn' })
  for (const text of ['', '<html>', 'null', '7', '{"a":1}']) expect(readMessage(text)).toBeUndefined()
  const newer = readMessage('{"kind":"weather","projectId":"p1"}')
  expect(newer && concerns(newer, 'projectRuns', { projectId: 'p1' })).toBe(false)
})
