/** The user's projects to select from, as cards or as a table; usually the first page after sign-in, so what few projects do not need is loaded when it is. */
import { AppstoreOutlined, PlusOutlined, UnorderedListOutlined } from '@ant-design/icons'
import type { ProjectChoice } from '@pone/contract/entities/project.ts'
import { pageSizes } from '@pone/schema/limits.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Segmented } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { api } from '../../../lib/api.ts'
import { useT } from '../../../lib/i18n.ts'
import { chooseProject, entranceOf } from '../../../lib/project.ts'
import { useSession } from '../../../lib/session/session.ts'
import { useList } from '../../../ui/data-table/use-list.ts'
import { PageBody, PageHeader } from '../../../ui/page/page-header.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../../ui/page/page-states.tsx'
import { TimeText } from '../../../ui/time-text.tsx'
import { type ProjectListState, projectListOptions, projectQueryOf } from '../admin/project-list.ts'
import { ProjectStatus } from '../fields/project-status.tsx'
import '../projects.css'
import { useRoleName } from '../../../lib/role-name.ts'

const viewKey = 'pone.projectView'
/** More projects than this are searched and filtered. */
const fewProjects = 6

const ChoiceTable = lazy(() =>
  import('./choice-table.tsx').then(({ ChoiceTable: Component }) => ({ default: Component })),
)
const ProjectFilters = lazy(() =>
  import('../admin/project-filters.tsx').then(module => ({ default: module.ProjectFilters })),
)
const ChoicePages = lazy(() =>
  import('./choice-pages.tsx').then(({ ChoicePages: Component }) => ({ default: Component })),
)
const OwnProjectDialog = lazy(() =>
  import('../fields/project-dialog.tsx').then(module => ({ default: module.OwnProjectDialog })),
)

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
  const empty = { title: t('choice.emptyTitle'), text: t('choice.emptyText'), startWith: t('project.new') }
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
          <Suspense fallback={<LoadingState />}>
            <ChoiceTable title={title} query={query} list={list} onEnter={enter} empty={empty} />
          </Suspense>
        ) : (
          <Cards list={list} query={query} empty={empty} onEnter={enter} />
        )}
      </PageBody>
      <Suspense>
        {isCreating && <OwnProjectDialog onCreated={enter} onClose={() => setCreating(false)} />}
      </Suspense>
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
  readonly empty: { readonly title: string; readonly text: string; readonly startWith: string }
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
      {(data.total > fewProjects || list.isFiltered) && (
        <div className="data-table-bar">
          <div className="data-table-filters choice-filters">
            <Suspense>
              <ProjectFilters list={list} />
            </Suspense>
          </div>
        </div>
      )}
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
      <Suspense>{data.total > pageSizes[0] && <ChoicePages list={list} total={data.total} />}</Suspense>
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
