/** Podman's API with real containers of a static shell, beside the files of their control groups. Starting containers needs root. */
import { execFile } from 'node:child_process'
import { copyFile, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { tryTarget } from '../../collection/trial.ts'
import { samplesOf } from '../../reading/samples.ts'
import { rates } from '../../series/rate.ts'
import type { ParamValues } from '../../type.ts'
import { freePort, knownType, startServer, type TestServer, temporaryFolder } from '../test-servers.ts'
import type { TargetConnection } from '../transport.ts'
import { dockerTransport } from './transport.ts'

const run = promisify(execFile)
const never = new AbortController().signal
const type = knownType('docker')
/** `listed`: sockets that the owner of the machine allows; usually the one that is asked. */
const trial = (params: ParamValues, listed = [String(params['socket'] ?? '')]) =>
  tryTarget({ type, params, transports: { docker: dockerTransport(listed) }, signal: never })

describe.skipIf(process.getuid?.() !== 0)('podman, as root', () => {
  let env: NodeJS.ProcessEnv = {}
  let socket = ''
  let server: TestServer | undefined
  const podman = async (...args: string[]) => (await run('podman', args, { env })).stdout.trim()

  beforeAll(async () => {
    const folder = await temporaryFolder()
    const at = (name: string) => join(folder, name)
    socket = at('podman.sock')
    await writeFile(
      at('storage.conf'),
      `[storage]\ndriver="vfs"\ngraphroot="${at('graph')}"\nrunroot="${at('run')}"\n`,
    )
    await writeFile(
      at('containers.conf'),
      `[containers]
netns="host"
default_ulimits=["nofile=1024:1024","nproc=1000:1000"]
[engine]
cgroup_manager="cgroupfs"
events_logger="file"
runtime="runc"
tmp_dir="${at('tmp')}"
`,
    )
    env = {
      ...process.env,
      CONTAINERS_STORAGE_CONF: at('storage.conf'),
      CONTAINERS_CONF: at('containers.conf'),
    }
    for (const name of ['bin', 'proc', 'sys', 'dev', 'etc', 'tmp'])
      await mkdir(at(`root/${name}`), { recursive: true })
    await copyFile('/bin/busybox', at('root/bin/busybox'))
    for (const name of ['sh', 'sleep', 'dd']) await symlink('busybox', at(`root/bin/${name}`))
    await run('tar', ['-C', at('root'), '-cf', at('root.tar'), '.'])
    await podman('import', at('root.tar'), 'test:1')
    server = startServer('/usr/bin/podman', ['system', 'service', '--time=0', `unix://${socket}`], {
      folder,
      env,
    })
    await podman('run', '-d', '--name', 'busy', 'test:1', '/bin/sh', '-c', 'while true; do :; done')
    await podman('run', '-d', '--name', 'idle', '--memory', '64m', 'test:1', '/bin/sh', '-c', 'sleep 1000')
    await vi.waitFor(async () => expect((await trial({ socket })).isReached).toBe(true), {
      timeout: 20_000,
      interval: 200,
    })
  }, 120_000)
  afterAll(async () => {
    await podman('rm', '-fa', '-t', '0')
    await server?.stop()
  })

  const read = async (connection: TargetConnection, name: string) => {
    const section = type.sections.find(({ key }) => key === 'containers')
    if (!section) throw new Error('no section containers')
    const { records } = await connection.ask(section.request, never)
    const { samples } = samplesOf(section, records, new Set())
    return new Map(
      samples.filter(({ labels }) => labels['name'] === name).map(({ counter, value }) => [counter, value]),
    )
  }

  /** CPU seconds and bytes of memory of a control group, version 1 or 2. */
  const groupOf = async (name: string) => {
    const pid = await podman('inspect', name, '--format', '{{.State.Pid}}')
    const groups = (await readFile(`/proc/${pid}/cgroup`, 'utf8')).trim().split('\n')
    const pathOf = (controller: string) =>
      groups.map(line => line.split(':')).find(([, names = '']) => names.split(',').includes(controller))?.[2]
    const file = (controller: string, first: string, second: string) => {
      const path = pathOf(controller)
      return path === undefined
        ? readFile(`/sys/fs/cgroup${pathOf('')}/${second}`, 'utf8')
        : readFile(`/sys/fs/cgroup/${controller}${path}/${first}`, 'utf8')
    }
    const usage = await file('cpuacct', 'cpuacct.usage', 'cpu.stat')
    const isSecond = usage.startsWith('usage_usec')
    return {
      cpu: isSecond ? Number(usage.split(/\s/)[1]) / 1e6 : Number(usage) / 1e9,
      memory: Number(await file('memory', 'memory.usage_in_bytes', 'memory.current')),
    }
  }

  test('figures are those of the control groups', async () => {
    const connection = await dockerTransport([socket]).open({ socket }, never)
    const first = await groupOf('busy')
    const before = await read(connection, 'busy')
    const between = await groupOf('busy')
    const after = await read(connection, 'busy')
    const idle = await read(connection, 'idle')
    const idleGroup = await groupOf('idle')
    connection.close()
    console.table([
      {
        counter: 'cpu',
        group: first.cpu,
        ours: before.get('cpu'),
        groupLater: between.cpu,
        oursLater: after.get('cpu'),
      },
      { counter: 'memory of idle', group: idleGroup.memory, ours: idle.get('memory') },
    ])
    expect(before.get('cpu')).toBeGreaterThanOrEqual(first.cpu)
    expect(before.get('cpu')).toBeLessThanOrEqual(between.cpu)
    expect(after.get('cpu')).toBeGreaterThanOrEqual(between.cpu)
    expect(Math.abs((idle.get('memory') ?? 0) - idleGroup.memory)).toBeLessThan(1024 ** 2)
    expect(idle.get('memoryLimit')).toBe(64 * 1024 ** 2)
    expect(idle.get('state')).toBe(1)
    expect(idle.get('oomKilled')).toBe(0)
  })

  test('a restarted container has a gap, and one with the name of a removed one is another', async () => {
    const connection = await dockerTransport([socket]).open({ socket }, never)
    const cpu = async () => (await read(connection, 'busy')).get('cpu') ?? Number.NaN
    const values = [await cpu(), await cpu()]
    await podman('restart', '-t', '0', 'busy')
    values.push(await cpu(), await cpu())
    let last = Number.NaN
    // On a busy machine the container may not get a processor between two looks.
    await expect
      .poll(async () => {
        last = await cpu()
        return last
      })
      .toBeGreaterThan(values[3] ?? Number.NaN)
    values.push(last)
    connection.close()
    const found = rates({ times: [0, 1_000, 2_000, 3_000, 4_000], values }, 1_000)
    expect([...found].map(Number.isNaN)).toEqual([true, false, true, true, false])
    expect(found[4]).toBeGreaterThan(0)

    const ids = async () => {
      const result = await podman('ps', '-q', '-f', 'name=idle')
      return result.slice(0, 12)
    }
    const former = await ids()
    await podman('rm', '-f', '-t', '0', 'idle')
    await podman('run', '-d', '--name', 'idle', 'test:1', '/bin/sh', '-c', 'sleep 1000')
    expect(await ids()).not.toBe(former)
  })

  test('the test of a connection names product and version', async () => {
    // It takes a processor for itself.
    await podman('rm', '-f', '-t', '0', 'busy')
    // A busy machine may take longer than the five seconds of a test.
    const result = await vi.waitFor(
      async () => {
        const found = await trial({ socket })
        expect(found.isReached).toBe(true)
        expect(found.sections.flatMap(({ cause }) => (cause ? [cause.code] : []))).toEqual([])
        return found
      },
      { timeout: 60_000 },
    )
    expect(result).toMatchObject({ product: 'Podman', missingRights: [] })
    expect(result.version).toMatch(/^\d+\.\d+/)
  })
})

test('only sockets that the owner of the machine lists are opened, whatever links lead to', async () => {
  const folder = await temporaryFolder()
  const at = (name: string) => join(folder, name)
  const asked: string[] = []
  const listen = async (path: string, product: string) => {
    const server = createServer((_, response) => {
      asked.push(product)
      response.end('{"ApiVersion":"1.41","Version":"1","Platform":{"Name":"x"}}')
    })
    await new Promise<void>(resolve => server.listen(path, resolve))
    return server
  }
  await mkdir(at('allowed'))
  await mkdir(at('other'))
  const servers = [
    await listen(at('allowed/podman.sock'), 'allowed'),
    await listen(at('other/docker.sock'), 'other'),
  ]
  try {
    await symlink(at('other/docker.sock'), at('allowed/docker.sock'))
    await symlink(at('allowed/podman.sock'), at('allowed/usual.sock'))
    await symlink(at('other'), at('linked'))
    await symlink(at('nothing'), at('allowed/dangling.sock'))
    await writeFile(at('allowed/file.sock'), '')
    const names = ['podman', 'docker', 'usual', 'dangling', 'file', 'absent']
    const listed = names.map(name => at(`allowed/${name}.sock`))
    const codeOf = async (socket: string) => {
      const { cause } = await trial({ socket }, listed)
      return cause?.code
    }
    const refused = [
      at('other/docker.sock'),
      at('linked/docker.sock'),
      `${at('allowed')}/../other/docker.sock`,
      `${at('other')}/../allowed/podman.sock`,
      `${at('allowed')}//podman.sock`,
      `${at('allowed/podman.sock')}\0`,
      'podman.sock',
      '/var/run/docker.sock',
      ...['docker', 'dangling', 'file'].map(name => at(`allowed/${name}.sock`)),
    ]
    for (const socket of refused) expect([socket, await codeOf(socket)]).toEqual([socket, 'notAllowed'])
    expect(asked).toEqual([])
    expect(await codeOf(at('allowed/absent.sock'))).toBe('refused')
    expect(await codeOf(at('allowed/podman.sock'))).toBeUndefined()
    expect(await codeOf(at('allowed/usual.sock'))).toBeUndefined()
    expect(new Set(asked)).toEqual(new Set(['allowed']))
    expect((await trial({ socket: '/run/x.sock' }, listed)).cause?.params).toEqual({
      setting: 'PONE_AGENT_CONTAINER_SOCKETS=/run/x.sock',
    })
  } finally {
    for (const server of servers) server.close()
    await rm(folder, { recursive: true })
  }
})

test('another product or nobody is named', async () => {
  const tcp = { access: 'tcp', host: '127.0.0.1' }
  expect((await trial({ ...tcp, tls: false, port: await freePort() })).cause).toMatchObject({
    code: 'refused',
  })
  const other = createServer((_, response) => void response.end('<html>'))
  await new Promise<void>(resolve => other.listen(0, '127.0.0.1', resolve))
  const { port } = other.address() as AddressInfo
  try {
    expect((await trial({ ...tcp, tls: false, port })).cause).toMatchObject({ code: 'wrongProduct' })
    expect((await trial({ ...tcp, tls: true, port })).cause).toMatchObject({ code: 'tlsMismatch' })
    other.removeAllListeners('request')
    other.on('request', () => undefined)
    expect((await trial({ ...tcp, tls: false, port })).cause).toMatchObject({ code: 'timedOut' })
  } finally {
    other.closeAllConnections()
    other.close()
  }
}, 120_000)
