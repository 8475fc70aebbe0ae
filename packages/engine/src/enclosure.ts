/**
 * Takes away what an engine process no longer needs once its plan is open: the file system, the account of root. From
 * then on even code that got out of its engine of scripts finds nothing worth reaching (docs/decisions/029-two-walls.md).
 */
import { writeFileSync } from 'node:fs'
import { flushCompileCache } from 'node:module'

/** Names the account, a number, that the process is to go on under; only root is told one. */
export const accountVariable = 'PONE_ENGINE_ACCOUNT'

/** Kernel's choice when memory is short: rather this process than the agent, the server or the database. */
const outOfMemoryScore = '800'
/** Everything that Node's permission model knows; what was never granted may be dropped too. */
const scopes = ['fs.read', 'fs.write', 'child', 'worker', 'inspector', 'wasi', 'addon', 'net'] as const
/** The target has to be reached. */
const kept = new Set<string>(['net'])

interface DroppablePermission {
  drop?(scope: string): void
}

/** By these JavaScript would act on other processes, or leave the permission model; the engine needs none of them. */
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
  // The account that comes next may not write there.
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
    // There is no such file on this system, or the process is enclosed already.
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
