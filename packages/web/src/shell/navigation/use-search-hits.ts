/** Pages of the area and objects of the project that match a search text, limited to what the user may view. */
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../../lib/api.ts'
import { catalogueTrees } from '../../lib/catalogue-trees.ts'
import { useT } from '../../lib/i18n.ts'
import { useSession } from '../../lib/session/session.ts'
import { menuOf } from './menu.ts'
import { type Hit, type ProjectContent, pageHits, projectHits } from './search-hits.ts'

export function useSearchHits(area: 'admin' | 'projects', search: string): readonly Hit[] {
  const t = useT()
  const cloudMode = useSession('cloudMode')
  const isTenantAdmin = useSession('isTenantAdmin')
  const accessList = useSession('accessList')
  const content = useProjectContent(search, area === 'projects')
  const inProject = useMemo(() => projectHits(content, search), [content, search])
  const pages = menuOf(area, { cloudMode, isTenantAdmin, accessList })
    .flatMap(group => group.items)
    .map(({ path, route }) => ({ path, title: t(route.title) }))
  return [...pageHits(pages, search), ...inProject]
}

/** Sends no request outside a project or without the permission. */
function useProjectContent(search: string, isInProject: boolean): ProjectContent {
  const projectId = useSession('projectId')
  const access = useSession('accessList')
  const isOn = isInProject && projectId !== ''
  const components = useQuery({
    ...catalogueTrees.component(projectId),
    enabled: isOn && access.includes('component.view'),
  })
  const plans = useQuery({
    ...catalogueTrees.jmeter(projectId),
    enabled: isOn && access.includes('component.view'),
  })
  const scenarios = useQuery({
    ...catalogueTrees.scenario(projectId),
    enabled: isOn && access.includes('scenario.view'),
  })
  const runs = useQuery({
    queryKey: ['runs', projectId, 'search', search],
    queryFn: ({ signal }) => api.run.list({ projectId, search }, { signal }),
    enabled: isOn && search !== '' && access.includes('run.view'),
    placeholderData: before => before,
  })
  return useMemo(
    () => ({
      components: components.data,
      jmeterComponents: plans.data,
      scenarios: scenarios.data,
      runs: runs.data?.rows,
    }),
    [components.data, plans.data, scenarios.data, runs.data],
  )
}
