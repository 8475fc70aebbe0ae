/** A real sshd on a free loopback port for tests, with its own keys, for the user who runs the tests. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** One machine with several addresses, because hosts must have different ones. */
export const testSshdAddresses = ['127.0.0.1', '127.0.0.2', '127.0.0.3'] as const

export interface TestSshd {
  readonly port: number
  readonly user: string
  /** The private key that is accepted. */
  readonly privateKey: string
  /** The same key, protected by `passphrase`. */
  readonly protectedKey: string
  readonly passphrase: string
  /** A private key that is not accepted. */
  readonly strangerKey: string
  /** In the format of ssh-keygen. */
  fingerprint(): Promise<string>
  /** The same address with another host key, as after a reinstallation. */
  changeHostKey(): Promise<void>
  close(): Promise<void>
}

/** `environment` is set in every session; `takesPasswords`: accepts passwords of the machine's accounts. The key is accepted for any of them. */
export async function startTestSshd(
  environment: Readonly<Record<string, string>> = {},
  { takesPasswords = false } = {},
): Promise<TestSshd> {
  const folder = await mkdtemp(join(tmpdir(), 'pone-sshd-'))
  await chmod(folder, 0o755)
  const at = (name: string) => join(folder, name)
  const passphrase = 'open sesame'
  const keygen = (name: string, phrase = '') =>
    run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', phrase, '-C', 'test', '-f', at(name)])
  await Promise.all([keygen('host'), keygen('user'), keygen('protected', passphrase), keygen('stranger')])
  const allowed = await Promise.all(['user.pub', 'protected.pub'].map(name => readFile(at(name), 'utf8')))
  await writeFile(at('authorized_keys'), allowed.join(''))
  const configure = (port: number) =>
    writeFile(
      at('sshd_config'),
      [
        `Port ${port}`,
        ...testSshdAddresses.map(address => `ListenAddress ${address}`),
        `HostKey ${at('host')}`,
        `AuthorizedKeysFile ${at('authorized_keys')}`,
        'StrictModes no',
        'UsePAM no',
        `PasswordAuthentication ${takesPasswords ? 'yes' : 'no'}`,
        'KbdInteractiveAuthentication no',
        'PermitRootLogin yes',
        'PidFile none',
        ...sessionEnvironment(environment),
        'MaxStartups 100',
        'Subsystem sftp internal-sftp',
        '',
      ].join('\n'),
    )
  // The chroot folder of sshd's unprivileged process when running as root.
  if (process.getuid?.() === 0) await mkdir('/run/sshd', { recursive: true, mode: 0o755 })
  let { sshd, port } = await startOnFreePort(at('sshd_config'), configure)
  const text = (name: string) => readFile(at(name), 'utf8')
  return {
    port,
    user: userInfo().username,
    privateKey: await text('user'),
    protectedKey: await text('protected'),
    passphrase,
    strangerKey: await text('stranger'),
    fingerprint: async () => (await run('ssh-keygen', ['-lf', at('host.pub')])).stdout.split(' ')[1] ?? '',
    changeHostKey: async () => {
      await stop(sshd)
      await Promise.all([rm(at('host')), rm(at('host.pub'))])
      await keygen('host')
      sshd = await startSshd(at('sshd_config'))
    },
    close: async () => {
      await stop(sshd)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function sessionEnvironment(environment: Readonly<Record<string, string>>): string[] {
  const settings = Object.entries(environment).map(([name, value]) => `${name}=${value}`)
  return settings.length === 0 ? [] : [`SetEnv ${settings.join(' ')}`]
}

/** Another test may take the port between finding and using it. */
async function startOnFreePort(
  config: string,
  configure: (port: number) => Promise<void>,
): Promise<{ sshd: ChildProcess; port: number }> {
  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort()
    await configure(port)
    try {
      return { sshd: await startSshd(config), port }
    } catch (cause) {
      if (attempt === maxPortAttempts) throw cause
    }
  }
}

const maxPortAttempts = 10

/** Resolves when it listens on every address. @throws Error when one of them is in use */
async function startSshd(config: string): Promise<ChildProcess> {
  const sshd = spawn('/usr/sbin/sshd', ['-D', '-e', '-f', config], { stdio: ['ignore', 'ignore', 'pipe'] })
  const said: string[] = []
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  createInterface({ input: sshd.stderr }).on('line', line => {
    said.push(line)
    if (said.filter(each => each.includes('Server listening')).length === testSshdAddresses.length) resolve()
    if (line.startsWith('Bind to port')) reject(new Error(line))
  })
  sshd.once('error', reject)
  sshd.once('exit', () => reject(new Error(`sshd ended: ${said.join('\n')}`)))
  try {
    await promise
    return sshd
  } catch (cause) {
    await stop(sshd)
    throw cause
  }
}

async function stop(sshd: ChildProcess): Promise<void> {
  if (sshd.exitCode !== null || sshd.signalCode !== null) return
  sshd.kill('SIGTERM')
  await once(sshd, 'exit')
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address !== null ? address.port : 0
}
