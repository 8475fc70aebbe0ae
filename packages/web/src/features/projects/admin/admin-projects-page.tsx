/** /pone/atf/project: all projects, for administrators. */
import { PlusOutlined, ProfileOutlined } from '@ant-design/icons'
import type { Project } from '@pone/contract/entities/project.ts'
import { noValue } from '@pone/metrics/figures.ts'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { api } from '../../../lib/api.ts'
import { type Translate, useT } from '../../../lib/i18n.ts'
import { type DataColumn, DataTable } from '../../../ui/data-table/data-table.tsx'
import { RowActions } from '../../../ui/data-table/row-actions.tsx'
import { useList } from '../../../ui/data-table/use-list.ts'
import { useConfirm } from '../../../ui/page/confirm.tsx'
import { PageBody, PageHeader } from '../../../ui/page/page-header.tsx'
import { TimeText } from '../../../ui/time-text.tsx'
import { AdminProjectDialog } from '../fields/project-dialog.tsx'
import { ProjectStatus } from '../fields/project-status.tsx'
import { ProjectFilters } from './project-filters.tsx'
import { projectListOptions, projectQueryOf } from './project-list.ts'
import { TemplatesDialog } from './templates-dialog.tsx'

/** Width of the table in px below which columns join: in a window of 1,024 px. */
const narrow = 960

export function Page() {
  const t = useT()
  const list = useList(projectListOptions)
  const [dialog, setDialog] = useState<Project | 'new' | 'templates' | null>(null)
  const asked = projectQueryOf(list)
  const query = useQuery({
    queryKey: ['projects', 'admin', asked],
    queryFn: ({ signal }) => api.adminProject.list(asked, { signal }),
    placeholderData: keepPreviousData,
  })
  const columns = useColumns(setDialog)
  const newButton = (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setDialog('new')}>
      {t('project.new')}
    </Button>
  )
  return (
    <>
      <PageHeader
        title={t('route.project')}
        actions={
          <>
            <Button icon={<ProfileOutlined />} onClick={() => setDialog('templates')}>
              {t('project.templates')}
            </Button>
            {newButton}
          </>
        }
      />
      <PageBody>
        <DataTable
          storageKey="adminProjects"
          label={t('route.project')}
          columns={columns}
          query={query}
          list={list}
          rowId={project => project.id}
          onRowClick={setDialog}
          filters={<ProjectFilters list={list} />}
          empty={{
            title: t('project.emptyTitle'),
            text: t('project.emptyAdminText'),
            startWith: t('project.new'),
          }}
        />
      </PageBody>
      {dialog === 'templates' && <TemplatesDialog onClose={() => setDialog(null)} />}
      {dialog !== null && dialog !== 'templates' && (
        <AdminProjectDialog project={dialog === 'new' ? null : dialog} onClose={() => setDialog(null)} />
      )}
    </>
  )
}

type Column = DataColumn<Project, 'createdAt'>

function useColumns(onEdit: (project: Project) => void): readonly Column[] {
  const t = useT()
  const actions = useProjectActions()
  return useMemo(() => [...factColumns(t), actionColumn(t, actions, onEdit)], [t, actions, onEdit])
}

function factColumns(t: Translate): readonly Column[] {
  return [
    {
      key: 'name',
      title: t('project.name'),
      visibility: 'always',
      fixed: 'left',
      render: project => <b style={{ fontWeight: 550 }}>{project.name}</b>,
    },
    {
      key: 'code',
      title: t('project.code'),
      joins: { to: 'name', below: narrow },
      render: project => <span className="code">{project.code}</span>,
    },
    {
      key: 'type',
      title: t('project.type'),
      joins: { to: 'status', below: narrow },
      render: project => t(`project.type.${project.type}`),
    },
    { key: 'status', title: t('project.status'), render: project => <ProjectStatus project={project} /> },
    {
      key: 'manager',
      title: t('project.manager'),
      render: project => `${project.manager.realName} · ${project.manager.account}`,
    },
    { key: 'members', title: t('project.members'), align: 'right', render: project => project.memberCount },
    { key: 'system', title: t('project.system'), render: project => project.system || noValue },
    {
      key: 'planned',
      title: t('project.planned'),
      visibility: 'optional',
      render: project =>
        project.plannedStartAt === null && project.plannedEndAt === null ? (
          noValue
        ) : (
          <>
            <TimeText at={project.plannedStartAt} /> → <TimeText at={project.plannedEndAt} />
          </>
        ),
    },
    {
      key: 'testManager',
      title: t('project.testManager'),
      visibility: 'optional',
      render: project => project.testManager || noValue,
    },
    {
      key: 'createdAt',
      joins: { to: 'manager', below: narrow },
      title: t('project.createdAt'),
      render: project => <TimeText at={project.createdAt} />,
    },
  ]
}

function actionColumn(
  t: Translate,
  actions: ReturnType<typeof useProjectActions>,
  onEdit: (project: Project) => void,
): Column {
  return {
    key: 'actions',
    title: '',
    width: 110,
    visibility: 'always',
    fixed: 'right',
    align: 'right',
    render: project => (
      <RowActions
        of={project.name}
        actions={[
          {
            key: 'edit',
            label: t('action.edit'),
            onClick: () => onEdit(project),
            isDisabled: project.status === 'archived',
          },
          project.status === 'archived'
            ? { key: 'restore', label: t('project.restore'), onClick: () => actions.restore(project) }
            : { key: 'archive', label: t('project.archive'), onClick: () => actions.archive(project) },
          {
            key: 'delete',
            label: t('action.delete'),
            isDangerous: true,
            onClick: () => actions.remove(project),
          },
        ]}
      />
    ),
  }
}

function useProjectActions() {
  const t = useT()
  const confirm = useConfirm()
  const client = useQueryClient()
  return useMemo(() => {
    const refresh = () => client.invalidateQueries({ queryKey: ['projects'] })
    return {
      archive: ({ id, name }: Project) =>
        confirm({
          title: t('project.archiveTitle', { name }),
          text: t('project.archiveText'),
          verb: t('project.archive'),
          onConfirm: () => api.adminProject.archive({ id }).then(refresh),
        }),
      restore: ({ id, name }: Project) =>
        confirm({
          title: t('project.restoreTitle', { name }),
          text: t('project.restoreText'),
          verb: t('project.restore'),
          isDangerous: false,
          onConfirm: () => api.adminProject.restore({ id }).then(refresh),
        }),
      remove: ({ id, name, code }: Project) =>
        confirm({
          title: t('project.deleteTitle', { name }),
          text: t('project.deleteText'),
          verb: t('action.delete'),
          typed: code,
          onConfirm: confirmation => api.adminProject.delete({ id, confirmation }).then(refresh),
        }),
    }
  }, [t, confirm, client])
}
