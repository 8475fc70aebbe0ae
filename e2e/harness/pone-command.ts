/** A command of `./pone` that runs until it is stopped, as its user starts it. */
import { type ChildProcess, spawn } from 'node:child_process'
import { delimiter, dirname } from 'node:path'
import { createInterface } from 'node:readline'
import { eventually } from './eventually.ts'
import { poneProgram } from './places.ts'

export interface PoneCommand {
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** Of its output when it is ready. */
  readonly ready: RegExp
}

export interface RunningCommand {
  /** What it has printed so far, on both outputs. */
  output(): string
  /** Stops it in order and waits for its end. */
  stop(): Promise<void>
}

const startPatienceMs = 60_000
const stopPatienceMs = 30_000

/** With what it prints on both outputs. */
export function spawnPone({ args, env = {} }: Pick<PoneCommand, 'args' | 'env'>) {
  const child = spawn(poneProgram, args, {
    env: {
      ...process.env,
      PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH'] ?? ''}`,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const lines: string[] = []
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', line => lines.push(line))
  }
  return { child, output: () => lines.join('\n') }
}

/** @throws Error with its output when it does not become ready */
export async function startCommand({ args, env = {}, ready }: PoneCommand): Promise<RunningCommand> {
  const { child, output } = spawnPone({ args, env })
  const stop = () => end(child)
  const what = `./pone ${args[0]} to be ready`
  try {
    await eventually({
      what,
      patienceMs: startPatienceMs,
      look: () => {
        if (child.exitCode !== null) throw new Error(`it ended with exit code ${child.exitCode}`)
        return ready.test(output()) ? true : undefined
      },
    })
  } catch (cause) {
    await stop()
    throw new Error(`waited in vain for ${what}:\n${output()}`, { cause })
  }
  return { output, stop }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise<void>(resolve => child.once('close', () => resolve()))
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), stopPatienceMs)
  await ended
  clearTimeout(timer)
}
