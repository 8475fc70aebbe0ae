/** SSH to a host: looks at its key before anything else, logs in, runs commands, and brings files. */
import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import ssh2, { Client, type ClientChannel, type ConnectConfig } from 'ssh2'

export type SshCredential =
  | { readonly kind: 'password'; readonly password: string }
  | { readonly kind: 'key'; readonly privateKey: string; readonly passphrase: string }

export interface SshTarget {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly credential: SshCredential
  /** Fingerprint of the only key that is accepted; null: none is, the contact ends after looking at it. */
  readonly pinned: string | null
}

export type SshReason =
  | 'nameUnknown'
  | 'noRoute'
  | 'refused'
  | 'sshTimeout'
  | 'wrongCredential'
  | 'badKey'
  | 'hostKeyNew'
  | 'hostKeyChanged'
  | 'sshBroken'

/** A contact that did not come about, or broke. */
export class SshError extends Error {
  override readonly name = 'SshError'
  readonly reason: SshReason
  /** Of the key that the host showed, once it has. */
  readonly hostKey: HostKey | null
  constructor(reason: SshReason, message: string, hostKey: HostKey | null, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
    this.hostKey = hostKey
  }
}

/** The far side could not write the file; the message is its own. */
export class UploadError extends Error {
  override readonly name = 'UploadError'
}

export interface HostKey {
  /** E.g. ssh-ed25519. */
  readonly type: string
  /** As ssh-keygen prints it: SHA256: and base64. */
  readonly fingerprint: string
}

export interface CommandResult {
  /** null when a signal ended it. */
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface CommandOptions {
  /** Written to its input, which is closed then. */
  readonly input?: string | undefined
  readonly timeoutMs: number
  readonly signal?: AbortSignal | undefined
  /** Each whole line of both outputs, as it comes. */
  readonly onLine?: ((line: string) => void) | undefined
}

export interface UploadSource {
  readonly sizeBytes: number
  readonly body: Readable
}

export interface SshSession {
  readonly hostKey: HostKey
  /** @throws SshError when the line breaks or the time is over; the signal's reason when aborted */
  run(command: string, options: CommandOptions): Promise<CommandResult>
  /** Brings a file, readable by the user only. @throws SshError, UploadError */
  upload(
    file: UploadSource,
    remotePath: string,
    options: { signal?: AbortSignal | undefined; onProgress?: (sent01: number) => void },
  ): Promise<void>
  close(): void
}

/** More than a command of ours ever says. */
const maxOutputChars = 256 * 1024
const keepAliveMs = 10_000
/** Without a byte in this time an upload counts as broken, ms. */
const uploadSilenceMs = 60_000

/** A private key that can be read, and what is wrong with one that cannot. */
export function keyProblem(privateKey: string, passphrase: string): string | null {
  const parsed = ssh2.utils.parseKey(privateKey, passphrase === '' ? undefined : passphrase)
  return parsed instanceof Error ? parsed.message : null
}

/** @throws SshError; nothing is sent of the credential before the key is the pinned one */
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
  // One limit for everything, also for a server that says hello and then nothing.
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

function createSession(client: Client, hostKey: HostKey): SshSession {
  const broken = new AbortController()
  client.removeAllListeners('error').removeAllListeners('close')
  const lose = (detail: string) => broken.abort(new SshError('sshBroken', detail, hostKey))
  client.on('error', cause => lose(cause.message))
  client.on('close', () => lose('the host closed the line'))

  /** Settles when the work has, or the line broke, the caller gave up, or the time is over. */
  const guarded = <T>(
    options: { signal?: AbortSignal | undefined; timeoutMs?: number },
    work: (settle: { resolve: (value: T) => void; reject: (cause: unknown) => void }) => void,
    stop: () => void,
  ): Promise<T> => {
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    const giveUp = (cause: unknown) => {
      reject(cause)
      stop()
    }
    const onBroken = () => giveUp(broken.signal.reason)
    const onAbort = () => giveUp(options.signal?.reason)
    const timer =
      options.timeoutMs === undefined
        ? undefined
        : setTimeout(
            () =>
              giveUp(
                new SshError('sshTimeout', `not done within ${(options.timeoutMs ?? 0) / 1_000} s`, hostKey),
              ),
            options.timeoutMs,
          )
    broken.signal.addEventListener('abort', onBroken, { once: true })
    options.signal?.addEventListener('abort', onAbort, { once: true })
    if (broken.signal.aborted) onBroken()
    else if (options.signal?.aborted === true) onAbort()
    else work({ resolve, reject })
    return promise.finally(() => {
      clearTimeout(timer)
      broken.signal.removeEventListener('abort', onBroken)
      options.signal?.removeEventListener('abort', onAbort)
    })
  }

  return {
    hostKey,
    run: (command, options) => {
      let channel: ClientChannel | undefined
      return guarded<CommandResult>(
        options,
        ({ resolve, reject }) => {
          client.exec(command, (fault, opened) => {
            if (fault) return reject(new SshError('sshBroken', fault.message, hostKey, { cause: fault }))
            channel = opened
            const stdout = collect(options.onLine)
            const stderr = collect(options.onLine)
            let code: number | null = null
            opened.on('data', stdout.add)
            opened.stderr.on('data', stderr.add)
            opened.on('error', () => undefined)
            opened.on('exit', (exitCode: number | null) => {
              code = exitCode
            })
            opened.on('close', () => resolve({ code, stdout: stdout.end(), stderr: stderr.end() }))
            opened.end(options.input ?? '')
          })
        },
        () => {
          // The program goes with its channel: sshd hangs up on it.
          channel?.signal('TERM')
          channel?.close()
        },
      )
    },
    upload: async ({ sizeBytes, body }, remotePath, options) => {
      let channel: ClientChannel | undefined
      let silence: NodeJS.Timeout | undefined
      const { code, stderr } = await guarded<CommandResult>(
        options,
        ({ resolve, reject }) => {
          // Not SFTP: one channel takes as much as the line does, and the far side says in words what is wrong.
          client.exec(`umask 077 && exec cat > ${quoted(remotePath)}`, (fault, opened) => {
            if (fault) return reject(new SshError('sshBroken', fault.message, hostKey, { cause: fault }))
            channel = opened
            const said = collect(undefined)
            let sent = 0
            let exitCode: number | null = null
            const moved = () => {
              clearTimeout(silence)
              silence = setTimeout(
                () => reject(new SshError('sshTimeout', 'the upload came to a halt', hostKey)),
                uploadSilenceMs,
              )
            }
            moved()
            opened.resume()
            opened.stderr.on('data', said.add)
            opened.on('error', () => undefined)
            opened.on('exit', (ended: number | null) => {
              exitCode = ended
            })
            opened.on('close', () => resolve({ code: exitCode, stdout: '', stderr: said.end() }))
            body.on('error', reject)
            body.on('data', (chunk: Buffer) => {
              sent += chunk.length
              moved()
              options.onProgress?.(sizeBytes === 0 ? 1 : sent / sizeBytes)
            })
            body.pipe(opened)
          })
        },
        () => channel?.close(),
      ).finally(() => {
        clearTimeout(silence)
        body.destroy()
      })
      if (code !== 0) throw new UploadError(stderr.trim() || `cat ended with code ${code}`)
    },
    close: () => client.end(),
  }
}

/** One word for a shell, whatever is in it. */
export const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** Text of an output, its beginning kept when it is too long, and its lines told as they come. */
function collect(onLine: ((line: string) => void) | undefined) {
  let text = ''
  let open = ''
  const decoder = new TextDecoder()
  return {
    add: (chunk: Buffer) => {
      const part = decoder.decode(chunk, { stream: true })
      if (text.length < maxOutputChars) text += part
      const lines = (open + part).split('\n')
      open = (lines.pop() ?? '').slice(-maxOutputChars)
      for (const line of lines) onLine?.(line)
    },
    end: (): string => {
      if (open !== '') onLine?.(open)
      return text
    },
  }
}
