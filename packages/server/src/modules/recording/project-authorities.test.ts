import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { AgentCommand } from '@pone/contract/link/messages.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createOutboxes } from '../../link/outbox.ts'
import { AgentProxies } from './agent-proxies.ts'
import { ProjectAuthorities } from './project-authorities.ts'

const dayMs = 86_400_000
const projectId = randomUUID()
const [here, away] = [randomUUID(), randomUUID()]
let folder = ''
let now = 0
let online = new Set<string>()
let told: (readonly [string, AgentCommand['kind']])[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pone-authorities-'))
  now = 1_000
  online = new Set([here])
  told = []
})
afterEach(() => rm(folder, { recursive: true }))

/** Of one process of the server, whose queues are lost with it. */
function serve(usable = [here, away]) {
  const outboxes = createOutboxes(() => now)
  const proxies = new AgentProxies({
    link: {
      send: (agentId, command) => {
        const isOnline = online.has(agentId)
        if (isOnline) told.push([agentId, command.kind])
        else outboxes.of(agentId).keep(command)
        return isOnline
      },
      on: () => undefined,
      isOnline: agentId => online.has(agentId),
    },
    now: () => now,
    onFailure: () => undefined,
  })
  const authorities = new ProjectAuthorities({
    folder,
    now: () => now,
    machinesOf: async () => usable,
    removeOn: (agentIds, id) => proxies.removeAuthority(agentIds, id),
  })
  return { authorities, waiting: (agentId: string) => outboxes.of(agentId).take() }
}
async function record(authorities: ProjectAuthorities): Promise<void> {
  await mkdir(dirname(authorities.pathOf(projectId)), { recursive: true })
  await writeFile(authorities.pathOf(projectId), 'a key')
}
const removal = 'removeRecordingAuthority'
const unused = () => false

it('a machine that is offline is told when it comes back, once for a project', async () => {
  const { authorities, waiting } = serve()
  for (const _ of [1, 2]) {
    await record(authorities)
    await authorities.removeUnused(projectId, unused)
  }
  expect(told).toEqual([
    [here, removal],
    [here, removal],
  ])
  expect(waiting(away)).toMatchObject([{ kind: removal, projectId }])
})

it('the next process of the server tells it, too, and nobody else', async () => {
  const { authorities } = serve()
  await record(authorities)
  await authorities.removeUnused(projectId, unused)
  told = []
  const next = serve([here])
  await next.authorities.removeLeft(unused)
  expect([told, next.waiting(away)]).toMatchObject([[], [{ kind: removal, projectId }]])
  online.add(away)
  await next.authorities.removeLeft(() => true)
  expect(told).toEqual([])
  await next.authorities.removeLeft(unused)
  expect(told).toEqual([[away, removal]])
  expect(await readdir(folder)).toEqual([])
})

it('a machine that was offline is told again with the next removal, and with that of the project', async () => {
  const first = serve()
  await record(first.authorities)
  await first.authorities.removeUnused(projectId, unused)
  const { authorities, waiting } = serve([here])
  await authorities.remove(projectId)
  expect(waiting(away)).toHaveLength(1)
  await record(authorities)
  await authorities.removeFolder(projectId)
  expect(waiting(away)).toHaveLength(1)
  expect(await readdir(join(folder, projectId))).toEqual(['authority.left'])
})

it('a machine that does not come back is not waited for longer than the certificate is valid', async () => {
  const { authorities } = serve()
  await record(authorities)
  await authorities.removeUnused(projectId, unused)
  now += 30 * dayMs - 1
  await authorities.removeLeft(unused)
  expect(await readdir(folder)).toEqual([projectId])
  now += 1
  await authorities.removeLeft(unused)
  expect(await readdir(folder)).toEqual([])
})

it('of a project that keeps its authority, or uses it, nothing is removed', async () => {
  const { authorities } = serve()
  await record(authorities)
  await authorities.removeUnused(projectId, () => true)
  await authorities.keep(projectId)
  await authorities.removeUnused(projectId, unused)
  await authorities.removeLeft(unused)
  expect([told, await readdir(join(folder, projectId))]).toEqual([[], ['authority.kept', 'authority.pem']])
})
