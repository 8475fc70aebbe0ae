/** An open SSH connection to a host: executes commands and uploads files, each with a time-out. */
import type { Readable } from 'node:stream'
import type { Client, ClientChannel } from 'ssh2'
import { type HostKey, SshError } from './ssh-error.ts'

/** The remote side could not write the file; the message is from there. */
export class UploadError extends Error {
  override readonly name = 'UploadError'
}

export interface CommandResult {
  /** null when the command was ended by a signal. */
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface CommandOptions {
  /** Written to standard input, which is closed then. */
  readonly input?: string | undefined
  readonly timeoutMs: number
  readonly signal?: AbortSignal | undefined
  /** Called for each complete line of both outputs. */
  readonly onLine?: ((line: string) => void) | undefined
}

export interface UploadSource {
  readonly sizeBytes: number
  readonly body: Readable
}

export interface SshSession {
  readonly hostKey: HostKey
  /** @throws SshError when the connection breaks or the time-out expires; the signal's reason when aborted */
  run(command: string, options: CommandOptions): Promise<CommandResult>
  /** Uploads a file that only the user can read. @throws SshError, UploadError */
  upload(
    file: UploadSource,
    remotePath: string,
    options: { signal?: AbortSignal | undefined; onProgress?: (sent01: number) => void },
  ): Promise<void>
  close(): void
}

/** More output than any of the product's commands produces. */
const maxOutputChars = 256 * 1024
/** An upload without progress for this time counts as broken, ms. */
const uploadSilenceMs = 60_000

/** An authenticated client, and the signal that its connection has broken. */
interface Line {
  readonly client: Client
  readonly hostKey: HostKey
  readonly broken: AbortSignal
}

/** Creates a session on an authenticated client. */
export function createSession(client: Client, hostKey: HostKey): SshSession {
  const broken = new AbortController()
  client.removeAllListeners('error').removeAllListeners('close')
  const lose = (detail: string) => broken.abort(new SshError('sshBroken', detail, hostKey))
  client.on('error', cause => lose(cause.message))
  client.on('close', () => lose('the host closed the line'))
  const line: Line = { client, hostKey, broken: broken.signal }
  return {
    hostKey,
    run: (command, options) => runCommand(line, command, options),
    upload: (file, remotePath, options) => upload(line, file, remotePath, options),
    close: () => client.end(),
  }
}

/** Settles when the work has settled, the connection broke, the caller aborted, or the time-out expired. */
function guarded<T>(
  { broken, hostKey }: Pick<Line, 'broken' | 'hostKey'>,
  options: { signal?: AbortSignal | undefined; timeoutMs?: number },
  work: (settle: { resolve: (value: T) => void; reject: (cause: unknown) => void }) => void,
  stop: () => void,
): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  const giveUp = (cause: unknown) => {
    reject(cause)
    stop()
  }
  const onBroken = () => giveUp(broken.reason)
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
  broken.addEventListener('abort', onBroken, { once: true })
  options.signal?.addEventListener('abort', onAbort, { once: true })
  if (broken.aborted) onBroken()
  else if (options.signal?.aborted === true) onAbort()
  else work({ resolve, reject })
  return promise.finally(() => {
    clearTimeout(timer)
    broken.removeEventListener('abort', onBroken)
    options.signal?.removeEventListener('abort', onAbort)
  })
}

function runCommand(line: Line, command: string, options: CommandOptions): Promise<CommandResult> {
  const { client, hostKey } = line
  let channel: ClientChannel | undefined
  return guarded<CommandResult>(
    line,
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
      // The command ends with its channel, because sshd sends it SIGHUP.
      channel?.signal('TERM')
      channel?.close()
    },
  )
}

async function upload(
  line: Line,
  { sizeBytes, body }: UploadSource,
  remotePath: string,
  options: Parameters<SshSession['upload']>[2],
): Promise<void> {
  const { client, hostKey } = line
  let channel: ClientChannel | undefined
  let silence: NodeJS.Timeout | undefined
  const { code, stderr } = await guarded<CommandResult>(
    line,
    options,
    ({ resolve, reject }) => {
      // Not SFTP: a single channel uses the full bandwidth, and the remote side reports errors as text.
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
}

/** Quotes any text as one shell word. */
export const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** Collects the text of an output, limited to its beginning, and reports its lines as they arrive. */
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
