import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { copyFile, readdir, readFile, readlink } from 'node:fs/promises'
import { connect } from 'node:net'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { calls } from '@pone/contract/calls/registry.ts'
import { causeText } from '@pone/contract/told-cause.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createDeploymentHarness,
  type DeploymentHarness,
  failedBy,
  type HarnessAgent,
} from './deployment-harness.ts'

/** Filled by the set-up of `./pone test unit` with dependencies downloaded by Maven. */
const artefacts = fileURLToPath(new URL('../../../../../.cache/java-tools', import.meta.url))

let harness: DeploymentHarness
let agent: HarnessAgent
let hostId = ''
const started: ChildProcess[] = []

beforeAll(async () => {
  const names = await readdir(artefacts).catch(() => [])
  const find = (pattern: RegExp): string => {
    const name = names.find(each => pattern.test(each))
    if (name === undefined) throw new Error('Arthas or JMeter is missing: ./pone test unit brings them')
    return join(artefacts, name)
  }
  const [arthasZip, jmeterTgz] = [find(/^arthas-.*\.zip$/), find(/^apache-jmeter-.*\.tgz$/)]
  harness = await createDeploymentHarness()
  await harness.addPackage('Arthas', '', arthasZip)
  await harness.addPackage('JMeter', '', jmeterTgz)
  agent = await harness.startAgent({ java: 'real' })
  const host = { name: 'one', address: '127.0.0.1', hasSsh: false, agentId: agent.id }
  hostId = (await harness.server().call(calls.host.create, host, harness.as)).id
})
afterAll(async () => {
  await Promise.all(started.map(end))
  await harness.close()
})

async function run(
  tool: 'Arthas' | 'JMeter',
  kind: 'install' | 'uninstall' | 'start' | 'stop',
  more: { pid?: number } = {},
) {
  const [operation = ''] = await harness.operate([hostId], tool, kind, more)
  const over = await harness.end(operation)
  return { ...over, said: over.lines.map(line => causeText(line.text, 'en')).join('\n') }
}

/** The example application of Arthas; `uid`: run by another account. */
async function startJava(uid?: number): Promise<{ child: ChildProcess; pid: number }> {
  const jar = join(harness.folder, 'math-game.jar')
  if (!existsSync(jar)) await copyFile(join(await arthasFolder(), 'math-game.jar'), jar)
  const child = spawn('java', ['-Xmx64m', `-Duser.home=${harness.folder}`, '-jar', jar], {
    ...(uid !== undefined && { uid, gid: uid }),
    cwd: harness.folder,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  started.push(child)
  await once(child.stdout, 'data')
  child.stdout.resume()
  return { child, pid: child.pid ?? 0 }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

const toolFolder = (tool: string) => join(agent.data, 'tools', tool)
const arthasFolder = async () => join(toolFolder('Arthas'), (await readdir(toolFolder('Arthas')))[0] ?? '')
const arthas = async () => (await harness.host(hostId)).tools.find(each => each.tool === 'Arthas')

/** Addresses and ports on which the process listens, in the format of the kernel. */
async function listenersOf(pid: number): Promise<string[]> {
  const folder = `/proc/${pid}/fd`
  const links = await Promise.all(
    (await readdir(folder)).map(name => readlink(join(folder, name)).catch(() => '')),
  )
  const inodes = new Set(links.map(link => /^socket:\[(\d+)\]$/.exec(link)?.[1]))
  const tables = await Promise.all(['tcp', 'tcp6'].map(name => readFile(`/proc/${pid}/net/${name}`, 'utf8')))
  return tables
    .flatMap(table => table.trim().split('\n').slice(1))
    .map(line => line.trim().split(/\s+/))
    .filter(([, , , state, , , , , , inode]) => state === '0A' && inodes.has(inode))
    .map(([, local = '']) => local)
}

/** The output of the Arthas command `session`, up to the process id. */
async function askSession(port: number): Promise<string> {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8')
  let said = ''
  let isAsked = false
  for await (const chunk of socket) {
    said += String(chunk)
    if (!isAsked && said.includes('$ ')) {
      isAsked = true
      socket.write('session\n')
    }
    const pid = /JAVA_PID\s+(\d+)/.exec(said)?.[1]
    if (pid !== undefined) return pid
  }
  return said
}

const portIn = (said: string): number => Number(/telnet 127\.0\.0\.1 (\d+)/.exec(said)?.[1])

describe('Arthas', { timeout: 120_000 }, () => {
  test('is installed, and attached to a process its console answers on the loopback only', async () => {
    expect(await run('Arthas', 'install')).toMatchObject({ state: 'successful', problem: null })
    const { pid } = await startJava()
    const listed = await harness.server().call(calls.host.javaProcesses, { hostId }, harness.as)
    expect(listed.find(each => each.pid === pid)?.name).toBe('math-game.jar')
    const over = await run('Arthas', 'start', { pid })
    expect(over).toMatchObject({ state: 'successful', problem: null })
    const port = portIn(over.said)
    expect(await askSession(port)).toBe(`${pid}`)
    const hexPort = port.toString(16).toUpperCase().padStart(4, '0')
    expect(await listenersOf(pid)).toEqual([`0000000000000000FFFF00000100007F:${hexPort}`])
    expect(await arthas()).toMatchObject({ state: 'installed', versions: [{ isStarted: true }] })
    expect((await run('Arthas', 'start', { pid })).said).toContain('already')
    const { pid: other } = await startJava()
    expect(await run('Arthas', 'start', { pid: other })).toMatchObject(failedBy('inUse'))

    expect(await run('Arthas', 'stop')).toMatchObject({ state: 'successful', problem: null })
    expect(await listenersOf(pid)).toEqual([])
    expect((await run('Arthas', 'stop')).said).toContain('not attached to any process')
  })

  test('writes into its own log folder, not into that of the application', async () => {
    expect(existsSync(join(harness.folder, 'arthas-output'))).toBe(false)
    const files = await harness.server().call(calls.host.logFiles, { hostId }, harness.as)
    expect(files.map(file => file.path)).toContain(join(agent.data, 'logs', 'Arthas', 'arthas.log'))
  })

  test('is stopped although its process is gone, and finds no process that is', async () => {
    const { child, pid } = await startJava()
    expect(await run('Arthas', 'start', { pid })).toMatchObject({ state: 'successful' })
    await end(child)
    const over = await run('Arthas', 'stop')
    expect(over).toMatchObject({ state: 'successful' })
    expect(over.said).toContain('not attached to any process')
    expect(await run('Arthas', 'start', { pid })).toMatchObject(failedBy('noProcess'))
  })

  test.runIf(process.getuid?.() === 0)('says whose a process is that it may not enter', async () => {
    const { pid } = await startJava(65_534)
    const over = await run('Arthas', 'start', { pid })
    expect(over).toMatchObject(failedBy('otherAccount'))
    expect(causeText(over.problem?.detail ?? '', 'en')).toBe(
      `process ${pid} belongs to account 65534; the agent runs as ${userInfo().username}`,
    )
    expect(await listenersOf(pid)).toEqual([])
  })

  test('leaves the process when it is uninstalled, and nothing behind', async () => {
    const { child, pid } = await startJava()
    expect(await run('Arthas', 'start', { pid })).toMatchObject({ state: 'successful' })
    expect(await run('Arthas', 'uninstall')).toMatchObject({ state: 'successful' })
    expect(await listenersOf(pid)).toEqual([])
    expect(child.exitCode).toBeNull()
    expect(await readdir(toolFolder('Arthas'))).toEqual([])
    expect((await arthas())?.state).toBe('absent')
  })
})

describe('JMeter', { timeout: 120_000 }, () => {
  test('says its version when it is installed, does not start without Java, and leaves nothing behind', async () => {
    const over = await run('JMeter', 'install')
    expect(over).toMatchObject({ state: 'successful', problem: null })
    expect(over.said).toMatch(/self-test passed: JMeter 5\.\d+\.\d+$/m)
    expect(await run('JMeter', 'install')).toMatchObject({ state: 'successful', note: 'alreadyInstalled' })
    await end(agent.process)
    agent = await harness.startAgent({ data: agent.data, java: 'none' })
    expect(await run('JMeter', 'start')).toMatchObject(failedBy('noJava'))
    expect(await run('JMeter', 'uninstall')).toMatchObject({ state: 'successful' })
    expect(await readdir(toolFolder('JMeter'))).toEqual([])
  })
})
