/** /pone/atf/projects/projectActuator: the hosts assigned to the project, and what its members may do on them. */
import { useT } from '../../../lib/i18n.ts'
import { HostList } from './host-list.tsx'

const noFurtherActions = () => []

export function Page() {
  const t = useT()
  return (
    <HostList
      title={t('route.projectActuator')}
      empty={{ title: t('host.projectEmptyTitle'), text: t('host.projectEmptyText') }}
      rowActions={noFurtherActions}
      showsProjects={false}
    />
  )
}
