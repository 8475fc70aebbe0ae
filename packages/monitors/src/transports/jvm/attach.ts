/** HotSpot's attach protocol: sends one command to a JVM of this machine over its Unix socket, and reads the answer. */

import { lstat, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { errorText } from '@pone/schema/error-text.ts'
import { makeOwn, temporaryFolder } from './own-files.ts'
import type { JvmProcess } from './processes.ts'

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
const maxRefusal = 64 * 1024
const maxCode = 100
const protocolVersion = '1'
/** Commands have this many arguments, absent ones empty. */
const argumentCount = 3
const firstPauseMs = 20
const longestPauseMs = 200
/** A JVM opens its socket within this time, if the machine is not very busy. */
const askedMs = 3_000

/**
 * Sends a command with its arguments (`jcmd`, `GC.heap_info`) and returns the text of the answer.
 * @throws AttachError; the signal's reason when it is aborted
 */
export async function attach(
  jvm: JvmProcess,
  command: readonly string[],
  signal: AbortSignal,
): Promise<string> {
  const parts: string[] = []
  await attachReading(jvm, command, { signal, maxBytes: maxAnswerBytes, read: part => parts.push(part) })
  return parts.join('')
}

/** How a long answer is read. */
export interface AnswerReading {
  readonly signal: AbortSignal
  readonly maxBytes: number
  /** Called with each part of the text as it comes. */
  readonly read: (part: string) => void
}

/**
 * Sends a command whose answer may be too long to be kept whole.
 * @throws AttachError; the signal's reason when it is aborted
 * @see https://github.com/openjdk/jdk17u/blob/master/src/hotspot/os/posix/attachListener_posix.cpp
 */
export async function attachReading(
  jvm: JvmProcess,
  command: readonly string[],
  reading: AnswerReading,
): Promise<void> {
  const { signal } = reading
  const folder = await temporaryFolder(jvm).catch((error: unknown) => {
    throw attachError(error, `process ${jvm.pid}`)
  })
  const path = `${folder}/.java_pid${jvm.ownPid}`
  if (!(await isThere(jvm, path))) await askToListen(jvm, folder, signal)
  const [name = '', ...args] = command
  const parts = [protocolVersion, name, ...args]
  while (parts.length < argumentCount + 2) parts.push('')
  const answer = new Answer(reading.read)
  await exchange(path, `${parts.join('\0')}\0`, { ...reading, read: part => answer.read(part) })
  const { code, refusal } = answer
  if (code === '')
    throw new AttachError('denied', `process ${jvm.pid} closed the connection without an answer`)
  if (code !== '0') throw new AttachError('refusedCommand', `${command.join(' ')}: ${refusal.trim() || code}`)
}

/** Its first line is a code; with another one than 0 the rest says why. */
class Answer {
  readonly #read: (part: string) => void
  #hasCode = false
  code = ''
  refusal = ''

  constructor(read: (part: string) => void) {
    this.#read = read
  }

  read(part: string): void {
    if (this.#hasCode) return this.#pass(part)
    const text = this.code + part
    const end = text.indexOf('\n')
    this.code = (end < 0 ? text : text.slice(0, end)).slice(0, maxCode)
    this.#hasCode = end >= 0
    if (this.#hasCode) this.#pass(text.slice(end + 1))
  }

  #pass(text: string): void {
    if (this.code === '0') this.#read(text)
    else this.refusal = `${this.refusal}${text}`.slice(0, maxRefusal)
  }
}

/** @throws AttachError `denied` when it is a link or another account's: an agent of root must not be led elsewhere */
async function isThere({ uid }: JvmProcess, path: string): Promise<boolean> {
  try {
    const found = await lstat(path)
    if (found.isSymbolicLink() || found.uid !== uid)
      throw new AttachError('denied', `${path} is not of the account of the JVM`)
    return found.isSocket()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false
    throw attachError(error, path)
  }
}

/** Makes the JVM open its socket: it does so on SIGQUIT when a file of this name is there, and prints all threads otherwise. */
async function askToListen(jvm: JvmProcess, folder: string, signal: AbortSignal): Promise<void> {
  if (!jvm.handlesQuit || jvm.command.includes('-XX:+DisableAttachMechanism')) {
    throw new AttachError(
      'attachDisabled',
      `process ${jvm.pid} was started with -XX:+DisableAttachMechanism, or has no handler of SIGQUIT`,
    )
  }
  const file = `${folder}/.attach_pid${jvm.ownPid}`
  const socket = `${folder}/.java_pid${jvm.ownPid}`
  while (!(await isThere(jvm, socket))) {
    if (await isMade(jvm, file)) await ask(jvm, { file, socket, signal })
    // Several processes of an agent can ask at once; a second signal would make the JVM print all threads.
    else if (await isAsked(jvm, file)) await waitForSocket(jvm, socket, signal)
    else await rm(file, { force: true })
  }
}

/** False when there is something in its place. */
async function isMade(jvm: JvmProcess, file: string): Promise<boolean> {
  try {
    await makeOwn(jvm, file)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw attachError(error, file)
  }
}

async function ask(
  jvm: JvmProcess,
  { file, socket, signal }: { readonly file: string; readonly socket: string; readonly signal: AbortSignal },
): Promise<void> {
  try {
    process.kill(jvm.pid, 'SIGQUIT')
    await waitForSocket(jvm, socket, signal)
  } catch (error) {
    signal.throwIfAborted()
    throw attachError(error, file)
  } finally {
    await rm(file, { force: true }).catch(() => undefined)
  }
}

/** Whether somebody has asked a moment ago, so that the file must stay. */
async function isAsked({ uid }: JvmProcess, file: string): Promise<boolean> {
  const found = await lstat(file).catch(() => null)
  return found?.isFile() === true && found.uid === uid && Date.now() - found.mtimeMs < askedMs
}

/** Returns in vain after `askedMs`. */
async function waitForSocket(jvm: JvmProcess, socket: string, signal: AbortSignal): Promise<void> {
  const until = performance.now() + askedMs
  for (
    let pauseMs = firstPauseMs;
    !(await isThere(jvm, socket)) && performance.now() < until;
    pauseMs = Math.min(pauseMs * 2, longestPauseMs)
  )
    await delay(pauseMs, undefined, { signal })
}

/** Sends a request and reads until the JVM closes. */
function exchange(path: string, request: string, { signal, maxBytes, read }: AnswerReading): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(path)
    const decoder = new TextDecoder()
    let length = 0
    const abort = () => socket.destroy(signal.reason instanceof Error ? signal.reason : new Error('aborted'))
    signal.addEventListener('abort', abort, { once: true })
    if (signal.aborted) abort()
    socket.once('connect', () => socket.write(request))
    socket.on('data', part => {
      length += part.length
      if (length > maxBytes)
        socket.destroy(new AttachError('tooLarge', `the answer is longer than ${maxBytes} bytes`))
      else read(decoder.decode(part, { stream: true }))
    })
    socket.once('error', error => {
      reject(signal.aborted || error instanceof AttachError ? error : attachError(error, path))
    })
    socket.once('close', () => {
      signal.removeEventListener('abort', abort)
      resolve()
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
