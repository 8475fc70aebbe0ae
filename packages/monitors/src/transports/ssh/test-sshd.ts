/** For tests: a real sshd of this machine on a free port, which knows one key. */
import { execFile } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { ParamValues } from '../../type.ts'
import { freePort, startServer, temporaryFolder } from '../test-servers.ts'

const host = '127.0.0.1'
const run = promisify(execFile)

export interface TestSshd {
  /** With which a monitor signs in. */
  readonly params: ParamValues
  /** A private key that nobody knows. */
  readonly strangerKey: string
  stop(): Promise<void>
}

/** `settings`: lines of its configuration that come before the others, and so win. */
export async function startSshd(settings = ''): Promise<TestSshd> {
  const folder = await temporaryFolder()
  const at = (name: string) => join(folder, name)
  for (const name of ['host', 'user', 'stranger'])
    await run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', 'test', '-f', at(name)])
  const port = await freePort()
  await writeFile(
    at('config'),
    `${settings}
Port ${port}
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
  const server = startServer('/usr/sbin/sshd', ['-D', '-e', '-f', at('config')], { folder })
  await untilOpen(port)
  const { stdout } = await run('ssh-keygen', ['-lf', at('host.pub')])
  const params = {
    host,
    port,
    user: userInfo().username,
    hostKey: stdout.split(' ')[1] ?? '',
    method: 'key',
    privateKey: await readFile(at('user'), 'utf8'),
  }
  return { params, strangerKey: await readFile(at('stranger'), 'utf8'), stop: () => server.stop() }
}

/** @throws Error after 20 s */
async function untilOpen(port: number): Promise<void> {
  const end = Date.now() + 20_000
  while (!(await isOpen(port))) {
    if (Date.now() > end) throw new Error('sshd does not answer')
    await new Promise(resolve => setTimeout(resolve, 50))
  }
}

const isOpen = (port: number): Promise<boolean> =>
  new Promise(resolve => {
    const socket = connect({ host, port })
    socket.once('connect', () => resolve(true))
    socket.once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
