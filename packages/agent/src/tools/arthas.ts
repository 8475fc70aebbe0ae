/** Arthas in a Java process of this machine: attached with its console on the loopback only, and told to leave again. */
import { join } from 'node:path'
import { runCommand } from './command.ts'
import { javaProgram, listJavaProcesses } from './java.ts'
import { ToolFailure } from './tool-failure.ts'
import type { Teller } from './tool-work.ts'

const patienceMs = 120_000

interface ArthasPlace {
  /** Where Arthas is installed. */
  readonly folder: string
  readonly tell: Teller
  readonly signal: AbortSignal
}

/** @throws ToolFailure noProcess, health */
export async function attachArthas(
  place: ArthasPlace & { readonly pid: number; readonly dataFolder: string },
): Promise<void> {
  const { folder, pid, dataFolder, tell, signal } = place
  if (!(await listJavaProcesses()).some(each => each.pid === pid))
    throw new ToolFailure('noProcess', `there is no Java process ${pid}`)
  const args = ['-jar', join(folder, 'arthas-boot.jar'), '--target-ip', '127.0.0.1', '--attach-only']
  const { code, output } = await runCommand(javaProgram(), [...args, String(pid)], {
    timeoutMs: patienceMs,
    signal,
    cwd: dataFolder,
    onLine: line => tell.line(line),
  })
  if (code !== 0) throw new ToolFailure('health', output.trim().slice(-1_000))
  tell.line(`attached to process ${pid}, on 127.0.0.1 only`)
}

/** Does nothing when the process is gone. */
export async function detachArthas(place: ArthasPlace & { readonly pid: number | null }): Promise<void> {
  const { folder, pid, tell, signal } = place
  if (pid === null || !(await listJavaProcesses()).some(each => each.pid === pid)) {
    tell.line('it is attached to no process')
    return
  }
  const args = [
    '-jar',
    join(folder, 'arthas-boot.jar'),
    '--target-ip',
    '127.0.0.1',
    '-c',
    'stop',
    String(pid),
  ]
  const { code, output } = await runCommand(javaProgram(), args, {
    timeoutMs: patienceMs,
    signal,
    onLine: line => tell.line(line),
  })
  if (code !== 0) throw new ToolFailure('health', output.trim().slice(-1_000))
}
