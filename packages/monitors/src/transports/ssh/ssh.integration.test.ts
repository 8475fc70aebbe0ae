/** A real sshd of this machine: its figures are those that the agent reads from its own files. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tryTarget } from '../../collection/trial.ts'
import type { ParamValues } from '../../type.ts'
import { procfs } from '../procfs/procfs.ts'
import { figuresOf, freePort, knownType } from '../test-servers.ts'
import { ssh } from './ssh.ts'
import { startSshd, type TestSshd } from './test-sshd.ts'

const never = new AbortController().signal
let server: TestSshd
let params: ParamValues = {}
let strangerKey = ''

beforeAll(async () => {
  server = await startSshd()
  ;({ params, strangerKey } = server)
})
afterAll(() => server.stop())

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
  const look = async () => ({
    before: await figuresOf(type, own),
    overSsh: await figuresOf(type, remote),
    after: await figuresOf(type, own),
  })
  // Containers of other tests come and go with file systems of their own.
  const mounted = (figures: ReadonlyMap<string, number>) => figures.get('filesystems.inodes')
  const isCalm = ({ before, overSsh, after }: Awaited<ReturnType<typeof look>>) =>
    mounted(before) === mounted(after) && mounted(before) === mounted(overSsh)
  let looked = await look()
  for (let count = 0; count < 20 && !isCalm(looked); count += 1) looked = await look()
  const { before, overSsh, after } = looked
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

// Only root can make an account and read its password, as in CI.
test.skipIf(process.getuid?.() !== 0)(
  'an account signs in by its password, and a wrong one is named',
  async () => {
    const run = promisify(execFile)
    const user = `pone-${process.pid}`
    const { stdout: hash } = await run('openssl', ['passwd', '-6', 'secret word'])
    await run('useradd', [
      '--no-create-home',
      '--home-dir',
      '/',
      '--shell',
      '/bin/sh',
      '-p',
      hash.trim(),
      user,
    ])
    const own = await startSshd('PasswordAuthentication yes')
    try {
      const { host = '', port = 0, hostKey = '' } = own.params
      const signed = { host, port, hostKey, user, method: 'password', privateKey: '' }
      const good = await trial({ ...signed, password: 'secret word' })
      expect(good).toMatchObject({ isReached: true, cause: undefined })
      expect(good.sections.filter(({ cause }) => cause)).toEqual([])
      for (const wrong of [
        { password: 'x' },
        { password: '' },
        { password: 'secret word', user: 'nobody-here' },
      ])
        expect(await trial({ ...signed, ...wrong })).toMatchObject({ cause: { code: 'wrongPassword' } })
      // A host that lets nobody in by password.
      expect(await trial({ user, method: 'password', password: 'secret word' })).toMatchObject({
        cause: { code: 'wrongPassword' },
      })
    } finally {
      await own.stop()
      await run('userdel', [user])
    }
  },
)
