/** Starts the processes that run users' components: with an account of their own where the agent is root, limits of the system, Node's permission model, and an environment of listed names. */
import { type ChildProcess, fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { totalmem } from 'node:os'
import { childEnvironment } from '@pone/engine/child-environment.ts'
import { accountVariable } from '@pone/engine/enclosure.ts'
import { engineFlags, permissionFlags } from '@pone/engine/process-flags.ts'
import { systemLimits } from './process-limits.ts'

/** User ids from here on are unassigned: systemd leaves them unused, and a container that maps few ids has the second range. */
const accountRanges = [
  { first: 1_900_000_000, count: 60_000 },
  { first: 61_184, count: 4_336 },
] as const
/** Processes and threads of one account; an engine has about a dozen threads. */
const maxTasks = 128
/** A process may use this part of the machine's memory; it ends by itself before the system kills other processes. */
const memoryPart = 0.75
const setUid = 1n << 7n
const setGid = 1n << 6n

let started = 0

/** Forks a program that calls `enclose`. `output` is a file for its output, or 'ignore'. */
export function forkEnclosed(options: {
  readonly program: string
  /** Descriptor of a file that is its input; none when left out. */
  readonly input?: number
  readonly output: number | 'ignore'
  readonly env?: NodeJS.ProcessEnv
  /** Maximum memory of the process; a part of the machine's memory when left out. */
  readonly memoryBytes?: number
}): ChildProcess {
  const { program, input, output, env = {}, memoryBytes = usualMemoryBytes() } = options
  const account = nextAccount()
  const [execPath, ...before] = [
    // For an account that others use too, their processes would count.
    ...systemLimits({ memoryBytes, ...(account === null ? {} : { maxTasks }) }),
    process.execPath,
  ]
  return fork(program, {
    serialization: 'advanced',
    stdio: [input ?? 'ignore', output, output, 'ipc'],
    env: {
      ...childEnvironment(process.env),
      ...env,
      ...(account === null ? {} : { [accountVariable]: String(account) }),
    },
    execPath,
    execArgv: [...before, ...process.execArgv, ...engineFlags, ...permissionFlags],
  })
}

/** An account that no other process of this agent has; null where the agent cannot assign accounts. */
export function nextAccount(): number | null {
  const range = accountRange()
  if (range === null) return null
  // Agents on one machine start at different offsets.
  return range.first + ((process.pid * 97 + started++) % range.count)
}

/** A container's memory is less than the machine's. */
const usualMemoryBytes = (): number =>
  Math.floor(Math.min(process.constrainedMemory() || totalmem(), totalmem()) * memoryPart)

function accountRange(): (typeof accountRanges)[number] | null {
  if (process.getuid?.() !== 0) return null
  try {
    const held = /^CapEff:\s*([0-9a-f]+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? '0'
    if ((BigInt(`0x${held}`) & (setUid | setGid)) !== (setUid | setGid)) return null
    const mapped = readFileSync('/proc/self/uid_map', 'utf8').trim().split('\n')
    return accountRanges.find(range => mapped.some(line => isMapped(line, range))) ?? null
  } catch {
    return null
  }
}

function isMapped(line: string, { first, count }: (typeof accountRanges)[number]): boolean {
  const [inside = 0, , length = 0] = line.trim().split(/\s+/).map(Number)
  return inside <= first && first + count <= inside + length
}
