/** HotSpot's attach protocol: sends one command to a JVM of this machine over its Unix socket, and reads the answer. */

import { chown, rm, stat, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { errorText } from '@pone/schema/error-text.ts'
import { type JvmProcess, ownFile } from './processes.ts'

/** Why a JVM did not answer. */
export type AttachProblem =
  | 'noSuchProcess'
  | 'attachDisabled'
  | 'denied'
  | 'noAnswer'
  | 'tooLarge'
  | 'refusedCommand'

/** A command that was not answered; the message has the details in English. */
export class AttachError extends Error {
  readonly problem: AttachProblem

  constructor(problem: AttachProblem, message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'AttachError'
    this.problem = problem
  }
}

const maxAnswerBytes = 8 * 1024 ** 2
const protocolVersion = '1'
/** Commands have this many arguments, absent ones empty. */
const argumentCount = 3
const firstPauseMs = 20
const longestPauseMs = 200

/**
 * Sends a command with its arguments (`jcmd`, `Thread.print`) and returns the text of the answer.
 * @throws AttachError; the signal's reason when it is aborted
 * @see https://github.com/openjdk/jdk17u/blob/master/src/hotspot/os/posix/attachListener_posix.cpp
 */
export async function attach(
  jvm: JvmProcess,
  command: readonly string[],
  signal: AbortSignal,
): Promise<string> {
  const path = ownFile(jvm, `/tmp/.java_pid${jvm.ownPid}`)
  if (!(await isThere(path))) await askToListen(jvm, path, signal)
  const [name = '', ...args] = command
  const parts = [protocolVersion, name, ...args]
  while (parts.length < argumentCount + 2) parts.push('')
  const answer = await exchange(path, `${parts.join('\0')}\0`, signal)
  const end = answer.indexOf('\n')
  const code = end < 0 ? answer : answer.slice(0, end)
  const text = answer.slice(end + 1)
  if (code === '')
    throw new AttachError('denied', `process ${jvm.pid} closed the connection without an answer`)
  if (code !== '0') throw new AttachError('refusedCommand', `${command.join(' ')}: ${text.trim() || code}`)
  return text
}

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    found => found.isSocket(),
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false
      throw attachError(error, path)
    },
  )

/** Makes the JVM open its socket: it does so on SIGQUIT when a file of this name is there, and prints all threads otherwise. */
async function askToListen(jvm: JvmProcess, socket: string, signal: AbortSignal): Promise<void> {
  if (!jvm.handlesQuit || jvm.command.includes('-XX:+DisableAttachMechanism')) {
    throw new AttachError(
      'attachDisabled',
      `process ${jvm.pid} was started with -XX:+DisableAttachMechanism, or has no handler of SIGQUIT`,
    )
  }
  const file = ownFile(jvm, `/tmp/.attach_pid${jvm.ownPid}`)
  try {
    await writeFile(file, '', { mode: 0o600 })
    await chown(file, jvm.uid, jvm.gid)
    process.kill(jvm.pid, 'SIGQUIT')
    for (
      let pauseMs = firstPauseMs;
      !(await isThere(socket));
      pauseMs = Math.min(pauseMs * 2, longestPauseMs)
    ) {
      await delay(pauseMs, undefined, { signal })
    }
  } catch (error) {
    signal.throwIfAborted()
    throw attachError(error, file)
  } finally {
    await rm(file, { force: true }).catch(() => undefined)
  }
}

/** Sends a request and reads until the JVM closes. */
function exchange(path: string, request: string, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(path)
    const parts: Buffer[] = []
    let length = 0
    const abort = () => socket.destroy(signal.reason instanceof Error ? signal.reason : new Error('aborted'))
    signal.addEventListener('abort', abort, { once: true })
    if (signal.aborted) abort()
    socket.once('connect', () => socket.write(request))
    socket.on('data', part => {
      parts.push(part)
      length += part.length
      if (length > maxAnswerBytes) {
        socket.destroy(new AttachError('tooLarge', `the answer is longer than ${maxAnswerBytes} bytes`))
      }
    })
    socket.once('error', error => {
      reject(signal.aborted || error instanceof AttachError ? error : attachError(error, path))
    })
    socket.once('close', () => {
      signal.removeEventListener('abort', abort)
      resolve(Buffer.concat(parts).toString('utf8'))
    })
  })
}

function attachError(error: unknown, path: string): AttachError {
  if (error instanceof AttachError) return error
  const code = error instanceof Error && 'code' in error ? error.code : ''
  const message = errorText(error)
  if (code === 'EACCES' || code === 'EPERM') return new AttachError('denied', message, error)
  if (code === 'ESRCH' || code === 'ENOENT') return new AttachError('noSuchProcess', message, error)
  return new AttachError('noAnswer', `${path}: ${message}`, error)
}
