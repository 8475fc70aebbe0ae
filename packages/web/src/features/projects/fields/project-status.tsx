/** The status of a project as icon and word. */

import { ClockCircleOutlined, InboxOutlined, PlayCircleFilled, StopOutlined } from '@ant-design/icons'
import type { Project } from '@pone/contract/entities/project.ts'
import { useT } from '../../../lib/i18n.ts'
import { StatusTag } from '../../../ui/status-tag.tsx'

export function ProjectStatus({ project }: { readonly project: Pick<Project, 'status' | 'isEnabled'> }) {
  const t = useT()
  if (project.status === 'archived')
    return (
      <StatusTag tone="off" icon={<InboxOutlined />}>
        {t('project.status.archived')}
      </StatusTag>
    )
  if (!project.isEnabled)
    return (
      <StatusTag tone="warning" icon={<StopOutlined />}>
        {t('project.disabled')}
      </StatusTag>
    )
  if (project.status === 'inProgress')
    return (
      <StatusTag tone="running" icon={<PlayCircleFilled />}>
        {t('project.status.inProgress')}
      </StatusTag>
    )
  return (
    <StatusTag tone="off" icon={<ClockCircleOutlined />}>
      {t('project.status.notImplemented')}
    </StatusTag>
  )
}
