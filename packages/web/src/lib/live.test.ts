import { expect, test } from 'vitest'
import { concerns, reconnectPauseMs } from './live.ts'

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
})
