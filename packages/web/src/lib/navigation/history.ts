/** Pages that exist twice in the workspace: once for active runs, once (`…History`) for ended ones. */
import { useLocation } from 'react-router'

/** Whether the page is shown at its history address. */
export const useIsHistory = (): boolean => useLocation().pathname.replace(/\/+$/, '').endsWith('History')

/** Address of the page of this name for active runs or, with `isHistory`, for ended ones. */
export const historyPage = (page: string, isHistory: boolean): string =>
  `/pone/atf/projects/${page}${isHistory ? 'History' : ''}`
