/** Page monitorBoard: the chart groups of the project, and one of them as it is watched. */
import { useUrlState } from '../../../lib/navigation/url-state.ts'
import { GroupList } from './list/group-list.tsx'
import { GroupViewPage } from './view/group-view.tsx'

const urlDefaults = { group: '' }

export function Page() {
  const [{ group }] = useUrlState(urlDefaults)
  return group === '' ? <GroupList /> : <GroupViewPage id={group} />
}
