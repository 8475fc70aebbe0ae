/** The rows of the step tree: all that are not collapsed, or the search matches with the groups around them. */
import type { Step } from '@pone/plan/steps/registry.ts'
import { useMemo } from 'react'
import { useSession } from '../../../lib/session/session.ts'
import { unevenRows } from '../../../ui/virtual-rows/row-layout.ts'
import { findSteps, rowHeights, shownRows, siblingCounts } from './step-rows.ts'

/** `hits` is null without a search; `siblings` by the id of the parent. */
export function useStepRows(steps: readonly Step[], search: string, folded: ReadonlySet<string>) {
  const language = useSession('language')
  const hits = useMemo(() => findSteps(steps, search), [steps, search])
  const rows = useMemo(() => shownRows(steps, folded, hits), [steps, folded, hits])
  const keys = useMemo(() => rows.map(({ step }) => step.id), [rows])
  const layout = useMemo(() => unevenRows(rowHeights(rows, language)), [rows, language])
  const siblings = useMemo(() => siblingCounts(rows), [rows])
  return { hits, rows, keys, layout, siblings }
}
