/** Arthas in a Java process of this machine: attached with its console on the loopback interface only, and detached. */

import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { stripVTControlCharacters } from 'node:util'
import { toldCause } from '@pone/contract/told-cause.ts'
import { askConsole, chooseConsolePort, consoleHost } from './arthas-console.ts'
import type { Attachment } from './attachment.ts'
import { type CommandEnd, runCommand } from './command.ts'
import { javaProgram, listJavaProcesses, ownUser } from './java.ts'
import type { ProgressReporter } from './tool-context.ts'
import { ToolFailure } from './tool-failure.ts'

const patienceMs = 120_000
/** Time for its console to close after the command to detach, ms. */
const leavePatienceMs = 15_000
/** Time-out for the greeting of a console that should be closed. */
const silencePatienceMs = 1_000

interface ArthasPlace {
  /** Folder that Arthas is installed in. */
  readonly folder: string
  readonly progress: ProgressReporter
  readonly signal: AbortSignal
}

/** `attached` is its present attachment. @throws ToolFailure noProcess, otherAccount, inUse, health */
export async function attachArthas(
  place: ArthasPlace & { readonly pid: number; readonly attached: Attachment | null },
): Promise<Attachment> {
  const { pid, attached, progress, signal } = place
  const target = (await listJavaProcesses()).find(each => each.pid === pid)
  if (target === undefined) throw new ToolFailure('noProcess', toldCause('noSuchProcess', { pid }))
  if (target.user !== ownUser())
    throw new ToolFailure(
      'otherAccount',
      toldCause('processOfOther', { pid, owner: target.user, account: ownUser() }),
    )
  if (attached !== null && (await isAttached(attached, signal))) {
    if (attached.pid !== pid)
      throw new ToolFailure('inUse', toldCause('attachedElsewhere', { pid: attached.pid }))
    progress.line(toldCause('attachedAlready', { pid }))
    return attached
  }
  const port = await chooseConsolePort(pid, signal)
  const args = ['--attach-only', ...consoleOptions(port), String(pid)]
  const { code, output } = await runBoot(place, args)
  // It reports success even when the process has refused it.
  if (code !== 0 || !(await isAttached({ pid, port }, signal))) throw new ToolFailure('health', endOf(output))
  progress.line(toldCause('attachedTo', { pid, host: consoleHost, port }))
  return { pid, port }
}

/** Does nothing when the process has ended or Arthas is not attached to it. @throws ToolFailure health */
export async function detachArthas(
  place: ArthasPlace & { readonly attached: Attachment | null },
): Promise<void> {
  const { attached, progress, signal } = place
  if (attached === null || !(await mayBeAttached(attached, signal))) {
    progress.line(toldCause('attachedToNone'))
    return
  }
  const { pid, port } = attached
  const args = ['--command', 'stop', ...consoleOptions(port), String(pid)]
  // Its client mostly ends with an error, because the connection is closed while it is still writing. The console
  // closes a little later.
  for (let tries = 1; ; tries += 1) {
    const { output } = await runBoot(place, args)
    if (await hasLeft(attached, signal)) break
    // The client may have ended before it printed anything.
    if (tries === 2) throw new ToolFailure('health', endOf(output))
  }
  progress.line(toldCause('detachedFrom', { pid }))
}

/** Waits until the console is closed; a closing one may accept a connection and send nothing. */
async function hasLeft({ pid, port }: Attachment, signal: AbortSignal): Promise<boolean> {
  const deadline = performance.now() + leavePatienceMs
  while (performance.now() < deadline) {
    const answer = await askConsole(port, signal, silencePatienceMs)
    if (answer.kind === 'nobody' || (answer.kind === 'arthas' && answer.pid !== pid)) return true
    await pause(100, undefined, { signal })
  }
  return false
}

/**
 * Its logs and the output of its commands are written to this folder, instead of the home and the application's own
 * folder.
 */
export async function directArthasOutput(folder: string, logPath: string): Promise<void> {
  // Other characters would have to be escaped, differently in each file.
  if (!/^[\w./-]+$/.test(logPath)) return
  await rewrite(
    join(folder, 'arthas.properties'),
    text => `${text.trimEnd()}\n\narthas.outputPath=${join(logPath, 'output')}\n`,
  )
  await rewrite(join(folder, 'logback.xml'), text =>
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a placeholder of logback.
    text.replaceAll('${user.home}/logs/arthas', logPath).replaceAll('/../arthas-cache/', '/'),
  )
}

/** Missing files are skipped: a package may be the boot jar alone. */
async function rewrite(path: string, change: (text: string) => string): Promise<void> {
  const text = await readFile(path, 'utf8').catch(() => null)
  if (text !== null) await writeFile(path, change(text))
}

/** Arguments of Java; files that it would keep in the home are kept in its own folder. */
export const arthasBoot = (folder: string): string[] => [
  `-Duser.home=${folder}`,
  '-jar',
  join(folder, 'arthas-boot.jar'),
]

/** Its web console stays closed: it asks for no password, and a browser on this machine could be directed to it. */
const consoleOptions = (port: number): string[] => [
  '--target-ip',
  consoleHost,
  '--telnet-port',
  String(port),
  '--http-port',
  '-1',
]

async function isAttached({ pid, port }: Attachment, signal: AbortSignal): Promise<boolean> {
  const answer = await askConsole(port, signal)
  return answer.kind === 'arthas' && answer.pid === pid
}

/** A process that hangs does not answer and may still have Arthas in it. */
async function mayBeAttached(attached: Attachment, signal: AbortSignal): Promise<boolean> {
  if (!(await listJavaProcesses()).some(each => each.pid === attached.pid)) return false
  const answer = await askConsole(attached.port, signal)
  return answer.kind === 'stranger' || (answer.kind === 'arthas' && answer.pid === attached.pid)
}

function runBoot({ folder, progress, signal }: ArthasPlace, args: readonly string[]): Promise<CommandEnd> {
  return runCommand(javaProgram(), [...arthasBoot(folder), ...args], {
    timeoutMs: patienceMs,
    signal,
    cwd: folder,
    onLine: line => progress.line(stripVTControlCharacters(line)),
  })
}

const endOf = (output: string): string => stripVTControlCharacters(output).trim().slice(-1_000)
