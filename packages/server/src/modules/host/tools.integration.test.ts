import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { calls } from '@pone/contract/calls/registry.ts'
import { causeText, toldCause } from '@pone/contract/told-cause.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  createDeploymentHarness,
  type DeploymentHarness,
  failedBy,
  type HarnessAgent,
  jmeterArchive,
  workingJmeter,
} from './deployment-harness.ts'

// Agents, SSH and packages are slow on a busy machine.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

let harness: DeploymentHarness
let agent: HarnessAgent
let hostId = ''
const toolFolder = () => join(agent.data, 'tools', 'JMeter')
const newHost = async (name: string, agentId: string | null) =>
  (
    await harness
      .server()
      .call(calls.host.create, { name, address: '127.0.0.1', hasSsh: false, agentId }, harness.as)
  ).id
const jmeter = async (id = hostId) => (await harness.host(id)).tools.find(each => each.tool === 'JMeter')

beforeAll(async () => {
  harness = await createDeploymentHarness()
  agent = await harness.startAgent()
  hostId = await newHost('one', agent.id)
  await harness.addPackage('JMeter', '', jmeterArchive('5.6.2', workingJmeter('5.6.2')))
  await harness.addPackage('JMeter', '', jmeterArchive('5.6.3', workingJmeter('5.6.3')))
})
afterAll(() => harness.close())

const run = async (kind: 'install' | 'uninstall' | 'start' | 'stop' | 'push', version?: string) => {
  const [id = ''] = await harness.operate([hostId], 'JMeter', kind, version === undefined ? {} : { version })
  return harness.end(id)
}

describe('a tool', () => {
  test('is installed in its newest version, another one beside it, and says so when it is there already', async () => {
    const first = await run('install')
    expect(first).toMatchObject({ state: 'successful', note: '', problem: null })
    expect(first.lines.map(line => causeText(line.text, 'en'))).toContain('self-test passed: JMeter 5.6.3')
    expect(await run('install', '5.6.2')).toMatchObject({ state: 'successful' })
    expect((await readdir(toolFolder())).toSorted()).toEqual(['5.6.2', '5.6.3'])
    expect(await jmeter()).toMatchObject({
      state: 'installed',
      versions: [{ version: '5.6.2' }, { version: '5.6.3' }],
    })
    expect(await run('install', '5.6.3')).toMatchObject({ state: 'successful', note: 'alreadyInstalled' })
  })

  test('is stopped, started and removed, and what is not there cannot be', async () => {
    expect(await run('stop')).toMatchObject({ state: 'successful' })
    expect((await jmeter())?.state).toBe('stopped')
    expect(await run('start', '5.6.2')).toMatchObject({ state: 'successful' })
    expect((await jmeter())?.state).toBe('installed')
    expect(await run('uninstall', '5.6.2')).toMatchObject({ state: 'successful', note: '' })
    expect(await readdir(toolFolder())).toEqual(['5.6.3'])
    expect(await run('uninstall', '5.6.2')).toMatchObject({ state: 'successful', note: 'notInstalled' })
    expect(await run('start', '5.6.2')).toMatchObject(failedBy('notInstalled'))
    expect(await run('install', '9.9.9')).toMatchObject(failedBy('noPackage'))
  })

  test('whose folder somebody has removed is installed again', async () => {
    await rm(join(toolFolder(), '5.6.3'), { recursive: true })
    expect(await run('install', '5.6.3')).toMatchObject({ state: 'successful', note: '' })
    expect(existsSync(join(toolFolder(), '5.6.3', 'bin', 'jmeter'))).toBe(true)
  })

  test('that does not work leaves nothing behind, and the version before as it was', async () => {
    await harness.addPackage('JMeter', '6.0', jmeterArchive('6.0', '#!/bin/sh\necho no heap; exit 1\n'))
    const broken = await run('install', '6.0')
    expect(broken).toMatchObject(failedBy('health'))
    expect(broken.problem?.detail).toContain('no heap')
    expect(await readdir(toolFolder())).toEqual(['5.6.3'])
    expect(await jmeter()).toMatchObject({ state: 'installed', problem: { code: 'health' } })
  })

  test('that needs Java is refused where there is none, and that is known beforehand', async () => {
    const bare = await harness.startAgent({ java: 'none' })
    const bareHost = await newHost('bare', bare.id)
    await harness.server().call(calls.host.refresh, { id: bareHost }, harness.as)
    const request = {
      hostIds: [bareHost, hostId],
      tool: 'JMeter' as const,
      kind: 'install' as const,
    }
    const checks = await harness.server().call(calls.host.check, request, harness.as)
    expect(checks).toMatchObject([
      { hostName: 'bare', problem: { code: 'noJava' } },
      { hostName: 'one', problem: null, versions: ['6.0', '5.6.3', '5.6.2'] },
    ])
    const ids = await harness.operate([bareHost, hostId], 'JMeter', 'install', { version: '5.6.3' })
    const [first, second] = await Promise.all(ids.map(id => harness.end(id)))
    expect(new Set([first?.state, second?.state])).toEqual(new Set(['failed', 'successful']))
    const list = await harness
      .server()
      .call(calls.host.operations, { groupId: first?.groupId ?? null }, harness.as)
    expect(list.groups).toEqual([{ id: first?.groupId, state: 'partialSuccess', hosts: 2 }])
  })

  test('asked of several hosts is told as one: how far it is, what failed, and on which', async () => {
    const server = harness.server()
    const groups = await server.call(calls.host.operationGroups, { state: 'over' }, harness.as)
    expect(groups.rows[0]).toMatchObject({
      tool: 'JMeter',
      kind: 'install',
      state: 'partialSuccess',
      hosts: 2,
      counts: { waiting: 0, executing: 0, successful: 1, failed: 1, cancelled: 0 },
      problems: [{ code: 'noJava', hosts: 1 }],
      only: null,
    })
    expect(groups.rows[1]).toMatchObject({ hosts: 1, only: { hostName: 'one' } })
    const groupId = groups.rows[0]?.id ?? ''
    const failed = await server.call(calls.host.operations, { groupId, state: 'failed' }, harness.as)
    expect(failed.rows.map(row => row.hostName)).toEqual(['bare'])
    expect((await server.call(calls.host.operationGroups, { search: 'bare' }, harness.as)).total).toBe(1)
    expect((await server.call(calls.host.operationGroups, { state: 'active' }, harness.as)).total).toBe(0)
  })

  test.each([
    ['failed', ['bare']],
    ['busy', []],
    ['noAgent', ['nowhere']],
  ] as const)('hosts are found by their state: %s', async (state, names) => {
    if (state === 'noAgent') await newHost('nowhere', null)
    const { rows } = await harness.server().call(calls.host.list, { state, sort: 'name' }, harness.as)
    expect(rows.map(row => row.name)).toEqual(names)
  })

  test('is not installed on a host without an agent, or with one that is away', async () => {
    const nobody = await newHost('nobody', null)
    const [id = ''] = await harness.operate([nobody], 'JMeter', 'install')
    expect(await harness.end(id)).toMatchObject(failedBy('agentMissing'))
  })
})

describe('PR', () => {
  const pr = async () => (await harness.host(hostId)).tools.find(each => each.tool === 'PR')
  const operate = async (kind: 'install' | 'uninstall' | 'start' | 'stop') => {
    const [id = ''] = await harness.operate([hostId], 'PR', kind)
    return harness.end(id)
  }

  test('comes with the agent, and stopped it takes no more load', async () => {
    expect(await pr()).toMatchObject({ state: 'installed', versions: [] })
    expect(await operate('stop')).toMatchObject({ state: 'successful' })
    expect((await pr())?.state).toBe('stopped')
    const [machine] = await harness.server().services.clusters.machines()
    expect(machine?.isInService).toBe(false)
    expect(await operate('start')).toMatchObject({ state: 'successful' })
    expect((await pr())?.state).toBe('installed')
  })

  test('is replaced by a package of its own, and comes back when that is removed', {
    timeout: 120_000,
  }, async () => {
    await harness.addBundle('PR')
    expect(await operate('install')).toMatchObject({ state: 'successful', note: '' })
    const [installed] = (await pr())?.versions ?? []
    expect(installed).toMatchObject({ isStarted: true })
    expect(existsSync(join(installed?.path ?? '', 'packages', 'engine', 'src', 'worker', 'main.ts'))).toBe(
      true,
    )
    expect(await operate('uninstall')).toMatchObject({ state: 'successful' })
    expect(await pr()).toMatchObject({ state: 'installed', versions: [] })
  })
})

describe('the queue', () => {
  /** A JMeter whose check waits until the test releases it. */
  const waitingArchive = (version: string, gate: string) =>
    jmeterArchive(
      version,
      `#!/bin/sh\ntouch ${gate}.there\nwhile [ ! -e ${gate} ]; do sleep 0.02; done\necho 'Apache JMeter ${version}'\n`,
    )
  const isChecking = (gate: string) => existsSync(`${gate}.there`)

  test('works on one operation of a host at a time, in order, and gives up those that are cancelled', async () => {
    const gate = join(harness.folder, 'gate-1')
    await harness.addPackage('JMeter', '7.1', waitingArchive('7.1', gate))
    const [slow = ''] = await harness.operate([hostId], 'JMeter', 'install', { version: '7.1' })
    const [second = ''] = await harness.operate([hostId], 'JMeter', 'install', { version: '5.6.2' })
    const [third = ''] = await harness.operate([hostId], 'JMeter', 'uninstall', { version: '5.6.3' })
    await harness.operation(slow, each => each.state === 'executing' && isChecking(gate))
    const list = await harness.server().call(calls.host.operations, { hostId, state: 'active' }, harness.as)
    expect(list).toMatchObject({ executing: 1, waiting: 2 })
    expect(list.rows.map(row => [row.id, row.position])).toEqual([
      [slow, null],
      [second, 1],
      [third, 2],
    ])
    expect((await jmeter())?.state).toBe('installing')
    await harness.server().call(calls.host.cancel, { ids: [third, slow] }, harness.as)
    expect(await harness.end(third)).toMatchObject({ state: 'cancelled', startedAt: null })
    expect(await harness.end(slow)).toMatchObject({ state: 'cancelled' })
    expect(await harness.end(second)).toMatchObject({ state: 'successful' })
    expect((await readdir(toolFolder())).toSorted()).toEqual(['5.6.2', '5.6.3'])
  })

  test('goes on after the agent was killed in the middle: it begins anew and nothing half-done is left', async () => {
    const gate = join(harness.folder, 'gate-2')
    await harness.addPackage('JMeter', '7.2', waitingArchive('7.2', gate))
    const [id = ''] = await harness.operate([hostId], 'JMeter', 'install', { version: '7.2' })
    await harness.operation(id, () => isChecking(gate))
    agent.process.kill('SIGKILL')
    await writeFile(gate, '')
    agent = await harness.startAgent({ data: agent.data })
    expect(await harness.end(id)).toMatchObject({ state: 'successful' })
    expect((await readdir(toolFolder())).toSorted()).toEqual(['5.6.2', '5.6.3', '7.2'])
  })

  test('survives a restart of the server: what executes is taken up, what waits follows', async () => {
    const gate = join(harness.folder, 'gate-3')
    await harness.addPackage('JMeter', '7.3', waitingArchive('7.3', gate))
    const [id = ''] = await harness.operate([hostId], 'JMeter', 'install', { version: '7.3' })
    const [next = ''] = await harness.operate([hostId], 'JMeter', 'uninstall', { version: '7.3' })
    await harness.operation(id, () => isChecking(gate))
    await harness.restartServer()
    await writeFile(gate, '')
    const over = await harness.end(id)
    expect(over).toMatchObject({ state: 'successful' })
    expect(over.lines.map(line => line.text)).toContain(toldCause('takenUpAgain'))
    expect(await harness.end(next)).toMatchObject({ state: 'successful', note: '' })
  })
})

describe('files of a machine', () => {
  const configOf = async (name: string) => {
    const files = await harness.server().call(calls.host.configFiles, { hostId }, harness.as)
    const found = files.find(file => file.path.endsWith(name) && file.version === '5.6.3')
    return found?.path ?? ''
  }

  test('that configure a tool are edited, and what was there before is kept', async () => {
    const path = await configOf('user.properties')
    const { server, as } = harness
    const file = await server().call(calls.host.readConfig, { hostId, path }, as)
    expect(file).toMatchObject({ content: '# mine\n', previous: [] })
    const edit = { hostId, path, sha256: file.sha256, content: 'a=1\n' }
    const saved = await server().call(calls.host.saveConfig, edit, as)
    expect(await readFile(path, 'utf8')).toBe('a=1\n')
    expect((await server().fail(calls.host.saveConfig, edit, as)).code).toBe('ConfigFileChanged')
    const again = await server().call(calls.host.readConfig, { hostId, path }, as)
    expect(again.sha256).toBe(saved.sha256)
    expect(again.previous).toMatchObject([{ content: '# mine\n', savedBy: 'operator' }])
  })

  test('besides these cannot be read or written', async () => {
    const { server, as } = harness
    const installed = join(agent.data, 'tools', 'installed.json')
    for (const path of ['/etc/passwd', installed, `${await configOf('user.properties')}/../jmeter`]) {
      expect((await server().fail(calls.host.readConfig, { hostId, path }, as)).code).toBe('NotFound')
      expect((await server().fail(calls.host.readLog, { hostId, path }, as)).code).toBe('NotFound')
      const write = { hostId, path, sha256: '0'.repeat(64), content: 'x' }
      expect((await server().fail(calls.host.saveConfig, write, as)).code).toBe('NotFound')
    }
  })

  test('that are logs are read from their end, and on from where one stopped', async () => {
    const { server, as } = harness
    const folder = join(agent.data, 'logs', 'JMeter')
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, 'jmeter.log'), `${'x'.repeat(300_000)}\n第二行\n`)
    const files = await server().call(calls.host.logFiles, { hostId }, as)
    const { path = '' } = files.find(file => file.path.endsWith('jmeter.log')) ?? {}
    const end = await server().call(calls.host.readLog, { hostId, path }, as)
    expect(end.text.endsWith('第二行\n')).toBe(true)
    expect(end.to).toBe(end.sizeBytes)
    await writeFile(path, 'more\n', { flag: 'a' })
    const more = await server().call(calls.host.readLog, { hostId, path, from: end.to }, as)
    expect(more.text).toBe('more\n')
    await writeFile(path, 'anew\n')
    expect((await server().call(calls.host.readLog, { hostId, path, from: more.to }, as)).text).toBe('anew\n')
  })
})

describe('a host', () => {
  test('with an agent that is online cannot be deleted, nor can an agent belong to two hosts', async () => {
    const { server, as } = harness
    expect((await server().fail(calls.host.delete, { ids: [hostId] }, as)).code).toBe('HostNotOffline')
    const twin = { name: 'twin', address: '127.0.0.1', hasSsh: false, agentId: agent.id }
    expect((await server().fail(calls.host.create, twin, as)).code).toBe('AgentTaken')
    const same = { name: 'one', address: '127.0.0.1', hasSsh: false }
    expect((await server().fail(calls.host.create, same, as)).code).toBe('NameExists')
    const address = { name: 'x', address: 'http://x/', hasSsh: false }
    expect((await server().fail(calls.host.create, address, as)).code).toBe('BadInput')
  })

  test('is seen by the projects that it is assigned to, and by no other', async () => {
    const { server, as } = harness
    await server().addUser('member')
    const member = await server().signIn('member')
    const { id: projectId } = await server().call(calls.project.create, { name: 'M', code: 'M' }, member)
    expect((await server().call(calls.projectHost.list, { projectId }, member)).total).toBe(0)
    const request = {
      projectId,
      hostIds: [hostId],
      tool: 'JMeter' as const,
      kind: 'stop' as const,
    }
    expect((await server().fail(calls.projectHost.operate, request, member)).code).toBe('NotFound')
    expect((await server().fail(calls.projectHost.logFiles, { projectId, hostId }, member)).code).toBe(
      'NotFound',
    )
    const assigned = { id: hostId, name: 'one', address: '127.0.0.1', hasSsh: false, projectIds: [projectId] }
    await server().call(calls.host.edit, assigned, as)
    expect((await server().call(calls.projectHost.list, { projectId }, member)).rows).toMatchObject([
      { name: 'one' },
    ])
    const { operations } = await server().call(calls.projectHost.operate, request, member)
    expect(await harness.end(operations[0]?.operationId ?? '')).toMatchObject({
      state: 'successful',
      createdBy: 'member',
    })
  })
})
