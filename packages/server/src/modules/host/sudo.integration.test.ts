/** Accounts that use sudo, on a real sshd: with and without a password, and the account that an installation creates for the agent. */
import { execFile, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { calls } from '@pone/contract/calls/registry.ts'
import { hostSettingsSchema } from '@pone/contract/entities/host.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startTestSshd, type TestSshd } from '../../adapters/test-sshd.ts'
import { createDeploymentHarness, type DeploymentHarness } from './deployment-harness.ts'
import { HostFailure, type Reach, withContact } from './host-contact.ts'

// Agents, SSH and packages are slow on a busy machine.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

const run = promisify(execFile)
const timeoutMs = 20_000
const password = 'Sesame-2026'
const agentAccount = 'pone-agent'
/** By what sudo says to them. */
const accounts = {
  free: { name: `pone-free-${process.pid}`, rule: 'ALL=(ALL) NOPASSWD: ALL' },
  asked: { name: `pone-asked-${process.pid}`, rule: 'ALL=(ALL) ALL' },
  refused: { name: `pone-none-${process.pid}`, rule: null },
} as const
const sudoers = `/etc/sudoers.d/pone-test-${process.pid}`
/** Only root can create accounts, and the programs are those of Debian. */
const isPossible =
  process.getuid?.() === 0 && ['/usr/bin/sudo', '/usr/sbin/useradd'].every(program => existsSync(program))
const exists = (account: string) => spawnSync('id', [account]).status === 0

describe.runIf(isPossible)('an account with sudo', { timeout: 120_000 }, () => {
  let sshd: TestSshd
  let harness: DeploymentHarness
  let hadAgentAccount = true

  beforeAll(async () => {
    hadAgentAccount = exists(agentAccount)
    ;[sshd, harness] = await Promise.all([
      startTestSshd({}, { takesPasswords: true }),
      createDeploymentHarness(),
    ])
    for (const { name } of Object.values(accounts)) {
      await run('useradd', ['--create-home', '--shell', '/bin/sh', name])
      const change = run('chpasswd')
      change.child.stdin?.end(`${name}:${password}\n`)
      await change
    }
    const rules = Object.values(accounts).filter(({ rule }) => rule !== null)
    await writeFile(sudoers, rules.map(({ name, rule }) => `${name} ${rule}\n`).join(''), { mode: 0o440 })
  })

  afterAll(async () => {
    await harness.close()
    await sshd.close()
    await rm(sudoers, { force: true })
    for (const { name } of Object.values(accounts)) await run('userdel', ['--remove', name]).catch(() => null)
    if (!hadAgentAccount) await run('userdel', [agentAccount]).catch(() => null)
  })

  const reach = async (account: keyof typeof accounts, credential: Reach['credential']): Promise<Reach> => ({
    host: '127.0.0.1',
    port: sshd.port,
    user: accounts[account].name,
    usesSudo: true,
    credential,
    pinned: await sshd.fingerprint(),
  })
  const byKey = (): Reach['credential'] => ({ kind: 'key', privateKey: sshd.privateKey, passphrase: '' })
  const byPassword = (): Reach['credential'] => ({ kind: 'password', password })

  test.each([
    ['by key, where sudo asks nothing', 'free', byKey],
    ['by password, where sudo asks nothing', 'free', byPassword],
    ['by password, where sudo asks for it', 'asked', byPassword],
  ] as const)('runs commands as root %s, and each reads its own input', async (_how, account, credential) => {
    const lines = await withContact(await reach(account, credential()), undefined, async contact => {
      const read = (input: string) =>
        contact.runAsRoot('id -u; IFS= read -r line; echo "$line"', { input, timeoutMs })
      return [(await read('first token\n')).stdout, (await read('second token\n')).stdout]
    })
    expect(lines).toEqual(['0\nfirst token\n', '0\nsecond token\n'])
  })

  test.each([
    ['wants a password and there is only a key', 'asked', byKey],
    ['does not know the account', 'refused', byPassword],
  ] as const)('is told when sudo %s', async (_why, account, credential) => {
    const attempt = withContact(await reach(account, credential()), undefined, contact =>
      contact.runAsRoot('id -u', { timeoutMs }),
    )
    await expect(attempt).rejects.toBeInstanceOf(HostFailure)
    await expect(attempt).rejects.toMatchObject({ problem: { code: 'sudoRefused' } })
  })

  test('installs an agent that runs as an account of its own with the settings of its host, and removes it', async () => {
    const { server, as } = harness
    await harness.addBundle('Agent')
    const prefix = join(harness.folder, 'own-account')
    const { name: sshUser } = accounts.free
    const host = await server().call(
      calls.host.create,
      {
        name: 'own-account',
        address: '127.0.0.1',
        sshPort: sshd.port,
        sshUser,
        auth: 'password',
        password,
        usesSudo: true,
        serverUrl: harness.address,
      },
      as,
    )
    const settings = {
      ...hostSettingsSchema.parse({}),
      serverUrl: harness.address,
      agentInstallPath: prefix,
      agentLogPath: join(harness.folder, 'own-log'),
      localIp: '198.51.100.7',
      openPort: 4711,
    }
    await server().call(calls.host.saveSettings, { hostId: host.id, ...settings }, as)
    await server().call(calls.host.trust, { id: host.id, fingerprint: await sshd.fingerprint() }, as)
    const [installation = ''] = await harness.operate([host.id], 'Agent', 'install')
    const done = await harness.end(installation)
    expect(done).toMatchObject({ state: 'successful', problem: null })
    expect(JSON.stringify(done.lines)).not.toContain(password)
    const uid = Number((await run('id', ['-u', agentAccount])).stdout)
    expect((await stat(join(prefix, 'data', 'identity.json'))).uid).toBe(uid)
    expect((await stat(join(prefix, 'app'))).uid).toBe(0)
    const logs = await server().call(calls.host.logFiles, { hostId: host.id }, as)
    expect(logs.map(file => file.path)).toContain(join(harness.folder, 'own-log', 'agent.log'))
    const { rows: machines } = await server().call(calls.loadMachine.list, { search: 'own-account' }, as)
    expect(machines).toMatchObject([{ address: '198.51.100.7', port: 4711, isOnline: true }])
    const [removal = ''] = await harness.operate([host.id], 'Agent', 'uninstall')
    expect(await harness.end(removal)).toMatchObject({ state: 'successful' })
    expect(existsSync(join(prefix, 'app'))).toBe(false)
  })
})
