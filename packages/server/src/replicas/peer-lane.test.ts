import { describe, expect, test } from 'vitest'
import type { PeerAnswer } from './peer-client.ts'
import { createLaneReader, createPeerLane } from './peer-lane.ts'

const turn = () => new Promise(resolve => setImmediate(resolve))

/** A lane whose calls are answered when the test decides. */
function lane() {
  const calls: { first: number; notes: string[]; answer: (isDone: boolean) => Promise<void> }[] = []
  const changed = { called: () => {} }
  const opened = createPeerLane<{ kind: string }>({
    call: ({ first, notes }) =>
      new Promise<PeerAnswer>(resolve => {
        calls.push({
          first,
          notes: notes.map(note => note.kind),
          answer: async isDone => {
            resolve(isDone ? { isDone, data: null } : { isDone, status: null, reason: 'away' })
            await turn()
          },
        })
        changed.called()
      }),
    from: () => 'me',
    lane: 'lane',
    isDroppable: note => note.kind.startsWith('live'),
  })
  const nextCall = () =>
    new Promise<void>(resolve => {
      changed.called = resolve
    })
  return {
    calls,
    nextCall,
    opened,
    send: (...kinds: string[]) => kinds.forEach(kind => opened.send({ kind })),
  }
}

describe('notes to another server', () => {
  test('go in order, one call at a time', async () => {
    const { calls, send } = lane()
    send('a', 'b', 'c')
    expect(calls).toHaveLength(1)
    await calls[0]?.answer(true)
    expect(calls.map(({ first, notes }) => [first, ...notes])).toEqual([
      [1, 'a'],
      [2, 'b', 'c'],
    ])
  })

  test('are repeated with their numbers until they arrive', async () => {
    const { calls, nextCall, send } = lane()
    send('a')
    const repeated = nextCall()
    await calls[0]?.answer(false)
    send('b')
    await repeated
    expect(calls[1]).toMatchObject({ first: 1, notes: ['a', 'b'] })
  })

  test('of a closed lane are not sent', async () => {
    const { calls, opened, send } = lane()
    send('a')
    opened.close()
    await calls[0]?.answer(true)
    send('b')
    expect(calls).toHaveLength(1)
  })
})

test('a reader skips what it has taken before, lane by lane', () => {
  const skip = createLaneReader()
  expect(skip('x', 1, 2)).toBe(0)
  expect(skip('x', 1, 3)).toBe(2)
  expect(skip('x', 4, 1)).toBe(0)
  expect(skip('x', 2, 2)).toBe(2)
  expect(skip('y', 1, 1)).toBe(0)
})
