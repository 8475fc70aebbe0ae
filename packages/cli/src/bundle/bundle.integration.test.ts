import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import {
  appendFile,
  chmod,
  copyFile,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { rootCertificates } from 'node:tls'
import { promisify } from 'node:util'
import { calls } from '@pone/contract/calls/registry.ts'
import type { BundleManifest, InstallPackage } from '@pone/contract/entities/package.ts'
import { isProcessAlive } from '@pone/embedded-postgres/process-table.ts'
import { type As, createTestServer, type TestServer } from '@pone/server/test-server.ts'
import { create, extract } from 'tar'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { cacheFolder, checkout } from '../paths.ts'
import { collectContent } from './bundle-content.ts'
import { findRuntime } from './runtime.ts'
import { buildOf, bundleName, writeBundle } from './write-bundle.ts'

const run = promisify(execFile)
// A hundred megabytes are packed, hashed and unpacked several times, on machines that are busy with other work too.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 })
const patience = { timeout: 120_000 }
/** An environment without this checkout, in particular without its Node. */
const bareEnvironment = {
  PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
  HOME: '/nonexistent',
  PONE_AGENT_TRIAL_SECONDS: '15',
}
const architecture = process.arch === 'arm64' ? 'arm64' : 'x64'

let folder = ''
let server: TestServer
let serverUrl = ''
let administrator: As
let token = ''
let first = ''
let second: InstallPackage

/** Path of an agent bundle with this version. */
async function bundleOf(version: string): Promise<string> {
  const runtime = await findRuntime({ checkout, cacheFolder, architecture, announce: () => undefined })
  const facts = {
    type: 'Agent',
    version,
    system: 'linux',
    architecture,
    nodeVersion: runtime.version,
    content: await collectContent({ checkout, type: 'Agent', version, runtime }),
  } as const
  const target = join(folder, `${bundleName(facts)}.tar.gz`)
  await writeBundle(facts, target, 1)
  return target
}

/** A complete bundle that passes its own test, but whose agent executes this instead. */
async function impostorOf(
  version: string,
  work: string,
  selfTest = `echo '{"event":"selfTest","version":"${version}"}'`,
) {
  const name = `pone-agent-${version}-linux-${architecture}`
  const program = `#!/bin/sh\ncase "$*" in *--self-test*) ${selfTest} ;; *) ${work} ;; esac\n`
  const manifest: BundleManifest = {
    format: 1,
    type: 'Agent',
    version,
    system: 'linux',
    architecture,
    build: '0'.repeat(64),
    nodeVersion: null,
    files: [
      {
        path: 'runtime/bin/node',
        sizeBytes: program.length,
        sha256: createHash('sha256').update(program).digest('hex'),
        isExecutable: true,
      },
    ],
    links: [],
  }
  const root = join(folder, name)
  await mkdir(join(root, 'runtime', 'bin'), { recursive: true })
  await writeFile(join(root, 'manifest.json'), JSON.stringify(manifest))
  await writeFile(join(root, 'runtime', 'bin', 'node'), program)
  await chmod(join(root, 'runtime', 'bin', 'node'), 0o755)
  const path = `${root}.tar.gz`
  await create({ cwd: folder, file: path, gzip: true }, [name])
  return upload(path, version)
}

async function upload(path: string, version: string): Promise<InstallPackage> {
  const copy = join(server.uploadFolder, `copy-${version}`)
  await copyFile(path, copy)
  const { size } = await stat(copy)
  return server.services.packages.upload(
    'tester',
    {
      type: 'Agent',
      system: 'linux',
      architecture,
      version: '',
      name: '',
      installPath: null,
      logPath: null,
      statusPushSeconds: 2,
    },
    { name: `agent-${version}.tar.gz`, path: copy, sizeBytes: size },
  )
}

const machine = async (name: string) =>
  (await server.call(calls.machineUpgrade.list, {}, administrator)).find(each => each.name === name)
const upgradeOf = async (name: string) => (await machine(name))?.upgrade ?? null

async function upgrade(name: string, packageId: string): Promise<void> {
  await expect.poll(async () => (await machine(name))?.isOnline, patience).toBe(true)
  const machineId = (await machine(name))?.machineId ?? ''
  const started = await server.call(
    calls.machineUpgrade.start,
    { machineIds: [machineId], packageId },
    administrator,
  )
  expect(started).toEqual([{ machineId, name, refusal: null }])
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pone-bundle-'))
  server = await createTestServer()
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  const place = server.app.server.address()
  serverUrl = `http://127.0.0.1:${typeof place === 'object' ? place?.port : ''}`
  await server.addUser('tester', true)
  const session = await server.signIn('tester', { isAdministrator: true })
  administrator = { token: session.token, isAdministrator: true }
  const clusterId = await server.services.clusters.ensureLocalCluster()
  token = (
    await server.call(calls.joinToken.create, { name: 'bundle', clusterId, maxUses: null }, administrator)
  ).token
  first = await bundleOf('0.0.1')
  second = await upload(await bundleOf('0.0.2'), '0.0.2')
})
afterAll(async () => {
  await server.close()
  // A process that is just ending may still write.
  await rm(folder, { recursive: true, force: true, maxRetries: 10 })
})

test('the same sources give the same bytes, and another version is another build', async () => {
  const factsOf = async (version: string) => {
    const content = await collectContent({ checkout, type: 'PR', version, runtime: null })
    return { type: 'PR', version, system: 'linux', architecture: 'any', nodeVersion: null, content } as const
  }
  const archives: Buffer[] = []
  for (const name of ['one', 'other']) {
    const target = join(folder, `${name}.tar.gz`)
    await writeBundle(await factsOf('1.0.0'), target, 1)
    archives.push(await readFile(target))
  }
  expect(archives[1]?.equals(archives[0] ?? Buffer.alloc(0))).toBe(true)
  expect(await buildOf(await factsOf('1.0.1'))).not.toBe(await buildOf(await factsOf('1.0.0')))
})

describe('on a machine without Node', () => {
  test('installed, the agent joins the server, is stopped, started and removed again', async () => {
    const prefix = join(folder, 'installed')
    const unpacked = join(folder, 'unpacked')
    await mkdir(unpacked)
    await extract({ file: first, cwd: unpacked, strip: 1 })
    const install = (...args: string[]) =>
      run(join(unpacked, 'install.sh'), [...args, '--prefix', prefix, '--user', userInfo().username], {
        env: { ...bareEnvironment, PONE_AGENT_TOKEN: token },
      })
    await install('install', '--server', serverUrl, '--name', "it's installed")
    await expect.poll(async () => (await machine("it's installed"))?.version, patience).toBe('0.0.1')
    await install('status')
    await install('stop')
    await expect.poll(async () => (await machine("it's installed"))?.isOnline, patience).toBe(false)
    await expect(install('status')).rejects.toMatchObject({ code: 6 })
    await install('start')
    await expect.poll(async () => (await machine("it's installed"))?.isOnline, patience).toBe(true)
    await install('uninstall', '--purge')
    await expect(readFile(join(prefix, 'agent.env'))).rejects.toMatchObject({ code: 'ENOENT' })
    await expect.poll(async () => (await machine("it's installed"))?.isOnline, patience).toBe(false)
  })

  test('an installation that cannot work says why', async () => {
    const install = (...args: string[]) =>
      run(join(folder, 'unpacked', 'install.sh'), [...args, '--prefix', join(folder, 'nothing')], {
        env: bareEnvironment,
      })
    await expect(install('install', '--server', 'ftp://x')).rejects.toMatchObject({ code: 2 })
    await expect(install('install', '--server', serverUrl)).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--token'),
    })
    await expect(install('status')).rejects.toMatchObject({ code: 2 })
    await expect(install('dance')).rejects.toMatchObject({ code: 2 })
  })
})

test('an installation that the server refuses ends with the reason, and leaves nothing behind', async () => {
  const home = join(folder, 'refused')
  const script = join(folder, 'unpacked', 'install.sh')
  const options = ['--server', serverUrl, '--prefix', join(home, 'agent'), '--log', join(home, 'log')]
  const env = { ...bareEnvironment, PONE_AGENT_TOKEN: 'guess' }
  await expect(run(script, [...options, '--user', userInfo().username], { env })).rejects.toMatchObject({
    code: 7,
    stderr: expect.stringContaining('wrongToken'),
  })
  expect(existsSync(home)).toBe(false)
  // A file that an administrator had put there before is kept.
  await mkdir(home)
  await expect(run(script, [...options, '--user', userInfo().username], { env })).rejects.toMatchObject({
    code: 7,
  })
  expect(await readdir(home)).toEqual([])
  await expect(
    run(script, ['--server', serverUrl, '--prefix', '/usr/lib/pone'], { env }),
  ).rejects.toMatchObject({ code: 8 })
})

test('what an agent knows its server by is kept, moves with it, and goes with a failed installation', async () => {
  const ca = join(folder, 'authority.pem')
  const pem = `${rootCertificates[0]}\n`
  await writeFile(ca, pem)
  const at = (name: string) => join(folder, 'trusting', name)
  const install = (prefix: string, ...args: string[]) =>
    run(
      join(folder, 'unpacked', 'install.sh'),
      ['--prefix', prefix, '--user', userInfo().username, ...args],
      { env: { ...bareEnvironment, PONE_AGENT_TOKEN: 'guess' } },
    )
  const settingsOf = (prefix: string) => readFile(join(prefix, 'agent.env'), 'utf8')
  const authorityOf = (prefix: string) => readFile(join(prefix, 'server-ca.pem'), 'utf8')
  const server = ['--server', 'https://pone.invalid:8600', '--no-start']

  await install(at('first'), ...server, '--ca', ca)
  expect(await authorityOf(at('first'))).toBe(pem)
  expect(await settingsOf(at('first'))).toContain(`PONE_AGENT_CA='${at('first')}/server-ca.pem'\n`)
  await rm(ca)
  // What the owner of the machine lets monitors read; nothing of containers.
  const limits =
    "PONE_AGENT_CONTAINER_SOCKETS=''\nPONE_AGENT_JVM_ACCOUNTS='tomcat,1001'\nPONE_AGENT_CAPTURES='off'\n"
  await appendFile(join(at('first'), 'agent.env'), limits)
  await install(at('first'), ...server)
  expect(await settingsOf(at('first'))).toContain(`PONE_AGENT_CA='${at('first')}/server-ca.pem'\n`)
  expect(await settingsOf(at('first'))).toContain(limits)

  await install(at('second'), '--no-start', '--from', at('first'))
  expect(await authorityOf(at('second'))).toBe(pem)
  expect(await settingsOf(at('second'))).toContain(`PONE_AGENT_CA='${at('second')}/server-ca.pem'\n`)
  expect(await settingsOf(at('second'))).toContain(limits)
  expect(existsSync(at('first'))).toBe(false)

  await writeFile(ca, pem)
  await expect(install(at('third'), '--server', serverUrl, '--ca', ca)).rejects.toMatchObject({ code: 7 })
  expect(existsSync(at('third'))).toBe(false)

  await install(at('pinned'), ...server, '--pin', 'AB:CD')
  expect(await settingsOf(at('pinned'))).toContain("PONE_AGENT_PIN='AB:CD'\n")
  for (const wrong of [
    ['--pin', 'AB;CD'],
    ['--ca', join(folder, 'unpacked', 'manifest.json')],
    ['--ca', '/none'],
  ])
    await expect(install(at('third'), ...server, ...wrong)).rejects.toMatchObject({ code: 2 })
  expect(existsSync(at('third'))).toBe(false)
})

describe('an upgrade', () => {
  const name = 'renewed'
  let launcher: ChildProcess
  let log = ''
  let data = ''

  beforeAll(async () => {
    const app = join(folder, 'app')
    await mkdir(app)
    await extract({ file: first, cwd: app, strip: 1 })
    data = join(folder, 'data')
    // Through a symbolic link, as is common in administration.
    await symlink(join(app, 'bin', 'pone-agent'), join(folder, 'pone-agent'))
    launcher = spawn(join(folder, 'pone-agent'), ['--server', serverUrl, '--name', name, '--data', data], {
      env: { ...bareEnvironment, PONE_AGENT_TOKEN: token },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [launcher.stdout, launcher.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        log += text
      })
    await vi.waitFor(async () => expect(await machine(name)).toMatchObject({ version: '0.0.1' }), patience)
  })
  afterAll(async () => {
    const ended = once(launcher, 'exit')
    launcher.kill('SIGTERM')
    await ended
  })

  const agentPid = async (): Promise<number> => {
    const lock = await readFile(join(data, 'agent.lock'), 'utf8')
    return Number((JSON.parse(lock) as { pid: number }).pid)
  }

  test('brings the new version, also when the agent is killed while it fetches and while it unpacks', async () => {
    expect((await machine(name))?.newest).toEqual({ packageId: second.id, version: '0.0.2' })
    await upgrade(name, second.id)
    await expect
      .poll(async () => (await upgradeOf(name))?.state, { ...patience, interval: 5 })
      .not.toBe('waiting')
    process.kill(await agentPid(), 'SIGKILL')
    await expect
      .poll(async () => (await upgradeOf(name))?.state, { ...patience, interval: 5 })
      .toMatch(/processing|starting|installed/)
    if ((await upgradeOf(name))?.state === 'processing') process.kill(await agentPid(), 'SIGKILL')
    await expect.poll(async () => (await upgradeOf(name))?.state, patience).toBe('installed')
    expect(await machine(name)).toMatchObject({ version: '0.0.2', newest: null, isOnline: true })
    expect(await upgradeOf(name)).toMatchObject({ fromVersion: '0.0.1', version: '0.0.2', failure: null })
  })

  test('to a package that is damaged on the server changes nothing', async () => {
    const damaged = await impostorOf('0.0.3', 'sleep 60')
    const stored = await open(join(server.uploadFolder, '..', 'files', 'packages', damaged.id), 'r+')
    await stored.write(Buffer.from('damage'), 0, 6, 30)
    await stored.close()
    await upgrade(name, damaged.id)
    await expect
      .poll(() => upgradeOf(name), patience)
      .toMatchObject({ version: '0.0.3', state: 'failed', failure: 'checksum' })
    expect((await machine(name))?.version).toBe('0.0.2')
  })

  test.each([
    ['fails its own test', '0.0.4', 'sleep 60', 'echo broken >&2; exit 1', 'selfTest', 'broken'],
    [
      'calls itself otherwise',
      '0.0.5',
      'sleep 60',
      `echo '{"event":"selfTest","version":"9"}'`,
      'selfTest',
      '9',
    ],
    ['ends at its start', '0.0.6', 'exit 7', undefined, 'notStarted', 'exit code 7'],
    ['does not connect', '0.0.7', 'exec sleep 60', undefined, 'notConnected', ''],
  ])(
    'to a version that %s leaves the one before at work',
    async (_what, version, work, selfTest, failure, detail) => {
      const pid = await agentPid()
      const { id } = await impostorOf(version, work, selfTest)
      await upgrade(name, id)
      await expect
        .poll(() => upgradeOf(name), patience)
        .toMatchObject({ version, state: 'failed', failure, detail: expect.stringContaining(detail) })
      await expect.poll(() => machine(name), patience).toMatchObject({ version: '0.0.2', isOnline: true })
      // Only what had to be started is another process.
      expect((await agentPid()) === pid).toBe(failure === 'selfTest')
    },
  )

  test('is taken up by the next launcher when launcher and agent are killed together', async () => {
    expect(log).toContain('going back to the one before')
    const pid = await agentPid()
    const ended = once(launcher, 'exit')
    launcher.kill('SIGKILL')
    await ended
    // The agent's end of the pipe breaks with the launcher, so that it is never left running.
    await expect.poll(() => isProcessAlive(pid), patience).toBe(false)
    launcher = spawn(join(folder, 'pone-agent'), ['--server', serverUrl, '--name', name, '--data', data], {
      env: bareEnvironment,
      stdio: 'ignore',
    })
    await expect.poll(() => machine(name), patience).toMatchObject({ version: '0.0.2', isOnline: true })
  })
})
