import { componentDocumentSchema } from '@pone/contract/entities/component.ts'
import type { DebugEvent } from '@pone/contract/link/messages.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { startDebug } from './debug-run.ts'

afterEach(() => void vi.useRealTimers())

test('a rendezvous of a standalone execution does not wait for users who have ended', async () => {
  // No time passes: who waits is let go by the others or never.
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
    users: 2,
    loops: 2,
    filePaths: {},
    emit: event => events.push(event),
  })
  await run.done
  expect(events.filter(event => event.kind === 'variables')).toHaveLength(3)
  expect(events.at(-1)).toMatchObject({ kind: 'ended', cause: 'finished' })
})
