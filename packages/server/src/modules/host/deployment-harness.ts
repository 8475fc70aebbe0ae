/** Test harness of deployment: a listening server, an administrator, packages, and agents of this checkout on machines with a fake Java that only prints its version. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, copyFile, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { calls } from '@pone/contract/calls/registry.ts'
import {
  type Host,
  type HostOperation,
  type HostProblem,
  isOperationOver,
  type OperationKind,
  type OperationLine,
  type Tool,
} from '@pone/contract/entities/host.ts'
import type { PackageType } from '@pone/contract/entities/package.ts'
import { createTestDatabase } from '../../adapters/database/test-database.ts'
import { type As, createTestServer, type TestServer } from '../../test-server.ts'
import { type TestEntry, testJar, testTarGz } from '../package/content/test-archives.ts'

const agentProgram = fileURLToPath(new URL('../../../../agent/src/main.ts', import.meta.url))
const cliProgram = fileURLToPath(new URL('../../../../cli/src/main.ts', import.meta.url))
const patienceMs = 120_000
const lookEveryMs = 50

export interface HarnessAgent {
  readonly id: string
  readonly data: string
  readonly process: ChildProcess
}

export interface DeploymentHarness {
  /** The running server. */
  readonly server: () => TestServer
  readonly as: As
  /** Folder for files of the test. */
  readonly folder: string
  readonly address: string
  /** Shuts the server down in an orderly way, and starts another one on the same database. */
  restartServer(): Promise<void>
  /** `java`: by default one that only prints its version. */
  startAgent(options?: { data?: string; java?: 'pretended' | 'none' | 'real' }): Promise<HarnessAgent>
  addPackage(type: PackageType, version: string, content: Buffer | string, fileName?: string): Promise<string>
  /** A bundle of this checkout, as an administrator would upload it. */
  addBundle(type: 'Agent' | 'PR'): Promise<string>
  host(id: string): Promise<Host>
  operate(
    hostIds: readonly string[],
    tool: Tool,
    kind: OperationKind,
    more?: { version?: string; pid?: number },
  ): Promise<string[]>
  /** Polls until the condition holds. */
  operation(id: string, condition: (operation: HostOperation) => boolean): Promise<HostOperation>
  end(id: string): Promise<HostOperation & { readonly lines: OperationLine[] }>
  close(): Promise<void>
}

export async function createDeploymentHarness(): Promise<DeploymentHarness> {
  const database = await createTestDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'pone-deploy-'))
  // Readable also for the account that an installation creates.
  await chmod(folder, 0o755)
  let server = await openServer()
  await server.addUser('operator', true)
  const session = await server.signIn('operator', { isAdministrator: true })
  const as: As = { token: session.token, isAdministrator: true, language: 'en' }
  const javaHome = await fakeJava(folder)
  const agents: ChildProcess[] = []
  const { port } = server.app.server.address() as AddressInfo
  const address = `http://127.0.0.1:${port}`

  async function openServer(onPort = 0): Promise<TestServer> {
    const opened = await createTestServer({ database: database.database })
    await opened.start()
    await opened.app.listen({ host: '127.0.0.1', port: onPort })
    return opened
  }
  const operation: DeploymentHarness['operation'] = (id, condition) =>
    awaitOperation(
      async () => (await server.call(calls.host.operationLog, { operationId: id }, as)).operation,
      condition,
    )
  const addPackage: DeploymentHarness['addPackage'] = (type, version, content, fileName) =>
    uploadPackage(server, { folder, type, version, content, fileName })
  return {
    server: () => server,
    as,
    folder,
    address,
    restartServer: async () => {
      await server.close()
      server = await openServer(port)
    },
    startAgent: async ({ data = join(folder, `agent-${agents.length}`), java = 'pretended' } = {}) => {
      const clusterId = await server.services.clusters.ensureLocalCluster()
      const { token } = await server.services.joinTokens.create({
        name: 'test',
        clusterId,
        days: 1,
        maxUses: null,
        by: 'operator',
      })
      const javaHomes = { real: undefined, none: join(folder, 'no-java'), pretended: javaHome }
      return startJoining({ address, token, data, javaHome: javaHomes[java] }, agents)
    },
    addPackage,
    addBundle: async type => {
      return addPackage(type, '', await makeBundle(type, folder))
    },
    host: async id => {
      const { rows } = await server.call(calls.host.list, { pageSize: 50 }, as)
      const found = rows.find(row => row.id === id)
      if (found === undefined) throw new Error(`there is no host ${id}`)
      return found
    },
    operate: async (hostIds, tool, kind, more = {}) => {
      const input = { hostIds: [...hostIds], tool, kind, ...more }
      const { operations } = await server.call(calls.host.operate, input, as)
      return operations.map(each => each.operationId)
    },
    operation,
    end: async id => {
      const over = await operation(id, each => isOperationOver(each.state))
      const { lines } = await server.call(calls.host.operationLog, { operationId: id }, as)
      return { ...over, lines }
    },
    close: async () => {
      await killAll(agents)
      await server.close()
      await database.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function killAll(agents: readonly ChildProcess[]): Promise<void> {
  for (const agent of agents) {
    if (agent.exitCode !== null || agent.signalCode !== null) continue
    agent.kill('SIGKILL')
    await once(agent, 'exit')
  }
}

async function awaitOperation(
  look: () => Promise<HostOperation>,
  condition: (operation: HostOperation) => boolean,
): Promise<HostOperation> {
  const deadline = Date.now() + patienceMs
  for (;;) {
    const seen = await look()
    if (condition(seen)) return seen
    if (Date.now() > deadline) throw new Error(`waited in vain: ${JSON.stringify(seen)}`)
    await pause(lookEveryMs)
  }
}

async function uploadPackage(
  server: TestServer,
  {
    folder,
    type,
    version,
    content,
    fileName,
  }: {
    folder: string
    type: PackageType
    version: string
    /** Bytes, or the path of a file. */
    content: Buffer | string
    fileName: string | undefined
  },
): Promise<string> {
  const path = join(folder, `upload-${type}-${version}`)
  if (typeof content === 'string') await copyFile(content, path)
  else await writeFile(path, content)
  const { size } = await stat(path)
  const name = fileName ?? (typeof content === 'string' ? basename(content) : 'package.tar.gz')
  const architecture = type === 'Agent' ? (process.arch === 'arm64' ? 'arm64' : 'x64') : 'any'
  const wanted = { type, system: 'linux', architecture, version, name: '' } as const
  const settings = { installPath: null, logPath: null, statusPushSeconds: 2 }
  const added = await server.services.packages.upload(
    'operator',
    { ...wanted, ...settings },
    { name, path, sizeBytes: size },
  )
  return added.id
}

/** A real agent process that has joined; it is added to `agents` as soon as it runs. `javaHome` undefined: that of the machine. */
async function startJoining(
  {
    address,
    token,
    data,
    javaHome,
  }: { address: string; token: string; data: string; javaHome: string | undefined },
  agents: ChildProcess[],
): Promise<HarnessAgent> {
  const agent = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', agentProgram], {
    env: {
      ...process.env,
      PONE_SERVER_URL: address,
      PONE_AGENT_TOKEN: token,
      PONE_AGENT_DATA: data,
      ...(javaHome !== undefined && { JAVA_HOME: javaHome }),
    },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  agents.push(agent)
  for await (const line of createInterface({ input: agent.stdout })) {
    const event = JSON.parse(line) as { event: string; agentId?: string }
    if (event.event === 'connected') return { id: event.agentId ?? '', data, process: agent }
  }
  throw new Error('the agent ended at its start')
}

/** Returns the path of a bundle of this checkout. */
async function makeBundle(type: 'Agent' | 'PR', folder: string): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--disable-warning=ExperimentalWarning',
    cliProgram,
    'bundle',
    type.toLowerCase(),
    '--level',
    '1',
    '--out',
    folder,
  ])
  return stdout.trim()
}

/** Expected properties of a failed operation. */
export const failedBy = (code: HostProblem) => ({ state: 'failed', problem: { code } })

/** A Java that only prints its version. */
async function fakeJava(folder: string): Promise<string> {
  const home = join(folder, 'java')
  await mkdir(join(home, 'bin'), { recursive: true })
  await writeFile(join(home, 'bin', 'java'), '#!/bin/sh\necho \'openjdk version "17.0.1"\' >&2\n', {
    mode: 0o755,
  })
  return home
}

/** An archive with the structure of JMeter's; `script` is its bin/jmeter. */
export function jmeterArchive(version: string, script: string, more: readonly TestEntry[] = []): Buffer {
  const root = `apache-jmeter-${version}`
  return testTarGz([
    { path: `${root}/bin/ApacheJMeter.jar`, content: testJar(version) },
    { path: `${root}/bin/jmeter`, content: script },
    { path: `${root}/bin/jmeter.properties`, content: 'server.rmi.port=1099\n' },
    { path: `${root}/bin/user.properties`, content: '# mine\n' },
    { path: `${root}/lib/jorphan.jar`, content: testJar(version) },
    ...more,
  ])
}

/** A working bin/jmeter. */
export const workingJmeter = (version: string): string => `#!/bin/sh\necho 'Apache JMeter ${version}'\n`
