/** Pages that stand in the workspace twice: once for what is at hand, once (`…History`) for what is over. */
import { useLocation } from 'react-router'

/** Whether the page is shown by its history address. */
export const useIsHistory = (): boolean => useLocation().pathname.replace(/\/+$/, '').endsWith('History')

/** Where the page of this name leads that belongs to the one at hand. */
export const historyPage = (page: string, isHistory: boolean): string =>
  `/pone/atf/projects/${page}${isHistory ? 'History' : ''}`
