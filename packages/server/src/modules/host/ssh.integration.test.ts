import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { calls } from '@pone/contract/calls/registry.ts'
import { hostSettingsSchema } from '@pone/contract/entities/host.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startTestSshd, type TestSshd } from '../../adapters/test-sshd.ts'
import { createDeploymentHarness, type DeploymentHarness, failedBy } from './deployment-harness.ts'

// Agents, SSH and packages are slow on a busy machine.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

let harness: DeploymentHarness
let sshd: TestSshd
let prefix = ''
let access: {
  address: string
  sshPort: number
  sshUser: string
  auth: 'key'
  privateKey: string
  serverUrl: string
}
beforeAll(async () => {
  ;[harness, sshd] = await Promise.all([createDeploymentHarness(), startTestSshd()])
  prefix = join(harness.folder, 'agent')
  access = {
    address: '127.0.0.1',
    sshPort: sshd.port,
    sshUser: sshd.user,
    auth: 'key',
    privateKey: sshd.privateKey,
    serverUrl: harness.address,
  }
  await harness.addBundle('Agent')
})
afterAll(async () => {
  await harness.close()
  await sshd.close()
})

async function newHost(name: string, changes: object = {}, path = prefix): Promise<string> {
  const { as } = harness
  const host = await harness.server().call(calls.host.create, { ...access, name, ...changes }, as)
  const settings = {
    ...hostSettingsSchema.parse({}),
    serverUrl: harness.address,
    agentInstallPath: path,
    agentUser: sshd.user,
  }
  await harness.server().call(calls.host.saveSettings, { hostId: host.id, ...settings }, as)
  return host.id
}
const trust = async (id: string) => {
  const fingerprint = await sshd.fingerprint()
  await harness.server().call(calls.host.trust, { id, fingerprint }, harness.as)
}
const agentOperation = async (id: string, kind: 'install' | 'uninstall' | 'start' | 'stop') => {
  const [operation = ''] = await harness.operate([id], 'Agent', kind)
  return harness.end(operation)
}
const agentOf = async (id: string) => (await harness.host(id)).tools.find(each => each.tool === 'Agent')
/** Folders of concurrent tests are removed by those; one of this test would stay. */
const expectNoLeftovers = () =>
  vi.waitFor(
    async () => expect((await readdir('/tmp')).filter(name => name.startsWith('pone-install-'))).toEqual([]),
    { timeout: 60_000, interval: 200 },
  )

describe('first contact', () => {
  test('shows the key of the host, and reads its facts once somebody has compared it', async () => {
    const { server, as } = harness
    const seen = await server().call(calls.host.test, access, as)
    const fingerprint = await sshd.fingerprint()
    expect(seen).toMatchObject({ fingerprint, pinned: null, facts: null, problem: { code: 'hostKeyNew' } })
    const agreed = await server().call(calls.host.test, { ...access, fingerprint }, as)
    expect(agreed).toMatchObject({ problem: null, facts: { architecture: process.arch } })
    expect(agreed.facts?.cores).toBeGreaterThan(0)
    expect(agreed.facts?.diskFreeBytes).toBeGreaterThan(0)
  })

  test('stores the credential sealed, sends it never back, and writes it into no record', async () => {
    const { server, as } = harness
    const id = await newHost('sealed', { auth: 'password', password: 'open-sesame' })
    const { rows } = await server().call(calls.host.list, { search: 'sealed' }, as)
    expect(rows).toMatchObject([{ hasCredential: true, auth: 'password' }])
    await server().call(
      calls.host.edit,
      { ...access, auth: 'password', privateKey: '', name: 'sealed', id },
      as,
    )
    expect((await harness.host(id)).hasCredential).toBe(true)
    const stored = await server().database.selectFrom('hosts').selectAll().execute()
    const records = await server().database.selectFrom('operation_records').selectAll().execute()
    const text = JSON.stringify([rows, stored, records])
    expect(text).not.toContain('sesame')
    expect(text).not.toContain('PRIVATE KEY')
    await server().call(calls.host.delete, { ids: [id] }, as)
  })

  test('says what is wrong with the way to a host', async () => {
    const { server, as } = harness
    const fingerprint = await sshd.fingerprint()
    const problemOf = async (changes: object) =>
      (await server().call(calls.host.test, { ...access, fingerprint, ...changes }, as)).problem?.code
    expect(await problemOf({ privateKey: sshd.strangerKey })).toBe('wrongCredential')
    expect(await problemOf({ privateKey: 'nonsense' })).toBe('badKey')
    expect(await problemOf({ sshPort: 1 })).toBe('refused')
    expect(await problemOf({ address: 'no-such-host.invalid' })).toBe('nameUnknown')
    expect(await problemOf({ fingerprint: 'SHA256:other' })).toBe('hostKeyChanged')
    const bad = { ...access, name: 'bad', privateKey: 'nonsense' }
    expect((await server().fail(calls.host.create, bad, as)).code).toBe('BadInput')
  })
})

describe('the agent', { timeout: 120_000 }, () => {
  let id = ''
  beforeAll(async () => {
    id = await newHost('machine')
  })

  test('is not installed before the key of the host was confirmed', async () => {
    expect(await agentOperation(id, 'install')).toMatchObject(failedBy('hostKeyNew'))
    expect(
      await harness
        .server()
        .call(calls.host.check, { hostIds: [id], tool: 'Agent', kind: 'install' }, harness.as),
    ).toMatchObject([{ problem: { code: 'hostKeyNew' } }])
    await trust(id)
  })

  test('that is cancelled half-way leaves nothing behind', async () => {
    const [operation = ''] = await harness.operate([id], 'Agent', 'install')
    await harness.operation(operation, each => each.step === 'upload' && (each.progress01 ?? 0) > 0)
    await harness.server().call(calls.host.cancel, { ids: [operation] }, harness.as)
    expect(await harness.end(operation)).toMatchObject({ state: 'cancelled' })
    expect(existsSync(prefix)).toBe(false)
    await expectNoLeftovers()
    expect((await agentOf(id))?.state).toBe('absent')
  })

  test('is installed, joins, and then carries out what follows', async () => {
    const done = await agentOperation(id, 'install')
    expect(done.problem).toBeNull()
    expect(done).toMatchObject({ state: 'successful', note: '' })
    await expectNoLeftovers()
    expect(await harness.host(id)).toMatchObject({ agent: { isOnline: true } })
    expect((await agentOf(id))?.state).toBe('installed')
    expect(await agentOperation(id, 'install')).toMatchObject({ note: 'alreadyInstalled' })
    const text = JSON.stringify(done.lines)
    expect(text).not.toContain('PONE_AGENT_TOKEN')
    const logs = await harness.server().call(calls.host.logFiles, { hostId: id }, harness.as)
    expect(logs.map(file => file.tool)).toContain('Agent')
    expect((await harness.server().fail(calls.host.delete, { ids: [id] }, harness.as)).code).toBe(
      'HostNotOffline',
    )
  })

  test('is stopped, started and removed by SSH', async () => {
    expect(await agentOperation(id, 'stop')).toMatchObject({ state: 'successful' })
    expect((await agentOf(id))?.state).toBe('stopped')
    const { agent } = await harness.host(id)
    expect(agent?.isOnline).toBe(false)
    expect(await agentOperation(id, 'start')).toMatchObject({ state: 'successful' })
    expect((await agentOf(id))?.state).toBe('installed')
    expect((await harness.host(id)).agent?.id).toBe(agent?.id)
    expect(await agentOperation(id, 'uninstall')).toMatchObject({ state: 'successful', note: '' })
    expect(existsSync(join(prefix, 'app'))).toBe(false)
    expect(await agentOperation(id, 'uninstall')).toMatchObject({ note: 'notInstalled' })
    await harness.server().call(calls.host.delete, { ids: [id] }, harness.as)
  })

  test('is not brought to a host whose key has changed, until an administrator trusts the new one', async () => {
    const changed = await newHost('changed')
    await trust(changed)
    const before = await sshd.fingerprint()
    await sshd.changeHostKey()
    const refused = await agentOperation(changed, 'start')
    expect(refused).toMatchObject(failedBy('hostKeyChanged'))
    expect(refused.problem?.detail).toBe(`${before} → ${await sshd.fingerprint()}`)
    await trust(changed)
    expect(await agentOperation(changed, 'start')).toMatchObject(failedBy('notInstalled'))
    await harness.server().call(calls.host.delete, { ids: [changed] }, harness.as)
  })

  test('is given up on a host that takes no connection, or lets nobody in', async () => {
    const stranger = await newHost('stranger', { privateKey: sshd.strangerKey })
    await trust(stranger)
    const gone = await newHost('gone', { sshPort: 1 })
    await trust(gone)
    const ids = await harness.operate([stranger, gone], 'Agent', 'install')
    const ends = await Promise.all(ids.map(each => harness.end(each)))
    expect(new Set(ends.map(each => each.problem?.code))).toEqual(new Set(['refused', 'wrongCredential']))
    await harness.server().call(calls.host.delete, { ids: [stranger, gone] }, harness.as)
  })

  test.runIf(process.getuid?.() === 0)(
    'does not fit on a disk that is full, and leaves it as it was',
    async () => {
      const small = join(tmpdir(), `pone-small-${process.pid}`)
      const run = promisify(execFile)
      await mkdir(small)
      // Without the permission to mount there is no small disk to test with.
      const hasDisk = await run('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', small]).then(
        () => true,
        () => false,
      )
      try {
        if (!hasDisk) return
        const full = await newHost('full', {}, join(small, 'agent'))
        await trust(full)
        expect(await agentOperation(full, 'install')).toMatchObject(failedBy('diskFull'))
        expect(await agentOperation(full, 'uninstall')).toMatchObject({ note: 'notInstalled' })
        await expectNoLeftovers()
      } finally {
        if (hasDisk) await run('umount', [small])
        await rm(small, { recursive: true, force: true })
      }
    },
  )
})
