/** Runs vitest on some of its projects or files. */
import { join } from 'node:path'
import { checkout } from '../paths.ts'
import type { Outcome } from './outcome.ts'
import { runWithReport } from './run-with-report.ts'

interface VitestRun {
  /** Projects of `vitest.config.ts`; all when left out. */
  readonly projects?: readonly string[]
  /** Paths of files; all of the projects when left out. */
  readonly files?: readonly string[]
  /** Gives way to other processes. */
  readonly isPatient?: boolean
  /** Processes; two when left out. */
  readonly workers?: number
  /** One file at a time, each in a process of its own. */
  readonly isAlone?: boolean
  /** Receives the output. */
  readonly say: (line: string) => void
}

export const runVitest = (run: VitestRun): Promise<Outcome> =>
  runWithReport('vitest', {
    args: [
      join(checkout, 'node_modules', 'vitest', 'vitest.mjs'),
      'run',
      '--reporter=default',
      `--reporter=${join(checkout, 'packages', 'cli', 'src', 'test', 'vitest-reporter.ts')}`,
      ...(run.projects ?? []).map(name => `--project=${name}`),
      ...(run.workers === undefined ? [] : [`--maxWorkers=${run.workers}`]),
      ...(run.isAlone === true ? ['--isolate', '--no-file-parallelism'] : []),
      ...(run.files ?? []),
    ],
    isPatient: run.isPatient ?? false,
    onLine: run.say,
  })
