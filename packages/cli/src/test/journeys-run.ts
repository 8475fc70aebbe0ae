/** Runs the journeys of e2e/ in a browser. */
import type { ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { checkout } from '../paths.ts'
import { machineIsFree } from './machine-is-free.ts'
import { type Outcome, parseCounts } from './outcome.ts'
import { runWithReport } from './run-with-report.ts'

interface JourneysRun {
  /** Names; all when both are left out. */
  readonly names?: readonly string[]
  /** Parts of names. */
  readonly matching?: readonly string[]
  /** One at a time. */
  readonly isAlone?: boolean
  /** Until then other tests run: one journey at a time, and none that needs the whole machine. */
  readonly until?: Promise<unknown>
  readonly say: (line: string) => void
}

export const runJourneys = ({
  names = [],
  matching = [],
  isAlone,
  until,
  say,
}: JourneysRun): Promise<Outcome> =>
  runWithReport('the runner of the journeys', {
    args: [
      join(checkout, 'e2e', 'run.ts'),
      ...(isAlone === true ? ['--parallel', '1'] : []),
      ...(until === undefined ? [] : ['--beside']),
      ...names.flatMap(name => ['--exactly', name]),
      ...matching.flatMap(part => ['--only', part]),
    ],
    // Its closing line is not the one of the whole run.
    onLine: line => say(parseCounts(line) === undefined ? line : `journeys: ${line}`),
    ...(until === undefined ? {} : { onStart: child => void tellWhenFree(child, until) }),
  })

/** One that has ended already does not need to know. */
async function tellWhenFree(child: ChildProcess, until: Promise<unknown>): Promise<void> {
  await until.catch(() => undefined)
  if (child.connected) child.send(machineIsFree)
}
