/** Pages taskCenter/monitorWarning and adminTaskCenter/adminMonitorWarning: incidents below the tabs of the task centre; combined here because features never import each other. */
import { IncidentTable } from './features/monitors/alerts/incidents/incident-table.tsx'
import { TaskTabs } from './features/tasks/centre/task-tabs.tsx'
import { useT } from './lib/i18n.ts'
import { useSession } from './lib/session/session.ts'
import { PageBody, PageHeader } from './ui/page/page-header.tsx'

export function Page() {
  const t = useT()
  const isAdministrator = useSession('isAdministrator')
  const projectId = useSession('projectId')
  return (
    <>
      <PageHeader
        title={t(isAdministrator ? 'route.adminTaskCenter' : 'route.taskCenter')}
        note={<TaskTabs scope={isAdministrator ? { kind: 'admin' } : { kind: 'project', projectId }} />}
      />
      <PageBody>
        <IncidentTable scope={isAdministrator ? 'admin' : 'project'} label={t('route.task.monitorWarning')} />
      </PageBody>
    </>
  )
}
