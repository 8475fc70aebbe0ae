import { expect, test } from 'vitest'
import { createOutbox } from './outbox.ts'

const stop = (id: string, runId = 'run') => ({ kind: 'stopRun', id, runId, force: false }) as const
const start = (id: string) => ({ kind: 'startRun', id, runId: 'run', startAt: 1 }) as const

test('a command goes again after each reconnect until it is confirmed', () => {
  const outbox = createOutbox(() => 0)
  outbox.keep(stop('a'))
  outbox.keep(stop('b'))
  expect(outbox.take()).toEqual([stop('a'), stop('b')])
  outbox.confirm('a')
  expect(outbox.take()).toEqual([stop('b')])
})

test('a start that is more than a minute late is not delivered', () => {
  let now = 0
  const outbox = createOutbox(() => now)
  outbox.keep(start('a'))
  outbox.keep(stop('b'))
  now = 60_001
  expect(outbox.take()).toEqual([stop('b')])
})

test('forgetting a run drops the commands for it that are still waiting', () => {
  const outbox = createOutbox(() => 0)
  outbox.keep(stop('a'))
  outbox.keep(stop('b', 'other'))
  outbox.keep({ kind: 'forgetRun', runId: 'run' })
  expect(outbox.take()).toEqual([stop('b', 'other'), { kind: 'forgetRun', runId: 'run' }])
  expect(outbox.take()).toEqual([stop('b', 'other')])
})

test('a standalone execution is not started later than asked for', () => {
  const outbox = createOutbox(() => 0)
  expect(outbox.keep({ kind: 'stopDebug', id: 'a', debugId: 'd' })).toBe(false)
  expect(outbox.take()).toEqual([])
})
