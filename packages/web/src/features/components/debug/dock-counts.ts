/** The numbers in the tabs of the dock: what failed, if anything did, else how much there is; pure. */

import type { Count } from '../exchange/count-badge.tsx'
import type { DebugRun } from '../exchange/debug-model.ts'
import type { FieldProblem } from '../problems/problems.ts'

export type DockTab = 'requests' | 'search' | 'transactions' | 'variables' | 'log' | 'problems'

const none: Count = { all: 0, failed: 0 }

export function dockCounts(
  run: DebugRun | null,
  problems: readonly FieldProblem[],
): Readonly<Record<DockTab, Count>> {
  return {
    requests: run ? countOf(run.exchanges, row => !row.passed) : none,
    search: none,
    transactions: run ? countOf(run.transactions, ({ passed }) => !passed) : none,
    variables: none,
    log: run ? countOf(run.log, ({ line }) => line.level === 'error') : none,
    problems: countOf(problems, ({ severity }) => severity !== 'warning'),
  }
}

const countOf = <T>(items: readonly T[], isFailed: (item: T) => boolean): Count => ({
  all: items.length,
  failed: items.filter(isFailed).length,
})
