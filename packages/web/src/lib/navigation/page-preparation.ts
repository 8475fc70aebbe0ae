/** Starts what a page needs before it is shown: its code, and the call of its first data beside it instead of after it. */
import type { ProjectFunction } from '@pone/contract/permissions.ts'
import { catalogueTrees } from '../catalogue-trees.ts'
import { queryClient } from '../query.ts'
import { session } from '../session/session.ts'

/** Queries of pages that show up to 10,000 rows, by the name in the route table. */
const firstQueries = {
  components: (projectId: string) => queryClient.prefetchQuery(catalogueTrees.component(projectId)),
  scenarios: (projectId: string) => queryClient.prefetchQuery(catalogueTrees.scenario(projectId)),
} as const
export type FirstData = keyof typeof firstQueries

interface Prepared {
  readonly page?: () => Promise<unknown>
  readonly firstData?: FirstData
  readonly needs?: ProjectFunction
}

/** Asks for the first data unless it is at hand, under way or not permitted; the page itself shows what fails. */
export function startFirstData({ firstData, needs }: Omit<Prepared, 'page'>): void {
  const { token, projectId, accessList } = session.get()
  if (!firstData || token === '' || projectId === '') return
  if (needs && !accessList.includes(needs)) return
  void firstQueries[firstData](projectId)
}

/** A pointer that rests this long on a link is about to click it, ms. */
const restMs = 40

/** Handlers of a link that prepare its page while the pointer rests on it; what fails is tried again by the navigation. */
export function preparingLink(route: Prepared) {
  let rest: ReturnType<typeof setTimeout> | undefined
  const prepare = () => {
    startFirstData(route)
    void route.page?.().catch(() => {})
  }
  return {
    onPointerEnter: () => {
      rest = setTimeout(prepare, restMs)
    },
    onPointerLeave: () => clearTimeout(rest),
  }
}
