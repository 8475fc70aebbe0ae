/** Health check of an installed tool: it is run with its version option. */

import { chmod, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Tool } from '@pone/contract/entities/host.ts'
import { toldCause } from '@pone/contract/told-cause.ts'
import { errorText } from '@pone/schema/error-text.ts'
import { z } from 'zod'
import { arthasBoot } from './arthas.ts'
import { runCommand } from './command.ts'
import { javaProgram } from './java.ts'
import { ToolFailure } from './tool-failure.ts'

/** Java starts slowly on a busy machine. */
const patienceMs = 120_000

/** Its version, one line. @throws ToolFailure health, with its output */
export async function checkHealth(
  tool: Tool,
  folder: string,
  agentVersion: string,
  signal: AbortSignal,
): Promise<string> {
  switch (tool) {
    case 'JMeter':
      return askJmeter(folder, signal)
    case 'Arthas':
      return askArthas(folder, signal)
    case 'PR':
    case 'Agent':
      return checkEngine(folder, agentVersion)
  }
}

async function askJmeter(folder: string, signal: AbortSignal): Promise<string> {
  const program = join(folder, 'bin', 'jmeter')
  // Zip archives do not always contain the mode.
  await chmod(program, 0o755).catch((cause: unknown) => {
    throw new ToolFailure('badPackage', toldCause('fileMissingInPackage', { file: 'bin/jmeter' }), { cause })
  })
  const { code, output } = await runTool(program, ['--version'], folder, signal)
  // The version ends its banner; paths and warnings before it contain other numbers.
  const version = /(?:^|\s)(\d+\.\d+(?:\.\d+)?)\s*$/m.exec(output)?.[1]
  if (code !== 0 || version === undefined) throw unhealthy('bin/jmeter --version', output)
  return `JMeter ${version}`
}

async function askArthas(folder: string, signal: AbortSignal): Promise<string> {
  const { output } = await runTool(javaProgram(), [...arthasBoot(folder), '-h'], folder, signal)
  // Its help contains its name, whatever its exit code; asking for versions would access the Internet.
  if (!/arthas/i.test(output)) throw unhealthy('arthas-boot.jar', output)
  return 'Arthas'
}

const manifestSchema = z.object({ type: z.literal('PR'), version: z.string() })

/** Engine and agent exchange messages, so their versions must agree in all but the last number. */
async function checkEngine(folder: string, agentVersion: string): Promise<string> {
  const { version } = await readManifest(folder)
  if (series(version) !== series(agentVersion))
    throw new ToolFailure('badPackage', toldCause('otherEngineVersion', { version, agentVersion }))
  return `PR ${version}`
}

const series = (version: string): string => version.split('.').slice(0, 2).join('.')

async function readManifest(folder: string): Promise<z.infer<typeof manifestSchema>> {
  try {
    return manifestSchema.parse(JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')))
  } catch (cause) {
    throw new ToolFailure('badPackage', toldCause('noEnginePackage'), { cause })
  }
}

async function runTool(program: string, args: readonly string[], cwd: string, signal: AbortSignal) {
  try {
    return await runCommand(program, args, { timeoutMs: patienceMs, signal, cwd })
  } catch (cause) {
    signal.throwIfAborted()
    throw new ToolFailure('health', errorText(cause), { cause })
  }
}

const unhealthy = (what: string, output: string): ToolFailure =>
  new ToolFailure(
    'health',
    toldCause('programSaid', { program: what, output: output.trim().slice(-1_000) || '–' }),
  )
