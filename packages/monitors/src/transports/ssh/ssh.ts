/** Transport `ssh`: a Linux host without an agent. The account needs no right but to sign in. */

import { createHash } from 'node:crypto'
import { errorText } from '@pone/schema/error-text.ts'
import ssh2, { type Client, type ConnectConfig } from 'ssh2'
import { TargetFault } from '../../target-fault.ts'
import type { ParamValues } from '../../type.ts'
import { connectionFault } from '../connection-fault.ts'
import { HostConnection } from '../procfs/host-connection.ts'
import type { Transport } from '../transport.ts'
import { SshSource } from './ssh-source.ts'

const readyTimeoutMs = 5_000
const keepAliveMs = 5_000

/** A connection that has signed in; `ended` fires when it has ended. */
export interface SshClient {
  readonly client: Client
  readonly ended: AbortSignal
  /** Never throws. */
  readonly end: () => void
}

export const ssh: Transport = {
  async open(params, signal) {
    const { client, ended, end: close } = await openClient(params, signal)
    return new HostConnection(new SshSource(client, ended), true, close)
  },
}

/** The password is sent only to a host that has shown the key of the parameter `hostKey`. */
export async function openClient(params: ParamValues, signal: AbortSignal): Promise<SshClient> {
  const client = new ssh2.Client()
  const ended = new AbortController()
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let shown = ''
  const isAccepted = (key: Buffer): boolean => {
    shown = fingerprintOf(key)
    return shown === String(params['hostKey'] ?? '').trim()
  }
  const lose = (fault: TargetFault) => {
    reject(fault)
    ended.abort(fault)
  }
  client.once('ready', resolve)
  client.on('error', error => lose(faultOf(error, shown, params)))
  client.on('close', () => lose(new TargetFault('targetClosed')))
  client.on('keyboard-interactive', (_name, _instructions, _language, prompts, answer) =>
    answer(prompts.map(() => String(params['password'] ?? ''))),
  )
  const abort = () => {
    reject(signal.reason)
    client.destroy()
  }
  signal.addEventListener('abort', abort, { once: true })
  try {
    client.connect(configOf(params, isAccepted))
    await promise
  } catch (thrown) {
    client.destroy()
    signal.throwIfAborted()
    // A private key that cannot be read is refused before anything is sent.
    throw thrown instanceof TargetFault ? thrown : new TargetFault('wrongPassword', errorText(thrown))
  } finally {
    signal.removeEventListener('abort', abort)
  }
  return { client, ended: ended.signal, end: () => end(client) }
}

function end(client: Client): void {
  client.end()
  client.destroy()
}

function configOf(params: ParamValues, isAccepted: (key: Buffer) => boolean): ConnectConfig {
  const text = (name: string) => String(params[name] ?? '')
  const passphrase = text('passphrase')
  return {
    host: text('host'),
    port: Number(params['port']),
    username: text('user'),
    readyTimeout: readyTimeoutMs,
    keepaliveInterval: keepAliveMs,
    keepaliveCountMax: 2,
    hostVerifier: isAccepted,
    ...(params['method'] !== 'key'
      ? { password: text('password'), tryKeyboard: true }
      : { privateKey: text('privateKey'), ...(passphrase === '' ? {} : { passphrase }) }),
  }
}

/** As `ssh-keygen -l` prints it. */
const fingerprintOf = (key: Buffer): string =>
  `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`

function faultOf(error: Error & { level?: string }, shown: string, params: ParamValues): TargetFault {
  if (shown !== '' && shown !== String(params['hostKey'] ?? '').trim())
    return new TargetFault('hostKeyMismatch', '', { fingerprint: shown })
  if (error.level === 'client-authentication') return new TargetFault('wrongPassword', error.message)
  if (error.level === 'client-timeout') return new TargetFault('timedOut', error.message)
  if (error.level === 'protocol' || /before handshake|ident/i.test(error.message))
    return new TargetFault('wrongProduct', error.message)
  return connectionFault(error)
}
