/** News of monitors between servers: told by the one that stored them, heard by browsers of the others. */
import type { LiveMessage } from '@pone/contract/live.ts'
import { expect, test } from 'vitest'
import { keyOf } from '../http/live-requests.ts'
import { createReplicatedLive, type ReplicatedLive } from './replicated-live.ts'

const [projectId, id] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002']
const key = keyOf({ topic: 'monitor', projectId, id })
const news = (lastAt: number): LiveMessage => ({
  kind: 'monitorNews',
  projectId,
  latest: { monitorId: id, revision: 1, state: 'up', problem: null, lastAt, values: [] },
})

/** A server whose browsers watch these topics; its notes reach the other one at once. */
function serverOf(name: string, watched: ReadonlySet<string>, other: () => ReplicatedLive) {
  const heard: { message: LiveMessage; number: number }[] = []
  const hub = createReplicatedLive({
    stream: {
      publish: (topic, project, target, message) => {
        if (watched.has(keyOf({ topic, projectId: project, id: target })))
          heard.push({ message, number: heard.length + 1 })
        return heard.length
      },
      pass: () => expect.fail('news of monitors get the numbers of the server that shows them'),
      snapshot: () => expect.fail('each server reads monitors from the database'),
      watched: () => watched,
      watches: each => watched.has(each),
    },
    elsewhere: async () => null,
    network: {
      send: (_, note) => void (note.kind === 'live' && other().takeNote(name, note)),
      sendToAll: () => undefined,
    },
    now: () => 0,
  })
  return {
    hub,
    heard,
    tellPresence: () => other().takeNote(name, { kind: 'presence', lines: [], ...hub.presence() }),
  }
}

test('news of a monitor reach the browsers of every server that has some, and only those', () => {
  const one: ReturnType<typeof serverOf> = serverOf('one', new Set(), () => two.hub)
  const two: ReturnType<typeof serverOf> = serverOf('two', new Set([key]), () => one.hub)
  expect(one.hub.isWatched('monitor', projectId, id)).toBe(false)
  two.tellPresence()
  expect(one.hub.isWatched('monitor', projectId, id)).toBe(true)
  expect(one.hub.isWatched('monitors', projectId, projectId)).toBe(false)
  one.hub.publish('monitor', projectId, id, news(1_000))
  two.hub.publish('monitor', projectId, id, news(2_000))
  one.hub.publish('monitor', projectId, id, news(3_000))
  expect(two.heard.map(({ message }) => message)).toEqual([news(1_000), news(2_000), news(3_000)])
  expect(one.heard).toEqual([])
  one.hub.forgetPeer('two')
  expect(one.hub.isWatched('monitor', projectId, id)).toBe(false)
})
