/** A real mail server for tests: Exim of Debian on a port of loopback, which encrypts, asks for a password and passes mails on. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../test-sshd.ts'

export interface TestEximSetUp {
  /** PEM, for 127.0.0.1. */
  readonly certificate: { readonly key: string; readonly cert: string }
  readonly user: string
  readonly password: string
  /** Of the server on loopback that gets the mails. */
  readonly relayPort: number
}

export interface TestExim {
  readonly port: number
  close(): Promise<void>
}

/** Takes mails only after a sign-in, and offers that only on an encrypted connection. Needs root, as which it is started by tests. */
export async function startTestExim(setUp: TestEximSetUp): Promise<TestExim> {
  const folder = await mkdtemp(join(tmpdir(), 'pone-exim-'))
  // It works as a user of its own.
  await chmod(folder, 0o755)
  for (const name of ['spool', 'log']) {
    await mkdir(join(folder, name))
    await chmod(join(folder, name), 0o777)
  }
  await writeFile(join(folder, 'key.pem'), setUp.certificate.key, { mode: 0o644 })
  await writeFile(join(folder, 'cert.pem'), setUp.certificate.cert)
  const port = await freePort()
  const configuration = join(folder, 'exim.conf')
  await writeFile(configuration, configurationOf(setUp, { folder, port }))
  const child = spawn('/usr/sbin/exim4', ['-C', configuration, '-bdf'], { stdio: 'ignore' })
  const ended = once(child, 'exit')
  const close = async (): Promise<void> => {
    child.kill()
    await ended
    await rm(folder, { recursive: true, force: true })
  }
  while (!(await answers(port))) {
    if (child.exitCode !== null) throw new Error(`exim4 exited with ${child.exitCode}`)
    await pause(50)
  }
  return { port, close }
}

async function answers(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  const isOpen = await once(socket, 'connect').then(
    () => true,
    () => false,
  )
  socket.destroy()
  return isOpen
}

const configurationOf = (
  { user, password, relayPort }: TestEximSetUp,
  { folder, port }: { readonly folder: string; readonly port: number },
): string => `
spool_directory = ${folder}/spool
log_file_path = ${folder}/log/%slog
pid_file_path =
notifier_socket =
primary_hostname = mail.test
local_interfaces = 127.0.0.1
daemon_smtp_ports = ${port}
keep_environment =
tls_advertise_hosts = *
tls_certificate = ${folder}/cert.pem
tls_privatekey = ${folder}/key.pem
auth_advertise_hosts = \${if def:tls_in_cipher {*}{}}
acl_smtp_rcpt = check_rcpt

begin acl
check_rcpt:
  accept authenticated = *
  deny message = sign in first

begin routers
relay:
  driver = manualroute
  route_list = * "127.0.0.1::${relayPort}" byname
  self = send
  transport = out

begin transports
out:
  driver = smtp
  hosts_avoid_tls = *

begin authenticators
plain:
  driver = plaintext
  public_name = PLAIN
  server_prompts = :
  server_condition = \${if and {{eq{$auth2}{${user}}}{eq{$auth3}{${password}}}}}
  server_set_id = $auth2
`
