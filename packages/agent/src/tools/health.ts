/** Whether an installed tool works: what it says when it is asked for its version. */
import { chmod, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Tool } from '@pone/contract/entities/host.ts'
import { z } from 'zod'
import { runCommand } from './command.ts'
import { javaProgram } from './java.ts'
import { ToolFailure } from './tool-failure.ts'

/** Java starts slowly on a busy machine. */
const patienceMs = 120_000

/** One line. @throws ToolFailure health, with what it said instead */
export async function checkHealth(tool: Tool, folder: string, signal: AbortSignal): Promise<string> {
  switch (tool) {
    case 'JMeter':
      return askJmeter(folder, signal)
    case 'Arthas':
      return askArthas(folder, signal)
    case 'PR':
    case 'Agent':
      return readManifest(folder)
  }
}

async function askJmeter(folder: string, signal: AbortSignal): Promise<string> {
  const program = join(folder, 'bin', 'jmeter')
  // Archives of zip do not always carry the mode.
  await chmod(program, 0o755).catch((cause: unknown) => {
    throw new ToolFailure('badPackage', 'the package holds no bin/jmeter', { cause })
  })
  const { code, output } = await runTool(program, ['--version'], folder, signal)
  const version = /\b(\d+\.\d+(?:\.\d+)?)\b/.exec(output)?.[1]
  if (code !== 0 || version === undefined) throw unhealthy('bin/jmeter --version', output)
  return `JMeter ${version}`
}

async function askArthas(folder: string, signal: AbortSignal): Promise<string> {
  const { code, output } = await runTool(
    javaProgram(),
    ['-jar', join(folder, 'arthas-boot.jar'), '--versions'],
    folder,
    signal,
  )
  // Older ones know no --versions, but help; both mean that the jar works.
  if (code !== 0 && !/arthas/i.test(output)) throw unhealthy('arthas-boot.jar', output)
  return 'Arthas'
}

const manifestSchema = z.object({ type: z.literal('PR'), version: z.string() })

async function readManifest(folder: string): Promise<string> {
  try {
    const manifest = manifestSchema.parse(JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')))
    return `PR ${manifest.version}`
  } catch (cause) {
    throw new ToolFailure('badPackage', 'the package is no load engine of Pone', { cause })
  }
}

async function runTool(program: string, args: readonly string[], cwd: string, signal: AbortSignal) {
  try {
    return await runCommand(program, args, { timeoutMs: patienceMs, signal, cwd })
  } catch (cause) {
    signal.throwIfAborted()
    throw new ToolFailure('health', cause instanceof Error ? cause.message : String(cause), { cause })
  }
}

const unhealthy = (what: string, output: string): ToolFailure =>
  new ToolFailure('health', `${what} said: ${output.trim().slice(-1_000) || 'nothing'}`)
