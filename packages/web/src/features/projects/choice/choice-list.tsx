/** The user's projects to select from, as cards or as a table. */
import { AppstoreOutlined, PlusOutlined, UnorderedListOutlined } from '@ant-design/icons'
import type { ProjectChoice } from '@pone/contract/entities/project.ts'
import { noValue } from '@pone/metrics/figures.ts'
import { pageSizes } from '@pone/schema/limits.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Pagination, Segmented } from 'antd'
import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { api } from '../../../lib/api.ts'
import { useT } from '../../../lib/i18n.ts'
import { chooseProject, entranceOf } from '../../../lib/project.ts'
import { useSession } from '../../../lib/session/session.ts'
import { type DataColumn, DataTable } from '../../../ui/data-table/data-table.tsx'
import { type PageSize, useList } from '../../../ui/data-table/use-list.ts'
import { PageBody, PageHeader } from '../../../ui/page/page-header.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../../ui/page/page-states.tsx'
import { TimeText } from '../../../ui/time-text.tsx'
import {
  ProjectFilters,
  type ProjectListState,
  projectListOptions,
  projectQueryOf,
} from '../admin/project-filters.tsx'
import { OwnProjectDialog } from '../fields/project-dialog.tsx'
import { ProjectStatus } from '../fields/project-status.tsx'
import '../projects.css'
import { useRoleName } from '../../../lib/role-name.ts'

const viewKey = 'pone.projectView'

export function ChoiceList({ title, isCentred }: { readonly title: string; readonly isCentred?: boolean }) {
  const t = useT()
  const navigate = useNavigate()
  const list = useList(projectListOptions)
  const [view, setView] = useState<'cards' | 'table'>(() =>
    localStorage.getItem(viewKey) === 'table' ? 'table' : 'cards',
  )
  const [isCreating, setCreating] = useState(false)
  const asked = projectQueryOf(list)
  const query = useQuery({
    queryKey: ['projects', 'mine', asked],
    queryFn: ({ signal }) => api.project.mine(asked, { signal }),
    placeholderData: keepPreviousData,
  })
  const enter = (project: ProjectChoice) => {
    chooseProject(project)
    void navigate(entranceOf(project))
  }
  const newButton = (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setCreating(true)}>
      {t('project.new')}
    </Button>
  )
  const empty = { title: t('choice.emptyTitle'), text: t('choice.emptyText'), action: newButton }
  const columns = useColumns(enter)
  return (
    <div className={isCentred ? 'choice' : undefined}>
      <PageHeader
        title={title}
        note={t('choice.text')}
        actions={
          <>
            <Segmented
              aria-label={t('choice.view')}
              value={view}
              onChange={chosen => {
                setView(chosen)
                localStorage.setItem(viewKey, chosen)
              }}
              options={[
                { value: 'cards' as const, icon: <AppstoreOutlined />, title: t('choice.cards') },
                { value: 'table' as const, icon: <UnorderedListOutlined />, title: t('choice.table') },
              ]}
            />
            {newButton}
          </>
        }
      />
      <PageBody>
        {view === 'table' ? (
          <DataTable
            storageKey="projects"
            label={title}
            columns={columns}
            query={query}
            list={list}
            rowId={project => project.id}
            onRowClick={enter}
            filters={<ProjectFilters list={list} />}
            empty={empty}
          />
        ) : (
          <Cards list={list} query={query} empty={empty} onEnter={enter} />
        )}
      </PageBody>
      {isCreating && <OwnProjectDialog onCreated={enter} onClose={() => setCreating(false)} />}
    </div>
  )
}

interface CardsProps {
  readonly list: ProjectListState
  readonly query: {
    readonly data: { readonly total: number; readonly rows: readonly ProjectChoice[] } | undefined
    readonly error: unknown
    readonly refetch: () => Promise<unknown>
  }
  readonly empty: { readonly title: string; readonly text: string; readonly action: React.ReactNode }
  readonly onEnter: (project: ProjectChoice) => void
}

function Cards({ list, query, empty, onEnter }: CardsProps) {
  const t = useT()
  const { data, error } = query
  if (error && !data) return <ErrorState error={error} onRetry={() => void query.refetch()} />
  if (!data) return <LoadingState />
  if (data.total === 0 && !list.isFiltered) return <EmptyState {...empty} />
  return (
    <>
      <div className="data-table-bar">
        <div className="data-table-filters">
          <ProjectFilters list={list} />
        </div>
      </div>
      {data.total === 0 ? (
        <EmptyState
          title={t('table.nothingMatches')}
          action={<Button onClick={list.reset}>{t('table.resetFilters')}</Button>}
        />
      ) : (
        <ul className="choice-cards">
          {data.rows.map(project => (
            <li key={project.id}>
              <ProjectCard project={project} onEnter={onEnter} />
            </li>
          ))}
        </ul>
      )}
      <Pagination
        align="end"
        size="small"
        hideOnSinglePage={data.total <= pageSizes[0]}
        showLessItems
        showSizeChanger
        pageSizeOptions={pageSizes.map(String)}
        current={list.page}
        pageSize={list.pageSize}
        total={data.total}
        onChange={(page, size) => list.setPage(page, size as PageSize)}
      />
    </>
  )
}

function ProjectCard({
  project,
  onEnter,
}: {
  readonly project: ProjectChoice
  readonly onEnter: (project: ProjectChoice) => void
}) {
  const t = useT()
  const roleName = useRoleName()
  const currentId = useSession('projectId')
  return (
    <button type="button" className="choice-card" onClick={() => onEnter(project)}>
      <span className="choice-card-title">
        <span>{project.name}</span>
        {project.id === currentId && <span className="faint">{t('choice.current')}</span>}
      </span>
      <span className="faint code">{project.code}</span>
      <span className="choice-card-text">{project.description}</span>
      <span className="choice-card-foot">
        <ProjectStatus project={project} />
        <span>{roleName(null, project.role)}</span>
      </span>
      <span className="choice-card-foot">
        <span>{project.lastRunAt === null ? t('choice.neverRun') : t('choice.lastRun')}</span>
        {project.lastRunAt !== null && <TimeText at={project.lastRunAt} />}
      </span>
    </button>
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
