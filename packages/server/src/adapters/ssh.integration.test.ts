import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import ssh2 from 'ssh2'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectSsh, type SshTarget } from './ssh.ts'
import { SshError } from './ssh-error.ts'
import { startTestSshd, type TestSshd } from './test-sshd.ts'

let sshd: TestSshd
let folder = ''
let target: SshTarget
beforeAll(async () => {
  sshd = await startTestSshd()
  folder = await mkdtemp(join(tmpdir(), 'pone-ssh-'))
  target = {
    host: '127.0.0.1',
    port: sshd.port,
    user: sshd.user,
    credential: { kind: 'key', privateKey: sshd.privateKey, passphrase: '' },
    pinned: await sshd.fingerprint(),
  }
})
afterAll(async () => {
  await sshd.close()
  await rm(folder, { recursive: true, force: true })
})

const patience = { timeoutMs: 20_000 }
const failure = async (changes: Partial<SshTarget>, options = patience): Promise<SshError> => {
  const cause: unknown = await connectSsh({ ...target, ...changes }, options).catch((fault: unknown) => fault)
  if (cause instanceof SshError) return cause
  throw new Error(`it did not fail as it should: ${String(cause)}`)
}
const key = (privateKey: string, passphrase = '') => ({ kind: 'key', privateKey, passphrase }) as const

describe('a contact by SSH', () => {
  test('without a confirmed key ends after the host has shown its own, and names its fingerprint as ssh-keygen does', async () => {
    const fault = await failure({ pinned: null })
    expect(fault.reason).toBe('hostKeyNew')
    expect(fault.hostKey).toEqual({ type: 'ssh-ed25519', fingerprint: await sshd.fingerprint() })
  })

  test('is refused when the host shows another key than the confirmed one', async () => {
    const pinned = await sshd.fingerprint()
    await sshd.changeHostKey()
    const fault = await failure({ pinned })
    expect(fault.reason).toBe('hostKeyChanged')
    expect(fault.hostKey?.fingerprint).toBe(await sshd.fingerprint())
    expect(fault.hostKey?.fingerprint).not.toBe(pinned)
    target = { ...target, pinned: await sshd.fingerprint() }
  })

  test.each([
    ['with a key the host does not know', () => ({ credential: key(sshd.strangerKey) }), 'wrongCredential'],
    ['with text that is no key', () => ({ credential: key('hello') }), 'badKey'],
    ['with a protected key and no passphrase', () => ({ credential: key(sshd.protectedKey) }), 'badKey'],
    ['with the wrong passphrase', () => ({ credential: key(sshd.protectedKey, 'nonsense') }), 'badKey'],
    ['to a port where nobody listens', () => ({ port: 1 }), 'refused'],
    ['to a name that does not exist', () => ({ host: 'no-such-host.invalid' }), 'nameUnknown'],
  ])('%s says so', async (_what, changes, reason) => {
    expect((await failure(changes())).reason).toBe(reason)
  })

  test('to a server that never speaks ends after the time that it is given', async () => {
    const silent: Server = createServer().listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const address = silent.address()
    const port = typeof address === 'object' ? (address?.port ?? 0) : 0
    expect((await failure({ port }, { timeoutMs: 200 })).reason).toBe('sshTimeout')
    silent.close()
  })

  test('can be given up', async () => {
    const stop = AbortSignal.abort(new Error('enough'))
    await expect(connectSsh(target, { ...patience, signal: stop })).rejects.toThrow('enough')
  })

  test('with a protected key and its passphrase succeeds', async () => {
    const credential = key(sshd.protectedKey, sshd.passphrase)
    const session = await connectSsh({ ...target, credential }, patience)
    session.close()
  })

  test.each(['password', 'keyboard-interactive'])('logs in by %s', async method => {
    const keys = ssh2.utils.generateKeyPairSync('ed25519')
    const server = new ssh2.Server({ hostKeys: [keys.private] }, client => {
      client.on('error', () => undefined)
      client.on('authentication', context => {
        if (context.method !== method) return context.reject([method as 'password'])
        if (context.method === 'password')
          return context.password === 'right' ? context.accept() : context.reject()
        if (context.method === 'keyboard-interactive')
          context.prompt([{ prompt: 'Password: ', echo: false }], answers =>
            answers[0] === 'right' ? context.accept() : context.reject(),
          )
      })
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    const port = typeof address === 'object' ? (address?.port ?? 0) : 0
    const shown = await failure({ port, pinned: null })
    const pinned = shown.hostKey?.fingerprint ?? ''
    const login = (password: string) => ({
      port,
      pinned,
      credential: { kind: 'password', password } as const,
    })
    expect((await failure(login('wrong'))).reason).toBe('wrongCredential')
    const session = await connectSsh({ ...target, ...login('right') }, patience)
    session.close()
    server.close()
  })
})

describe('a session', () => {
  test('runs commands, tells their lines and passes their end on', async () => {
    const session = await connectSsh(target, patience)
    const lines: string[] = []
    const result = await session.run('cat; echo two; echo three >&2; exit 7', {
      ...patience,
      input: 'one\n',
      onLine: line => lines.push(line),
    })
    expect(result).toEqual({ code: 7, stdout: 'one\ntwo\n', stderr: 'three\n' })
    expect(lines.toSorted()).toEqual(['one', 'three', 'two'])
    session.close()
  })

  test('ends a command that takes too long, or is given up', async () => {
    const session = await connectSsh(target, patience)
    await expect(session.run('sleep 600', { timeoutMs: 200 })).rejects.toMatchObject({ reason: 'sshTimeout' })
    const stop = new AbortController()
    const started = session.run('echo here; sleep 600', {
      timeoutMs: 60_000,
      signal: stop.signal,
      onLine: () => stop.abort(new Error('enough')),
    })
    await expect(started).rejects.toThrow('enough')
    session.close()
  })

  test('brings files, and says how far it is', async () => {
    const session = await connectSsh(target, patience)
    const [from, to] = [join(folder, 'from'), join(folder, 'to')]
    await writeFile(from, Buffer.alloc(3_000_000, 'pone'))
    const source = () => ({ sizeBytes: 3_000_000, body: createReadStream(from) })
    let sent01 = 0
    await session.upload(source(), to, { onProgress: share => (sent01 = share) })
    expect(sent01).toBe(1)
    expect((await readFile(to)).equals(await readFile(from))).toBe(true)
    expect((await stat(to)).mode & 0o777).toBe(0o600)
    await expect(session.upload(source(), join(folder, 'no', 'such', 'folder'), {})).rejects.toThrow(
      /No such file/,
    )
    session.close()
  })

  test('whose line breaks fails what is under way', async () => {
    const session = await connectSsh(target, patience)
    const broken = session.run('kill -9 $PPID; sleep 600', { timeoutMs: 60_000 })
    await expect(broken).rejects.toMatchObject({ reason: 'sshBroken' })
  })
})
