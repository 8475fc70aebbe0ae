/** Installation by SSH: checks before it, state after a refusal, and identity of the machine: on a real sshd, without systemd. */
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { calls } from '@pone/contract/calls/registry.ts'
import { hostSettingsSchema } from '@pone/contract/entities/host.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startTestSshd, type TestSshd } from '../../adapters/test-sshd.ts'
import { createTestServer } from '../../test-server.ts'
import { createDeploymentHarness, type DeploymentHarness, failedBy } from './deployment-harness.ts'

// Agents, SSH and packages are slow on a busy machine.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

let harness: DeploymentHarness
let sshd: TestSshd
beforeAll(async () => {
  ;[harness, sshd] = await Promise.all([createDeploymentHarness(), startTestSshd()])
  await harness.addBundle('Agent')
})
afterAll(async () => {
  await harness.close()
  await sshd.close()
})

const accessOf = () => ({
  address: '127.0.0.1',
  sshPort: sshd.port,
  sshUser: sshd.user,
  auth: 'key' as const,
  privateKey: sshd.privateKey,
})
const place = (name: string) => join(harness.folder, name)

async function setPath(hostId: string, agentInstallPath: string, serverUrl = harness.address): Promise<void> {
  const settings = { ...hostSettingsSchema.parse({}), serverUrl, agentInstallPath, agentUser: sshd.user }
  await harness.server().call(calls.host.saveSettings, { hostId, ...settings }, harness.as)
}
async function newHost(name: string, path = place(name), address = '127.0.0.1'): Promise<string> {
  const { as, server } = harness
  const { id } = await server().call(calls.host.create, { ...accessOf(), name, address }, as)
  await setPath(id, path)
  await server().call(calls.host.trust, { id, fingerprint: await sshd.fingerprint() }, as)
  return id
}
const operate = async (id: string, kind: 'install' | 'uninstall' | 'stop') => {
  const [operation = ''] = await harness.operate([id], 'Agent', kind)
  return harness.end(operation)
}
const contact = async (id: string) => {
  const { address, usesSudo } = await harness.host(id)
  return harness.server().call(calls.host.test, { ...accessOf(), address, usesSudo, id }, harness.as)
}
const machines = async () => (await harness.server().call(calls.loadMachine.list, {}, harness.as)).rows
async function agentPid(prefix: string): Promise<number> {
  const lock = await readFile(join(prefix, 'data', 'agent.lock'), 'utf8')
  return Number((JSON.parse(lock) as { pid: number }).pid)
}

describe('the path of the agent', () => {
  test.each([
    ['a folder of the system', async (): Promise<string> => '/usr/lib/pone', 'systemFolder'],
    ['the folder of all folders', async (): Promise<string> => '/opt', 'systemFolder'],
    [
      'a folder of another program',
      async (): Promise<string> => {
        await mkdir(place('theirs'), { recursive: true })
        await writeFile(join(place('theirs'), 'server.xml'), '<Server/>')
        return place('theirs')
      },
      'foreignFolder',
    ],
    ['a folder that cannot be', async (): Promise<string> => '/proc/sys/pone', 'systemFolder'],
    [
      'behind a file',
      async (): Promise<string> => join(place('theirs'), 'server.xml', 'agent'),
      'folderNotWritable',
    ],
  ] as const)('is refused by the test and by the installation: %s', async (name, make, code) => {
    const path = await make()
    const id = await newHost(name, path)
    const seen = await contact(id)
    expect(seen).toMatchObject({ problem: { code }, facts: { architecture: process.arch } })
    const request = { hostIds: [id], tool: 'Agent' as const, kind: 'install' as const }
    const [ready] = await harness.server().call(calls.host.check, request, harness.as)
    expect(ready?.problem?.code).toBe(code)
    expect(await operate(id, 'install')).toMatchObject(failedBy(code))
    await harness.server().call(calls.host.delete, { ids: [id] }, harness.as)
    expect(await readdir(place('theirs')).catch(() => ['server.xml'])).toEqual(['server.xml'])
  })
})

test('a server that refuses the join token ends the installation with that cause, and nothing stays', async () => {
  const other = await createTestServer()
  try {
    await other.app.listen({ host: '127.0.0.1', port: 0 })
    const at = other.app.server.address()
    const id = await newHost('refused')
    await setPath(id, place('refused'), `http://127.0.0.1:${typeof at === 'object' ? at?.port : ''}`)
    const end = await operate(id, 'install')
    expect(end).toMatchObject(failedBy('tokenRefused'))
    expect(end.problem?.detail).toContain('wrongToken')
    expect(existsSync(place('refused'))).toBe(false)
    expect(await machines()).toEqual([])
    await harness.server().call(calls.host.delete, { ids: [id] }, harness.as)
  } finally {
    await other.close()
  }
})

describe('an installed machine', () => {
  let id = ''
  let agentId = ''
  beforeAll(async () => {
    id = await newHost('machine')
    expect(await operate(id, 'install')).toMatchObject({ state: 'successful', problem: null })
    agentId = (await harness.host(id)).agent?.id ?? ''
  })

  test('works in the data folder of its agent, and so has Java', async () => {
    const data = join(place('machine'), 'data')
    expect(await readlink(`/proc/${await agentPid(place('machine'))}/cwd`)).toBe(data)
    const { facts } = await harness.server().call(calls.host.refresh, { id }, harness.as)
    expect(facts?.javaVersion).toMatch(/^\d+/)
    expect((await contact(id)).problem).toBeNull()
  })

  test('is recognised under another host', async () => {
    const twin = await newHost('twin', place('twin'), 'localhost')
    const expected = { code: 'sameMachine', detail: place('machine') }
    expect((await contact(twin)).problem).toEqual({ ...expected, detail: `machine: ${place('machine')}` })
    expect(await operate(twin, 'install')).toMatchObject({ state: 'failed', problem: expected })
    expect(existsSync(place('twin'))).toBe(false)
    // Also if the other host has exactly this folder.
    await setPath(twin, place('machine'))
    expect(await operate(twin, 'install')).toMatchObject({ problem: expected })
    expect((await harness.host(id)).agent).toMatchObject({ id: agentId, isOnline: true })
    await harness.server().call(calls.host.delete, { ids: [twin] }, harness.as)
  })

  test('moves with its limits and clusters when the path changes', async () => {
    const { server, as } = harness
    const [before] = await machines()
    const limits = { maxUsers: 77, maxScripts: 3 }
    await server()
      .database.updateTable('load_machines')
      .set({ max_users: limits.maxUsers, max_scripts: limits.maxScripts })
      .execute()
    await setPath(id, join(place('moved'), 'agent'))
    const end = await operate(id, 'install')
    expect(end).toMatchObject({ state: 'successful', problem: null })
    expect((await harness.host(id)).agent).toMatchObject({ id: agentId, isOnline: true })
    expect(await machines()).toMatchObject([
      { id: agentId, name: 'machine', clusters: before?.clusters, ...limits },
    ])
    expect(existsSync(place('machine'))).toBe(false)
    expect(await readdir(join(place('moved'), 'agent'))).toContain('data')
    expect((await server().call(calls.host.logFiles, { hostId: id }, as)).length).toBeGreaterThan(0)
  })

  test('that cannot move goes on where it is', async () => {
    await setPath(id, join(place('theirs'), 'server.xml', 'agent'))
    expect(await operate(id, 'install')).toMatchObject(failedBy('folderNotWritable'))
    expect((await harness.host(id)).agent).toMatchObject({ id: agentId, isOnline: true })
  })

  test('keeps its identity when it is removed, loses its data and is installed again elsewhere', async () => {
    expect(await operate(id, 'uninstall')).toMatchObject({ state: 'successful' })
    await rm(place('moved'), { recursive: true, force: true })
    await setPath(id, place('again'))
    expect(await operate(id, 'install')).toMatchObject({ state: 'successful', problem: null })
    expect(await machines()).toMatchObject([{ id: agentId, name: 'machine', maxUsers: 77 }])
    expect(await operate(id, 'uninstall')).toMatchObject({ state: 'successful' })
  })
})
