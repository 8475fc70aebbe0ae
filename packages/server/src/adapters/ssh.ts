/** Connects to a host by SSH: checks its host key first, then authenticates. */
import { createHash } from 'node:crypto'
import ssh2, { Client, type ConnectConfig } from 'ssh2'
import { type HostKey, SshError, type SshReason } from './ssh-error.ts'
import { createSession, type SshSession } from './ssh-session.ts'

export type SshCredential =
  | { readonly kind: 'password'; readonly password: string }
  | { readonly kind: 'key'; readonly privateKey: string; readonly passphrase: string }

export interface SshTarget {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly credential: SshCredential
  /** Fingerprint of the only accepted key; null: none, the connection ends after the key was read. */
  readonly pinned: string | null
}

const keepAliveMs = 10_000

/** Checks whether a private key can be read, and why not. */
export function keyProblem(privateKey: string, passphrase: string): string | null {
  const parsed = ssh2.utils.parseKey(privateKey, passphrase === '' ? undefined : passphrase)
  return parsed instanceof Error ? parsed.message : null
}

/** @throws SshError; the credential is not sent before the key matches the pinned one */
export async function connectSsh(
  target: SshTarget,
  options: { timeoutMs: number; signal?: AbortSignal | undefined },
): Promise<SshSession> {
  options.signal?.throwIfAborted()
  const { credential } = target
  if (credential.kind === 'key') {
    const problem = keyProblem(credential.privateKey, credential.passphrase)
    if (problem !== null) throw new SshError('badKey', problem, null)
  }
  const client = new Client()
  let hostKey: HostKey | null = null
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const fail = (cause: Error & { code?: string; level?: string }) =>
    reject(new SshError(reasonOf(cause, hostKey, target.pinned), cause.message, hostKey, { cause }))
  const abort = () => {
    reject(options.signal?.reason)
    client.destroy()
  }
  options.signal?.addEventListener('abort', abort, { once: true })
  // One time-out for everything, including a server that sends a greeting and then nothing.
  const timer = setTimeout(() => {
    reject(new SshError('sshTimeout', `no answer within ${options.timeoutMs / 1_000} s`, hostKey))
    client.destroy()
  }, options.timeoutMs)
  client.on('ready', resolve)
  client.on('error', fail)
  client.on('close', () => fail(new Error('the host closed the line')))
  client.on('keyboard-interactive', (_name, _instructions, _language, prompts, answer) =>
    answer(prompts.map(() => (credential.kind === 'password' ? credential.password : ''))),
  )
  try {
    client.connect(
      configOf(target, options.timeoutMs, seen => {
        hostKey = seen
        return target.pinned === seen.fingerprint
      }),
    )
    await promise
  } catch (cause) {
    client.destroy()
    throw cause
  } finally {
    clearTimeout(timer)
    options.signal?.removeEventListener('abort', abort)
  }
  if (hostKey === null) throw new SshError('sshBroken', 'the host showed no key', null)
  return createSession(client, hostKey)
}

function configOf(
  target: SshTarget,
  timeoutMs: number,
  isAccepted: (key: HostKey) => boolean,
): ConnectConfig {
  const { credential } = target
  return {
    host: target.host,
    port: target.port,
    username: target.user,
    readyTimeout: timeoutMs,
    keepaliveInterval: keepAliveMs,
    keepaliveCountMax: 3,
    hostVerifier: (key: Buffer) => isAccepted(describeKey(key)),
    ...(credential.kind === 'password'
      ? { password: credential.password, tryKeyboard: true }
      : {
          privateKey: credential.privateKey,
          ...(credential.passphrase === '' ? {} : { passphrase: credential.passphrase }),
        }),
  }
}

function describeKey(blob: Buffer): HostKey {
  const length = blob.length >= 4 ? blob.readUInt32BE(0) : 0
  const hash = createHash('sha256').update(blob).digest('base64').replace(/=+$/, '')
  return { type: blob.subarray(4, 4 + length).toString('latin1'), fingerprint: `SHA256:${hash}` }
}

function reasonOf(
  cause: { code?: string; level?: string; message: string },
  hostKey: HostKey | null,
  pinned: string | null,
): SshReason {
  if (hostKey !== null && hostKey.fingerprint !== pinned)
    return pinned === null ? 'hostKeyNew' : 'hostKeyChanged'
  if (cause.level === 'client-authentication') return 'wrongCredential'
  if (cause.level === 'client-timeout' || cause.code === 'ETIMEDOUT') return 'sshTimeout'
  if (cause.code === 'ECONNREFUSED') return 'refused'
  if (cause.code === 'ENOTFOUND' || cause.code === 'EAI_AGAIN') return 'nameUnknown'
  if (cause.code !== undefined && ['EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN'].includes(cause.code))
    return 'noRoute'
  return 'sshBroken'
}
