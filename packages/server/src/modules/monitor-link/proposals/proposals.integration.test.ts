/** Proposed edges by a real agent that looks at real connections of this machine. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { calls } from '@pone/contract/calls/registry.ts'
import type { LinkTopology } from '@pone/contract/entities/monitor-link.ts'
import { newLinkNode } from '@pone/contract/entities/monitor-link-parts.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  createMonitorHarness,
  type MonitorAgentProcess,
  type MonitorHarness,
} from '../../monitor/monitor-harness.ts'

let harness: MonitorHarness
let agent: MonitorAgentProcess
const stored: Server = createServer(socket => socket.resume())
let storedPort = 0
let shop: ChildProcess
let shopPort = 0

beforeAll(async () => {
  harness = await createMonitorHarness()
  agent = await harness.startAgent('shop machine')
  await once(stored.listen(0, '127.0.0.1'), 'listening')
  const address = stored.address()
  storedPort = typeof address === 'object' ? (address?.port ?? 0) : 0
  // A service that listens, and holds two connections to what it stores in.
  const program = `
    const { connect, createServer } = require('node:net')
    for (const _ of [1, 2]) connect(${storedPort}, '127.0.0.1')
    const server = createServer().listen(0, '127.0.0.1', () => console.log(server.address().port))`
  shop = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [printed] = await once(shop.stdout ?? shop, 'data')
  shopPort = Number(String(printed))
}, 120_000)
afterAll(async () => {
  shop.kill('SIGKILL')
  stored.close()
  await harness.close()
})

const nothing: LinkTopology = { nodes: [], edges: [] }

const monitor = async (name: string, port: number, projectId = harness.projectId): Promise<string> => {
  const params = { host: '127.0.0.1', port }
  const made = { projectId, name, type: 'tcp-availability', params, agentId: agent.id }
  return (await harness.server().call(calls.monitor.create, made, harness.as)).id
}

it('proposes an edge, with the node that lacks, from connections of the process behind a node', async () => {
  const { projectId, as } = harness
  const server = harness.server()
  const [shopId, storeId] = [await monitor('shop', shopPort), await monitor('store', storedPort)]
  const other = await server.call(calls.project.create, { name: 'Other', code: 'OTHER' }, as)
  const node = newLinkNode({ id: 'n', kind: 'monitor', alias: 'The shop', monitorId: shopId })
  const topology = { ...nothing, nodes: [node] }
  const found = await server.call(
    calls.monitorLink.proposeEdges,
    { projectId, topology, machineIds: null },
    as,
  )
  expect(found.machines).toMatchObject([{ id: agent.id, name: 'shop machine', state: 'answered' }])
  expect(found).toMatchObject({ isCut: false, confirmed: 0 })
  expect(found.proposals).toHaveLength(1)
  expect(found.proposals[0]).toMatchObject({
    from: { nodeId: 'n', name: 'The shop' },
    to: { nodeId: null, name: 'store', monitor: { id: storeId, type: 'tcp-availability' } },
    protocol: 'tcp',
    connections: 2,
    evidence: [
      { machine: 'shop machine', address: '127.0.0.1', port: storedPort, connections: 2, ofLooks: 4 },
    ],
  })
  // The same topology in another project: neither monitors nor connections of this one.
  const foreign = await server.call(
    calls.monitorLink.proposeEdges,
    { projectId: other.id, topology, machineIds: null },
    as,
  )
  expect(foreign.proposals).toEqual([])
  expect(JSON.stringify(foreign)).not.toContain('store')
}, 120_000)

it('a machine that is not the project’s is not asked, and one that is offline is said so', async () => {
  const { projectId, as } = harness
  const server = harness.server()
  const ask = { projectId, topology: nothing, machineIds: [projectId] }
  expect(await server.fail(calls.monitorLink.proposeEdges, ask, as)).toMatchObject({ code: 'NotFound' })
  await agent.kill()
  await expect
    .poll(
      async () =>
        (
          await server.call(
            calls.monitorLink.proposeEdges,
            { projectId, topology: nothing, machineIds: null },
            as,
          )
        ).machines,
      {
        timeout: 20_000,
      },
    )
    .toMatchObject([{ name: 'shop machine', state: 'offline' }])
}, 120_000)
