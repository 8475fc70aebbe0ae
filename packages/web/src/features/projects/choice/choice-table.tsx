/** The user's projects as a table. */
import type { ProjectChoice } from '@pone/contract/entities/project.ts'
import { noValue } from '@pone/metrics/figures.ts'
import { useMemo } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { useRoleName } from '../../../lib/role-name.ts'
import { type DataColumn, DataTable, type DataTableProps } from '../../../ui/data-table/data-table.tsx'
import { TimeText } from '../../../ui/time-text.tsx'
import { ProjectFilters } from '../admin/project-filters.tsx'
import type { ProjectListState } from '../admin/project-list.ts'
import { ProjectStatus } from '../fields/project-status.tsx'

type TableProps = DataTableProps<ProjectChoice, ProjectListState['filters'], 'createdAt'>

export function ChoiceTable({
  title,
  list,
  onEnter,
  ...rest
}: Pick<TableProps, 'query' | 'empty'> & {
  readonly title: string
  readonly list: ProjectListState
  readonly onEnter: (project: ProjectChoice) => void
}) {
  return (
    <DataTable
      {...rest}
      storageKey="projects"
      label={title}
      columns={useColumns(onEnter)}
      list={list}
      rowId={project => project.id}
      onRowClick={onEnter}
      filters={<ProjectFilters list={list} />}
    />
  )
}

function useColumns(
  onEnter: (project: ProjectChoice) => void,
): readonly DataColumn<ProjectChoice, 'createdAt'>[] {
  const t = useT()
  const roleName = useRoleName()
  return useMemo(
    () => [
      {
        key: 'name',
        title: t('project.name'),
        visibility: 'always',
        render: project => <b style={{ fontWeight: 550 }}>{project.name}</b>,
      },
      {
        key: 'code',
        title: t('project.code'),
        render: project => <span className="code">{project.code}</span>,
      },
      { key: 'type', title: t('project.type'), render: project => t(`project.type.${project.type}`) },
      { key: 'status', title: t('project.status'), render: project => <ProjectStatus project={project} /> },
      { key: 'role', title: t('choice.yourRole'), render: project => roleName(null, project.role) },
      { key: 'manager', title: t('project.manager'), render: project => project.manager.realName },
      { key: 'members', title: t('project.members'), align: 'right', render: project => project.memberCount },
      {
        key: 'system',
        title: t('project.system'),
        visibility: 'optional',
        render: project => project.system || noValue,
      },
      { key: 'lastRun', title: t('choice.lastRun'), render: project => <TimeText at={project.lastRunAt} /> },
      {
        key: 'createdAt',
        title: t('project.createdAt'),
        visibility: 'optional',
        render: project => <TimeText at={project.createdAt} />,
      },
      {
        key: 'actions',
        title: '',
        visibility: 'always',
        fixed: 'right',
        align: 'right',
        render: project => (
          <button type="button" className="link-button" onClick={() => onEnter(project)}>
            {t('choice.enter')}
          </button>
        ),
      },
    ],
    [t, roleName, onEnter],
  )
}
