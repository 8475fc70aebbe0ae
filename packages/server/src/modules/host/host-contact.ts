/** SSH connections to hosts: pinned host key, decrypted credential, commands as root if the host uses sudo. */
import type { HostFacts, HostProblem, Problem } from '@pone/contract/entities/host.ts'
import type { SecretBox } from '../../adapters/secrets.ts'
import { connectSsh, type SshCredential } from '../../adapters/ssh.ts'
import { SshError } from '../../adapters/ssh-error.ts'
import {
  type CommandOptions,
  type CommandResult,
  quoted,
  type SshSession,
} from '../../adapters/ssh-session.ts'
import { openCredential } from './credential.ts'
import type { HostRow } from './host.repository.ts'
import { factsScript, parseFacts } from './remote-facts.ts'

const connectTimeoutMs = 20_000
const factsTimeoutMs = 30_000

/** An expected problem with a host; any other error is a defect. */
export class HostFailure extends Error {
  override readonly name = 'HostFailure'
  readonly problem: Problem
  constructor(code: HostProblem, detail: string, options?: ErrorOptions) {
    super(detail, options)
    this.problem = { code, detail }
  }
}

export interface Contact {
  readonly session: SshSession
  /** Executes a shell command as the user who may change the machine. @throws HostFailure sudoRefused */
  runAsRoot(command: string, options: CommandOptions): Promise<CommandResult>
}

export interface Reach {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly usesSudo: boolean
  readonly credential: SshCredential
  readonly pinned: string | null
}

/** SSH access of a stored host. @throws HostFailure noSsh, credentialLost */
export function reachOf(host: HostRow, secrets: SecretBox): Reach {
  if (!host.has_ssh) throw new HostFailure('noSsh', host.name)
  const credential = openCredential(secrets, host.sealed_credential, host.auth)
  if (credential === null) throw new HostFailure('credentialLost', host.name)
  return {
    host: host.address,
    port: host.ssh_port,
    user: host.ssh_user,
    usesSudo: host.uses_sudo,
    credential,
    pinned: host.host_key,
  }
}

/** Closes the connection when `use` has settled. @throws HostFailure */
export async function withContact<T>(
  reach: Reach,
  signal: AbortSignal | undefined,
  use: (contact: Contact) => Promise<T>,
): Promise<T> {
  let session: SshSession | undefined
  try {
    session = await connectSsh(reach, { timeoutMs: connectTimeoutMs, signal })
    return await use({ session, runAsRoot: rootShell(session, reach) })
  } catch (cause) {
    if (cause instanceof SshError)
      throw new HostFailure(cause.reason, describe(cause, reach.pinned), { cause })
    throw cause
  } finally {
    session?.close()
  }
}

/** Contains both fingerprints when the key has changed, so that they can be compared. */
function describe(cause: SshError, pinned: string | null): string {
  if (cause.hostKey === null) return cause.message
  if (cause.reason === 'hostKeyNew') return cause.hostKey.fingerprint
  if (cause.reason === 'hostKeyChanged') return `${pinned} → ${cause.hostKey.fingerprint}`
  return cause.message
}

/** Whether sudo asks for the password is tested once per connection: if it does not, the password would be read by the command as its first line. */
function rootShell(session: SshSession, { usesSudo, credential, user }: Reach): Contact['runAsRoot'] {
  if (!usesSudo || user === 'root') {
    return (command, options) => session.run(`sh -c ${quoted(command)}`, options)
  }
  let asksNothing: boolean | null = null
  return async (command, options) => {
    const password = credential.kind === 'password' ? credential.password : null
    if (password !== null && asksNothing === null) {
      const trial = await session.run('sudo -n -k true', { timeoutMs: options.timeoutMs })
      asksNothing = trial.code === 0
    }
    const isAsked = password !== null && asksNothing !== true
    // A cached sudo authentication is ignored, so that sudo reads the password that is sent.
    const sudo = isAsked ? "sudo -k -S -p ''" : 'sudo -n'
    const result = await session.run(`${sudo} -- sh -c ${quoted(command)}`, {
      ...options,
      input: `${isAsked ? `${password}\n` : ''}${options.input ?? ''}`,
    })
    const isRefused =
      result.code === 1 && /^sudo: |is not in the sudoers|a password is required/m.test(result.stderr)
    const isMissing = result.code === 127 && /sudo: .*not found/.test(result.stderr)
    if (isRefused || isMissing) throw new HostFailure('sudoRefused', result.stderr.trim().slice(-500))
    return result
  }
}

/** @throws HostFailure unsupportedSystem, for a machine without a POSIX shell */
export async function readRemoteFacts(
  { session }: Contact,
  now: () => number,
  signal?: AbortSignal,
): Promise<HostFacts> {
  const { stdout, stderr } = await session.run('sh -s', {
    input: factsScript,
    timeoutMs: factsTimeoutMs,
    signal,
  })
  const facts = parseFacts(stdout, now())
  if (facts === null) throw new HostFailure('unsupportedSystem', (stderr || stdout).trim().slice(0, 500))
  return facts
}
