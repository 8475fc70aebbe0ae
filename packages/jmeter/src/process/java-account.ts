/**
 * Starts Java under an account of its own where the agent is root, because a plan can run any code. Its folder belongs
 * to root and is sticky, so that the plan can add files but cannot replace those that the worker writes.
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

/** Ids that no user and no service has; the group is the run's. */
export interface JavaAccount {
  readonly uid: number
  readonly gid: number
}

/** The account that the agent gave this process; null when it gave none. */
export function accountOf(env: NodeJS.ProcessEnv): number | null {
  const uid = Number(env[accountVariable])
  return Number.isInteger(uid) && uid > 0 ? uid : null
}

/**
 * Null where accounts cannot be assigned. The group is the folder's when another worker of the run has already set it.
 */
export function javaAccount(uid: number | null, runFolder?: string): JavaAccount | null {
  if (uid === null || process.getuid?.() !== 0 || systemTool('setpriv') === null) return null
  const gid = runFolder === undefined ? 0 : statSync(runFolder).gid
  return { uid, gid: gid === 0 ? uid : gid }
}

/** Allows the run's group to pass through these folders, without listing them. */
export function openWay(folders: readonly string[], { gid }: JavaAccount): void {
  for (const folder of folders) {
    chownSync(folder, 0, gid)
    chmodSync(folder, 0o710)
  }
}

/** Gives Java ownership of its folder's content, except for `kept`, which it may only read. */
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

/** Whether Java can work there; not e.g. where JMeter or the folder is in the home of root. */
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

/** Command prefix that runs a program under the account. */
export function underAccount({ uid, gid }: JavaAccount): [string, ...string[]] {
  const prlimit = systemTool('prlimit')
  const setpriv = systemTool('setpriv') ?? 'setpriv'
  const drop = [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', '--no-new-privs']
  if (prlimit === null) return [setpriv, ...drop]
  return [prlimit, '--core=0', `--nproc=${maxTasks}`, setpriv, ...drop]
}

/** Variables for the paths that Java would otherwise read in the folders of the agent's account. */
export const homeEnvironment = (folder: string): NodeJS.ProcessEnv => ({
  HOME: folder,
  TMPDIR: temporaryFolder(folder),
})
export const homeOptions = (folder: string): string[] => [
  `-Duser.home=${folder}`,
  `-Djava.io.tmpdir=${temporaryFolder(folder)}`,
]

/** A shell command that ends all processes of the account, also those that have left Java's group. */
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
