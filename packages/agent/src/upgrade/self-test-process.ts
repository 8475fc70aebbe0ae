/** Runs the self-test of another bundle in a process of its own. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { CauseError } from '@pone/contract/told-cause.ts'
import { childEnvironment } from '@pone/engine/child-environment.ts'
import { z } from 'zod'

const run = promisify(execFile)
const patienceMs = 90_000
const resultSchema = z.object({ event: z.literal('selfTest'), version: z.string() })

/** @throws Error with the output of the bundle; CauseError when it has another version. */
export async function testBundle(bundle: string, version: string, signal: AbortSignal): Promise<void> {
  const node = join(bundle, 'runtime', 'bin', 'node')
  const program = join(bundle, 'packages', 'agent', 'src', 'main.ts')
  const env = { ...childEnvironment(process.env), PONE_AGENT_BUNDLE: bundle }
  const { stdout } = await run(node, ['--disable-warning=ExperimentalWarning', program, '--self-test'], {
    env,
    signal,
    timeout: patienceMs,
    killSignal: 'SIGKILL',
  }).catch((cause: unknown) => {
    const { stderr = '', stdout: said = '' } = cause as { stderr?: string; stdout?: string }
    throw new Error(`${stderr}${said}`.trim().slice(-1_000) || String(cause), { cause })
  })
  const result = resultSchema.parse(JSON.parse(stdout.trim().split('\n').at(-1) ?? ''))
  if (result.version !== version)
    throw new CauseError('versionDiffers', { found: result.version, expected: version })
}
