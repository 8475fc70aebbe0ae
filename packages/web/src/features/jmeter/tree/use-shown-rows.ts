/** The rows of the tree: all that are not collapsed, or the search matches with their ancestors. */
import type { JmxPlan } from '@pone/jmeter/jmx/plan.ts'
import { useDeferredValue, useMemo } from 'react'
import { useSession } from '../../../lib/session/session.ts'
import { createTitles } from '../plan/element-facts.ts'
import { findElements, treeRows, withAncestors } from './tree-rows.ts'

/** `hits` is null without a search; `wanted` may be one render behind while typing. */
export function useShownRows(plan: JmxPlan, search: string, folded: ReadonlySet<string>) {
  const language = useSession('language')
  const wanted = useDeferredValue(search.trim())
  const titleOf = useMemo(() => createTitles(language), [language])
  const hits = useMemo(
    () => (wanted === '' ? null : findElements(plan, wanted, titleOf)),
    [plan, wanted, titleOf],
  )
  const rows = useMemo(
    () => treeRows(plan, folded, hits === null ? null : withAncestors(plan, hits)),
    [plan, folded, hits],
  )
  return { wanted, titleOf, hits, rows }
}
