/** For tests of transports: real servers of this machine on free ports, with their data in a temporary folder. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { samplesOf } from '../reading/samples.ts'
import { monitorTypeOf } from '../registry.ts'
import { type MonitorType } from '../type.ts'
import type { TargetConnection } from './transport.ts'

export { freePort } from '@pone/protocols/connect/test-port.ts'

/** Waits until an address answers with less than 500, whatever it says. @throws the last failure after 90 s */
export async function untilAnswers(url: string, headers: Record<string, string> = {}): Promise<void> {
  const end = Date.now() + 90_000
  for (;;) {
    try {
      const { status } = await fetch(url, { headers, signal: AbortSignal.timeout(10_000) })
      if (status < 500) return
      if (Date.now() > end) throw new Error(`${url} answers ${status}`)
    } catch (thrown) {
      if (Date.now() > end) throw thrown
    }
    await new Promise(resolve => setTimeout(resolve, 50))
  }
}

export const temporaryFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'pone-monitored-'))

export interface TestServer {
  stop(): Promise<void>
}

/** Starts a program, and with `stop` ends it and removes its folder. @throws Error when it is not installed */
export function startServer(
  program: string,
  args: readonly string[],
  {
    folder,
    env = {},
    signal = 'SIGTERM',
  }: { folder?: string; env?: NodeJS.ProcessEnv; signal?: NodeJS.Signals },
): TestServer {
  if (!existsSync(program)) throw new Error(`${program} is not installed; \`./pone test\` installs it`)
  const child: ChildProcess = spawn(program, args, { stdio: 'ignore', env: { ...process.env, ...env } })
  return {
    async stop() {
      const ended = once(child, 'exit')
      if (child.exitCode === null && child.kill(signal)) await ended
      if (folder !== undefined) await rm(folder, { recursive: true, force: true })
    },
  }
}

/** @throws Error for none */
export function knownType(name: string): MonitorType {
  const type = monitorTypeOf(name)
  if (!type) throw new Error(`no type ${name}`)
  return type
}

const never = new AbortController().signal

/** Sums over labels of all values of a type's sections, by `section.counter`. */
export async function figuresOf(
  type: MonitorType,
  connection: TargetConnection,
): Promise<Map<string, number>> {
  const sums = new Map<string, number>()
  for (const section of type.sections.filter(({ isTable }) => !isTable)) {
    const { records } = await connection.ask(section.request, never)
    for (const { counter, value, labels } of samplesOf(section, records, new Set()).samples) {
      // The exporter of hosts leaves it out.
      if (labels['interface'] === 'lo') continue
      const name = `${section.key}.${counter}`
      sums.set(name, (sums.get(name) ?? 0) + value)
    }
  }
  return sums
}

/** Sum of the samples of an exporter whose line the pattern matches; undefined for none. */
export function exportedSum(text: string, pattern: RegExp): number | undefined {
  const lines = text.split('\n').filter(line => pattern.test(line))
  return lines.length === 0
    ? undefined
    : lines.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0)
}
