/** Runs a real `./pone up` in tests: starts it, waits for its ready line, finds its descendants. */
import { type ChildProcess, spawn } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { processStatOf } from '@pone/schema/process-stat.ts'
import { checkout } from '../paths.ts'

export interface UpProcess {
  readonly child: ChildProcess
  /** Address of the ready line. @throws Error with the output when the process ends before */
  readonly ready: Promise<string>
  readonly exit: Promise<number | null>
  /** All lines so far, of stdout and stderr. */
  output(): string
}

export function spawnUp(args: readonly string[], env: Readonly<Record<string, string>> = {}): UpProcess {
  const main = join(checkout, 'packages', 'cli', 'src', 'main.ts')
  const child = spawn(process.execPath, [main, 'up', ...args], {
    cwd: '/',
    env: { ...process.env, DATABASE_URL: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const lines: string[] = []
  const exit = new Promise<number | null>(resolve => child.once('close', code => resolve(code)))
  createInterface({ input: child.stderr }).on('line', line => lines.push(line))
  const ready = new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', line => {
      lines.push(line)
      const [, address] = /^ready: (http:.*)$/.exec(line) ?? []
      if (address !== undefined) resolve(address)
    })
    void exit.then(code => reject(new Error(`up ended with ${code}:\n${lines.join('\n')}`)))
  })
  // A test that only waits for the exit does not await this promise.
  ready.catch(() => undefined)
  return { child, ready, exit, output: () => lines.join('\n') }
}

/** Living processes that belong to `pid` by command line or parentage, by process id. */
export async function descendantsOf(pid: number): Promise<Map<number, string>> {
  const parents = new Map<number, number>()
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const stat = processStatOf(await readFile(`/proc/${name}/stat`, 'utf8').catch(() => ''))
    if (stat !== null && stat.state !== 'Z') parents.set(stat.pid, stat.parentPid)
  }
  const found = new Map<number, string>()
  const pending = [pid]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    for (const [child, parent] of parents) {
      if (parent !== next || found.has(child)) continue
      const command = await readFile(`/proc/${child}/cmdline`, 'utf8').catch(() => '')
      found.set(child, command.replaceAll('\0', ' '))
      pending.push(child)
    }
  }
  return found
}
