/** A further load machine: the real `./pone agent`, started and stopped as by its operator. */
import { type ChildProcess, spawn } from 'node:child_process'
import { delimiter, dirname } from 'node:path'
import { createInterface } from 'node:readline'
import { testJmeterHome } from '@pone/cli/test/java-tools-set-up.ts'
import { eventually } from './eventually.ts'
import { poneProgram } from './places.ts'

export interface AgentPlan {
  /** Address of the server. */
  readonly server: string
  readonly token: string
  readonly name: string
  /** Contains its key; an agent on the same folder is the same machine. */
  readonly folder: string
}

export interface RunningAgent {
  /** Its output so far. */
  output(): string
  /** Stops it in order and waits for its end. */
  stop(): Promise<void>
}

const startPatienceMs = 60_000
const stopPatienceMs = 30_000

/** Resolves when it reports that it is connected. @throws Error with its output when it does not connect */
export async function startAgent({ server, token, name, folder }: AgentPlan): Promise<RunningAgent> {
  const child = spawn(poneProgram, ['agent', '--server', server, '--name', name, '--data', folder], {
    env: {
      ...process.env,
      PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH'] ?? ''}`,
      JMETER_HOME: await testJmeterHome(),
      PONE_AGENT_TOKEN: token,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const lines: string[] = []
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', line => lines.push(line))
  }
  const output = () => lines.join('\n')
  const stop = () => end(child)
  try {
    await eventually({
      what: `agent ${name} to connect`,
      patienceMs: startPatienceMs,
      look: () => {
        if (child.exitCode !== null) throw new Error(`it ended with exit code ${child.exitCode}`)
        return /connected/.test(output()) ? true : undefined
      },
    })
  } catch (cause) {
    await stop()
    throw new Error(`agent ${name} did not connect:\n${output()}`, { cause })
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
