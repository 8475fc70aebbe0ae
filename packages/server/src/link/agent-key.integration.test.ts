/** A real agent stores a new key, and receives the reason when the key is refused. */
import { createHash, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createHarness, type LinkHarness } from './agent-harness.ts'

// Real processes are slow on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let harness: LinkHarness
beforeEach(async () => {
  harness = await createHarness()
})
afterEach(() => harness.close())

test('an agent keeps a new key before it confirms it, and one that is cut off hears why', async () => {
  const renewed = Promise.withResolvers<string>()
  harness.link().on({ keyRenewed: (_, { keyHash }) => renewed.resolve(keyHash) })
  const agent = await harness.startAgent()
  const agentId = String((await agent.event('connected'))['agentId'])
  harness.link().send(agentId, { kind: 'renewKey', id: randomUUID(), key: 'the new key' })
  expect(await renewed.promise).toBe(createHash('sha256').update('the new key').digest('hex'))
  expect(JSON.parse(readFileSync(join(agent.data, 'identity.json'), 'utf8'))).toEqual({
    agentId,
    key: 'the new key',
  })
  const refused = agent.event('refused')
  harness.link().cut(agentId, 'revoked')
  expect(harness.link().isOnline(agentId)).toBe(false)
  expect(await refused).toMatchObject({ reason: 'revoked' })
})
