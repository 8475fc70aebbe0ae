/** How a form reports its unsaved changes to the dialog or drawer around it, which asks before it discards them. */
import { createContext, useContext, useEffect, useId } from 'react'

/** Saves what was changed and shows what prevents it. Resolves to whether it is stored. */
export type SaveChanges = () => Promise<boolean>

/** @param save null: the form has no changes */
type ReportChanges = (formId: string, save: SaveChanges | null) => void

export const LayerChanges = createContext<ReportChanges | null>(null)

export const useIsInLayer = (): boolean => useContext(LayerChanges) !== null

/** Reports the changes of a form; outside dialogs and drawers with a form it does nothing. */
export function useReportChanges(isChanged: boolean, save: SaveChanges): void {
  const report = useContext(LayerChanges)
  const id = useId()
  // Without dependencies, as `save` is another function after each change.
  useEffect(() => report?.(id, isChanged ? save : null))
  useEffect(() => () => report?.(id, null), [report, id])
}
