/** Runs a runner of tests and reads the report that it leaves. */
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { cacheFolder } from '../paths.ts'
import type { Outcome } from './outcome.ts'
import { readReport, reportVariable } from './report.ts'
import { type Program, runNode } from './run-node.ts'

/** `runner` is its name in texts of failures. */
export async function runWithReport(runner: string, program: Program): Promise<Outcome> {
  await mkdir(cacheFolder, { recursive: true })
  const folder = await mkdtemp(join(cacheFolder, 'report-'))
  const path = join(folder, 'report.json')
  try {
    const exitCode = await runNode({ ...program, env: { ...program.env, [reportVariable]: path } })
    return readReport(runner, await readFile(path, 'utf8').catch(() => ''), exitCode)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
