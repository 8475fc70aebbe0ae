import { expect, test } from 'vitest'
import { agentMessageSchema, linkFamilies, serverMessageSchema } from './messages.ts'

const kindsOf = (schemas: readonly { shape: { kind: { value: string } } }[]) =>
  schemas.map(({ shape }) => shape.kind.value)

test('a kind of message belongs to one family', () => {
  const families = Object.values(linkFamilies)
  for (const side of ['commands', 'reports'] as const) {
    const kinds = families.flatMap(family => kindsOf(family[side]))
    expect(kinds.toSorted()).toEqual([...new Set(kinds)].toSorted())
  }
})

test('messages of agents and servers of 0.5 and 0.6 are understood', () => {
  const hello = {
    kind: 'hello',
    agentId: 'a',
    key: 'k',
    name: 'n',
    host: 'h',
    system: 'linux',
    architecture: 'x64',
    cores: 2,
    memoryBytes: 1,
    version: '0.5.0',
    incarnation: 'i',
    runs: [{ runId: 'r', isDriving: true }],
  }
  expect(agentMessageSchema.parse(hello)).toMatchObject({ runs: [{ runId: 'r', shareIds: [] }] })
  expect(agentMessageSchema.parse({ kind: 'received', id: 'c' })).toEqual({ kind: 'received', id: 'c' })
  expect(serverMessageSchema.parse({ kind: 'forgetRun', runId: 'r', epoch: 3 })).toEqual({
    kind: 'forgetRun',
    runId: 'r',
    epoch: 3,
  })
  expect(serverMessageSchema.safeParse({ kind: 'unknown' }).success).toBe(false)
})
