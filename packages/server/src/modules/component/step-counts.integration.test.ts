/** How many steps components have, for a table that needs no documents. */
import { randomUUID } from 'node:crypto'
import { calls } from '@pone/contract/calls/registry.ts'
import { maxStepCounts } from '@pone/schema/limits.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestServer, type TestServer } from '../../test-server.ts'

let server: TestServer
let as: { token: string }
beforeAll(async () => {
  server = await createTestServer()
  await server.addUser('counter')
  as = await server.signIn('counter')
})
afterAll(() => server.close())

const makeProject = async (name: string) => {
  const { id: projectId } = await server.call(calls.project.create, { name, code: name }, as)
  const [root] = await server.call(calls.component.tree, { projectId }, as)
  return { projectId, rootId: root?.id ?? '' }
}
const wait = (id: string, enabled = true) =>
  ({ id, name: id, kind: 'transaction', enabled, children: [] }) as const

test('nested and disabled steps count, what is no component of the project has no count', async () => {
  const [own, other] = [await makeProject('Own'), await makeProject('Other')]
  const make = async ({ projectId, rootId }: typeof own, name: string, steps: unknown[]) =>
    (
      await server.call(
        calls.component.create,
        { projectId, parentId: rootId, name, document: { steps } as never },
        as,
      )
    ).id
  const nested = await make(own, 'nested', [
    { id: 't', name: 't', kind: 'transaction', children: [wait('a'), wait('b', false)] },
    wait('c'),
  ])
  const empty = await make(own, 'empty', [])
  const foreign = await make(other, 'foreign', [wait('a')])
  const counts = await server.call(
    calls.component.stepCounts,
    { projectId: own.projectId, ids: [nested, empty, foreign, own.rootId, randomUUID()] },
    as,
  )
  expect(new Map(counts.map(({ id, steps }) => [id, steps]))).toEqual(
    new Map([
      [nested, 4],
      [empty, 0],
    ]),
  )
})

test('a call counts no more than its limit', async () => {
  const { projectId } = await makeProject('Many')
  const ids = Array.from({ length: maxStepCounts + 1 }, () => randomUUID())
  expect(await server.fail(calls.component.stepCounts, { projectId, ids }, as)).toMatchObject({
    code: 'BadInput',
  })
})
