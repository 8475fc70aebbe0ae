/** A real sshd of this machine: its figures are those that the agent reads from its own files. */
import { execFile } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { tryTarget } from '../../collection/trial.ts'
import type { ParamValues } from '../../type.ts'
import { procfs } from '../procfs/procfs.ts'
import {
  figuresOf,
  freePort,
  knownType,
  startServer,
  type TestServer,
  temporaryFolder,
} from '../test-servers.ts'
import { ssh } from './ssh.ts'

const host = '127.0.0.1'
const never = new AbortController().signal
const run = promisify(execFile)
let server: TestServer
let params: ParamValues = {}
let strangerKey = ''

beforeAll(async () => {
  const folder = await temporaryFolder()
  const at = (name: string) => join(folder, name)
  for (const name of ['host', 'user', 'stranger'])
    await run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', 'test', '-f', at(name)])
  const port = await freePort()
  await writeFile(
    at('config'),
    `Port ${port}
ListenAddress ${host}
HostKey ${at('host')}
AuthorizedKeysFile ${at('user.pub')}
StrictModes no
UsePAM no
PasswordAuthentication no
PermitRootLogin yes
PidFile none
`,
  )
  // Where sshd of root locks its process without rights in.
  if (process.getuid?.() === 0) await mkdir('/run/sshd', { recursive: true, mode: 0o755 })
  server = startServer('/usr/sbin/sshd', ['-D', '-e', '-f', at('config')], { folder })
  await vi.waitFor(async () => expect(await isOpen(port)).toBe(true), { timeout: 20_000 })
  const { stdout } = await run('ssh-keygen', ['-lf', at('host.pub')])
  strangerKey = await readFile(at('stranger'), 'utf8')
  params = {
    host,
    port,
    user: userInfo().username,
    hostKey: stdout.split(' ')[1] ?? '',
    method: 'key',
    privateKey: await readFile(at('user'), 'utf8'),
  }
})
afterAll(() => server.stop())

const isOpen = (port: number): Promise<boolean> =>
  new Promise(resolve => {
    const socket = connect({ host, port })
    socket.once('connect', () => resolve(true))
    socket.once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })

const trial = (changed: ParamValues) =>
  tryTarget({
    type: knownType('ssh-host'),
    params: { ...params, ...changed },
    transports: { ssh },
    signal: never,
  })

test('the figures over SSH are those of the host itself', async () => {
  const type = knownType('ssh-host')
  const own = await procfs.open({}, never)
  const remote = await ssh.open(params, never)
  const before = await figuresOf(type, own)
  const overSsh = await figuresOf(type, remote)
  const after = await figuresOf(type, own)
  remote.close()
  const counters = [
    'cpu.user',
    'memory.total',
    'disks.writes',
    'network.sentPackets',
    'tcp.passiveOpens',
    'kernel.contextSwitches',
    'filesystems.sizeBytes',
    'filesystems.inodes',
    'system.uptime',
  ]
  console.table(
    counters.map(counter => ({
      counter,
      low: before.get(counter),
      ssh: overSsh.get(counter),
      high: after.get(counter),
    })),
  )
  for (const counter of counters) {
    const low = before.get(counter) ?? Number.NaN
    expect(overSsh.get(counter), counter).toBeGreaterThanOrEqual(low)
    expect(overSsh.get(counter), counter).toBeLessThanOrEqual(
      (after.get(counter) ?? Number.NaN) + low * 0.001,
    )
  }
  expect([...overSsh.keys()].toSorted()).toEqual([...before.keys()].toSorted())
})

test('the test of a connection reads all sections, and says what is wrong', async () => {
  const good = await trial({})
  expect(good).toMatchObject({ isReached: true, cause: undefined })
  expect(good.sections.flatMap(({ section, cause }) => (cause ? [`${section} ${cause.code}`] : []))).toEqual(
    [],
  )
  expect(good.sections.find(({ section }) => section === 'processes')?.rowCount).toBe(20)

  expect(await trial({ privateKey: strangerKey })).toMatchObject({ cause: { code: 'wrongPassword' } })
  expect(await trial({ privateKey: 'no key' })).toMatchObject({ cause: { code: 'wrongPassword' } })
  expect(await trial({ hostKey: 'SHA256:other' })).toMatchObject({
    isReached: false,
    cause: { code: 'hostKeyMismatch', params: { fingerprint: params['hostKey'] } },
  })
  expect(await trial({ port: await freePort() })).toMatchObject({ cause: { code: 'refused' } })
})
