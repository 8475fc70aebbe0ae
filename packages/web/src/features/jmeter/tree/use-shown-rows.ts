/** The rows of the tree: all that are not folded away, or those that a search finds with what is around them. */
import type { JmxPlan } from '@pone/jmeter/jmx/plan.ts'
import { useDeferredValue, useMemo } from 'react'
import { useSession } from '../../../lib/session/session.ts'
import { createTitles } from '../plan/element-facts.ts'
import { findElements, treeRows, withAncestors } from './tree-rows.ts'

/** `hits` is null where nothing is searched for; `wanted` is a moment behind while someone types. */
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
