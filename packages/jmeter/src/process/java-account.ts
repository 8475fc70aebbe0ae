/**
 * Starts Java under an account of its own where the agent is root: a plan runs any code. Its folder belongs to root and
 * is sticky, so that the plan can add files but cannot put others in the place of those that the worker writes.
 */
import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, lchownSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { accountVariable } from '@pone/engine/enclosure.ts'
import { systemTool } from '@pone/engine/system-tool.ts'
import { jarOf } from './homes.ts'
import { javaProgram } from './java.ts'

/** Threads of JMeter count as tasks. */
const maxTasks = 20_000
const toolTimeoutMs = 10_000

/** Numbers that no person and no service has; the group is the run's. */
export interface JavaAccount {
  readonly uid: number
  readonly gid: number
}

/** The one that the agent gave this process; null when it gave none. */
export function accountOf(env: NodeJS.ProcessEnv): number | null {
  const uid = Number(env[accountVariable])
  return Number.isInteger(uid) && uid > 0 ? uid : null
}

/** Null where accounts cannot be given away. The group is the folder's when another worker of the run has it already. */
export function javaAccount(uid: number | null, runFolder?: string): JavaAccount | null {
  if (uid === null || process.getuid?.() !== 0 || systemTool('setpriv') === null) return null
  const gid = runFolder === undefined ? 0 : statSync(runFolder).gid
  return { uid, gid: gid === 0 ? uid : gid }
}

/** Lets the run's group pass these folders, without seeing what is in them. */
export function openWay(folders: readonly string[], { gid }: JavaAccount): void {
  for (const folder of folders) {
    chownSync(folder, 0, gid)
    chmodSync(folder, 0o710)
  }
}

/** Gives Java its folder: what is in it, but for `kept`, which it may only read. */
export function handOver(folder: string, { uid, gid }: JavaAccount, kept: readonly string[]): void {
  const own = new Set(kept)
  mkdirSync(temporaryFolder(folder), { mode: 0o700 })
  for (const path of readdirSync(folder).map(name => join(folder, name))) {
    if (own.has(path)) chmodSync(path, 0o640)
    lchownSync(path, own.has(path) ? 0 : uid, gid)
  }
  chownSync(folder, 0, gid)
  chmodSync(folder, 0o1770)
}

/** Whether Java can work there: e.g. not where JMeter or the folder is in the home of root. */
export function canWork(folder: string, home: string, account: JavaAccount): boolean {
  const question = 'test -r "$0" && test -w "$1" && command -v "$2"'
  const [program, ...args] = [
    ...underAccount(account),
    '/bin/sh',
    '-c',
    question,
    jarOf(home),
    folder,
    javaProgram(),
  ]
  return spawnSync(program, args, { stdio: 'ignore', timeout: toolTimeoutMs }).status === 0
}

/** The program and arguments that what follows them is started by. */
export function underAccount({ uid, gid }: JavaAccount): [string, ...string[]] {
  const prlimit = systemTool('prlimit')
  const setpriv = systemTool('setpriv') ?? 'setpriv'
  const drop = [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', '--no-new-privs']
  if (prlimit === null) return [setpriv, ...drop]
  return [prlimit, '--core=0', `--nproc=${maxTasks}`, setpriv, ...drop]
}

/** What Java would otherwise look for in the folders of the agent's account. */
export const homeEnvironment = (folder: string): NodeJS.ProcessEnv => ({
  HOME: folder,
  TMPDIR: temporaryFolder(folder),
})
export const homeOptions = (folder: string): string[] => [
  `-Duser.home=${folder}`,
  `-Djava.io.tmpdir=${temporaryFolder(folder)}`,
]

/** A command for the shell that ends all processes of the account, also those that have left Java's group. */
export const sweepCommand = ({ uid, gid }: JavaAccount): string =>
  `${systemTool('setpriv') ?? 'setpriv'} --reuid=${uid} --regid=${gid} --clear-groups /bin/sh -c 'kill -KILL -1'`

export function sweep(account: JavaAccount | null): void {
  if (account === null) return
  spawnSync('/bin/sh', ['-c', `${sweepCommand(account)} 2>/dev/null`], {
    stdio: 'ignore',
    timeout: toolTimeoutMs,
  })
}

const temporaryFolder = (folder: string): string => join(folder, 'tmp')
