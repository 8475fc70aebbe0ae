/**
 * Drops what an engine process does not need any more once its plan is open: the file system, the root account. From
 * then on even code that has escaped from the script engine cannot reach anything of value
 * (docs/decisions/029-two-walls.md).
 */
import { writeFileSync } from 'node:fs'
import { flushCompileCache } from 'node:module'

/** Contains the id of the account that the process must switch to; set only for a process of root. */
export const accountVariable = 'PONE_ENGINE_ACCOUNT'

/** Preference of the kernel when memory is short: this process before the agent, the server or the database. */
const outOfMemoryScore = '800'
/** All scopes of Node's permission model; a scope that was never granted may be dropped too. */
const scopes = ['fs.read', 'fs.write', 'child', 'worker', 'inspector', 'wasi', 'addon', 'net'] as const
/** The network stays allowed, for the target. */
const kept = new Set<string>(['net'])

interface DroppablePermission {
  drop?(scope: string): void
}

/** With these JavaScript could act on other processes, or leave the permission model; the engine needs none of them. */
const unneeded = [
  'kill',
  '_kill',
  '_debugProcess',
  '_debugEnd',
  'binding',
  '_linkedBinding',
  'dlopen',
  'execve',
]

/** To be called when all files are open, before anything of a component runs; a second call changes nothing. @throws Error when the account cannot be left */
export function enclose(env: NodeJS.ProcessEnv = process.env): void {
  preferForOutOfMemory()
  // The next account may not write there.
  flushCompileCache()
  leaveAccount(env[accountVariable])
  const permission = process.permission as DroppablePermission | undefined
  for (const name of unneeded) Reflect.deleteProperty(process, name)
  for (const scope of scopes) if (!kept.has(scope)) permission?.drop?.(scope)
}

function preferForOutOfMemory(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', outOfMemoryScore)
  } catch {
    // There is no such file on this system, or the process is already enclosed.
  }
}

function leaveAccount(account: string | undefined): void {
  const id = Number(account)
  if (account === undefined || process.getuid?.() !== 0 || !Number.isInteger(id) || id <= 0) return
  process.setgroups?.([])
  process.setgid?.(id)
  process.setuid?.(id)
  if (process.getuid() !== id || process.getgid?.() !== id) throw new Error('the process stays root')
}
