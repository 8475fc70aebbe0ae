/**
 * Runs one of Pone's programs as a child process that prints JSON lines on stdout and ends when its stdin is closed.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import { CommandError, type ExitName } from '../exit-codes.ts'
import type { Life } from './part.ts'

const signInSchema = z.object({ account: z.string(), password: z.string() })
/** An account and its password. */
export type SignIn = z.infer<typeof signInSchema>

const eventSchema = z.discriminatedUnion('event', [
  z.object({
    event: z.literal('listening'),
    address: z.string(),
    /** The same for programs of this machine; the demo shop has one address for all. */
    localAddress: z.string().optional(),
  }),
  z.object({ event: z.literal('notice'), message: z.string() }),
  z.object({ event: z.literal('connected') }),
  z.object({ event: z.literal('first-run'), administrator: signInSchema, tester: signInSchema }),
  z.object({ event: z.literal('fatal'), message: z.string() }),
])
export type ProgramEvent = z.infer<typeof eventSchema>

export interface ProgramOptions {
  readonly name: string
  readonly main: string
  readonly args?: readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** Lock that is held as long as the child lives. */
  readonly lockFd: number | undefined
  /** Event that the program prints once it is ready. */
  readonly readyEvent: 'listening' | 'connected'
  readonly onEvent?: (event: ProgramEvent) => void
  readonly log: (line: string) => void
}

const readyPatienceMs = 120_000
const politeStopMs = 15_000
const hardStopMs = 20_000

/** Resolves when the program has printed its ready event. @throws CommandError with the message of its fatal event */
export async function startProgram(options: ProgramOptions): Promise<Life> {
  const { name, main, args = [], env, lockFd } = options
  // Its own session: Ctrl-C in the terminal reaches this process alone, which ends the parts in order.
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main, ...args], {
    detached: true,
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'pipe', ...(lockFd === undefined ? [] : [lockFd])],
  })
  const { stdin, stdout, stderr } = child
  if (stdin === null || stdout === null || stderr === null) {
    throw new CommandError('partFailed', `The ${name} could not be started.`)
  }
  // The pipe breaks when the child dies first, which `exit` reports too.
  stdin.on('error', () => undefined)
  const ended = endOf(child)
  createInterface({ input: stderr }).on('line', options.log)
  const output = createInterface({ input: stdout })
  const hasSaidAll = once(output, 'close')
  const ready = new Promise<void>((resolve, reject) => {
    let fatal: string | undefined
    output.on('line', line => {
      const event = parseEvent(line)
      if (event === undefined) {
        options.log(line)
        return
      }
      if (event.event === 'fatal') {
        fatal = event.message
        options.log(event.message)
      }
      options.onEvent?.(event)
      if (event.event === options.readyEvent) resolve()
    })
    void ended.then(async how => {
      await hasSaidAll
      const message = fatal ?? `The ${name} ended at its start (${how}); its log tells more.`
      reject(new CommandError(exitOf(message), message))
    })
  })
  const overdue = setTimeout(() => {
    options.log(`The ${name} was not ready after ${readyPatienceMs / 1000} s and is ended.`)
    child.kill('SIGKILL')
  }, readyPatienceMs)
  await ready.finally(() => clearTimeout(overdue))
  return { pid: child.pid ?? 0, ended, stop: () => stopProgram(child, ended) }
}

function parseEvent(line: string): ProgramEvent | undefined {
  if (!line.startsWith('{')) return undefined
  try {
    return eventSchema.safeParse(JSON.parse(line)).data
  } catch {
    return undefined
  }
}

function exitOf(message: string): ExitName {
  if (/EADDRINUSE|port \d+ is taken|in use/i.test(message)) return 'portTaken'
  if (/ENOSPC|disk.*full|No space left/i.test(message)) return 'diskFull'
  return 'partFailed'
}

function endOf(child: ChildProcess): Promise<string> {
  return new Promise(resolve => {
    child.once('error', cause => resolve(cause.message))
    child.once('exit', (code, signal) =>
      resolve(signal === null ? `exit code ${code}` : `killed by ${signal}`),
    )
  })
}

async function stopProgram(child: ChildProcess, ended: Promise<string>): Promise<void> {
  child.stdin?.end()
  const insist = setTimeout(() => child.kill('SIGTERM'), politeStopMs)
  const kill = setTimeout(() => child.kill('SIGKILL'), hardStopMs)
  await ended
  clearTimeout(insist)
  clearTimeout(kill)
}
