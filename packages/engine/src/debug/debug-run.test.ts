import type { DebugEvent } from '@pone/contract/link/debug.ts'
import { componentDocumentSchema } from '@pone/plan/component/component.ts'
import { debugLoadOf, plainDebugLoad } from '@pone/plan/component/debug-load.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { startDebug } from './debug-run.ts'

afterEach(() => void vi.useRealTimers())

test('a rendezvous of a standalone execution does not wait for users who have ended', async () => {
  // No time passes: a waiting user is released by the others or never.
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const events: DebugEvent[] = []
  const document = componentDocumentSchema.parse({
    parameters: [
      {
        id: 'p',
        kind: 'list',
        name: 'row',
        values: ['a', 'b', 'c'],
        selection: 'unique',
        exhaustion: 'stopUser',
      },
    ],
    steps: [{ id: 'm', name: 'all', kind: 'rendezvous', gather: 'percent', quantity: 100 }],
  })
  const run = startDebug({
    name: 'c',
    document,
    ...plainDebugLoad(2, 2),
    filePaths: {},
    emit: event => events.push(event),
  })
  await run.done
  expect(events.filter(event => event.kind === 'variables')).toHaveLength(3)
  expect(events.at(-1)).toMatchObject({ kind: 'ended', cause: 'finished' })
})

test('an execution as the thread group says begins after its delay, climbs, loops, and ends with its duration', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setImmediate', 'performance', 'Date'] })
  const began: string[] = []
  const document = componentDocumentSchema.parse({
    threadGroup: { threads: 4, rampUpSeconds: 8, loops: 0, durationSeconds: 7, startDelaySeconds: 3 },
    steps: [{ id: 't', name: '', kind: 'thinkTime', durationMs: 1_000 }],
  })
  const beganAt = Date.now()
  const run = startDebug({
    name: 'c',
    document,
    ...debugLoadOf(document.threadGroup),
    filePaths: {},
    emit: event => {
      const second = Math.round((Date.now() - beganAt) / 1_000)
      if (event.kind === 'variables' && event.iteration === 1)
        began.push(`user ${event.user} at ${second - 1}`)
      if (event.kind === 'ended') began.push(`${event.cause} at ${second}`)
    },
  })
  await vi.advanceTimersByTimeAsync(20_000)
  await run.done
  expect(began).toEqual(['user 1 at 3', 'user 2 at 5', 'user 3 at 7', 'user 4 at 9', 'finished at 10'])
})

test('the bounds of a standalone execution hold for a thread group too', () => {
  const { threadGroup } = componentDocumentSchema.parse({ threadGroup: { threads: 500, loops: 0 } })
  expect(debugLoadOf(threadGroup)).toMatchObject({ users: 10, loops: 100 })
})
