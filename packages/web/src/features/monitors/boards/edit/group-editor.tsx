/** The editor of a chart group: name, style, charts on the grid, templates and variables. */
import { PlusOutlined, RedoOutlined, UndoOutlined } from '@ant-design/icons'
import {
  type ChartGroup,
  chartStyles,
  type GroupChart,
  maxGroupCharts,
} from '@pone/contract/entities/chart-group.ts'
import { maxNameLength } from '@pone/schema/limits.ts'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Button, Form, Input, Segmented } from 'antd'
import { useEffect, useMemo, useState } from 'react'
import { useT } from '../../../../lib/i18n.ts'
import { links } from '../../../../lib/navigation/links.ts'
import { newId } from '../../../../lib/new-id.ts'
import { notify } from '../../../../lib/notices.ts'
import { useProjectId } from '../../../../lib/project.ts'
import { useSession } from '../../../../lib/session/session.ts'
import { ConflictDialog } from '../../../../ui/editor/conflict-dialog.tsx'
import { useEditorKeys } from '../../../../ui/editor/use-editor-keys.ts'
import { UnsavedGuard } from '../../../../ui/form/unsaved-guard.tsx'
import { ButtonLink } from '../../../../ui/page/button-link.tsx'
import { PageBody, PageHeader } from '../../../../ui/page/page-header.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../../../ui/page/page-states.tsx'
import { usualRange } from '../../info/range.ts'
import { linkQuery } from '../../links/link-queries.ts'
import { useMonitorTypes } from '../../shared/use-monitor-types.ts'
import { groupQuery } from '../board-queries.ts'
import { BoardContext } from '../charts/board-context.ts'
import type { Choice } from '../charts/resolve.ts'
import { useChartAnswers } from '../charts/use-chart-answers.ts'
import { useResolving } from '../charts/use-resolving.ts'
import { ChartDrawer } from './chart-drawer.tsx'
import {
  addChart,
  addTemplate,
  copyChart,
  differencesOf,
  draftOf,
  newGroup,
  putChart,
  removeChart,
} from './draft-model.ts'
import { EditorGrid } from './editor-grid.tsx'
import { draftOfLink } from './link-draft.ts'
import { TemplateDialog } from './template-dialog.tsx'
import { type GroupStart, useGroupDraft } from './use-group-draft.ts'
import { VariablesDrawer } from './variables-drawer.tsx'
import '../../monitors.css'

interface GroupEditorPageProps {
  /** `newGroup`: one that is not stored yet. */
  readonly id: string
  /** Of a new group: the monitoring link that it is made of; '' = none. */
  readonly linkId: string
  readonly onOpen: (id: string) => void
}

export function GroupEditorPage({ id, linkId, onOpen }: GroupEditorPageProps) {
  const projectId = useProjectId()
  const isNew = id === newGroup
  const isOfLink = isNew && linkId !== ''
  const group = useQuery({ ...groupQuery(projectId, id), enabled: !isNew })
  const link = useQuery({ ...linkQuery(projectId, linkId), enabled: isOfLink })
  const language = useSession('language')
  const types = useMonitorTypes()
  if (isOfLink && (link.data === undefined || types.isLoading)) return <NotLoaded of={link} />
  if (!isNew && group.data === undefined) return <NotLoaded of={group} />
  const draft = isOfLink && link.data && draftOfLink(link.data, { ...types, language, newId })
  return (
    <Editor
      key={id}
      group={isNew ? null : (group.data ?? null)}
      start={draft ? { key: `link-${linkId}`, draft } : undefined}
      onOpen={onOpen}
    />
  )
}

function NotLoaded({ of: { error, refetch } }: { readonly of: Pick<UseQueryResult, 'error' | 'refetch'> }) {
  const t = useT()
  return (
    <>
      <PageHeader title={t('chartGroup.one')} backTo={links.boards} />
      <PageBody>
        {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState rows={10} />}
      </PageBody>
    </>
  )
}

type Draft = ReturnType<typeof useGroupDraft>
type Layer = 'template' | 'variables' | GroupChart | null

function Editor(props: {
  readonly group: ChartGroup | null
  readonly start: GroupStart | undefined
  readonly onOpen: (id: string) => void
}) {
  const { group, start, onOpen } = props
  const t = useT()
  const editing = useGroupDraft({ group, start }, onOpen)
  const { draft, dispatch, isClean, saving, savedId } = editing
  const [layer, setLayer] = useState<Layer>(null)
  const [showsFault, setShowsFault] = useState(false)
  const isNameless = draft.name.trim() === ''
  const save = async () => {
    setShowsFault(isNameless)
    if (!isNameless) return saving.save()
    document.getElementById('group-name')?.focus()
    return false
  }
  useEditorKeys({
    save: () => void save(),
    // An open drawer or dialog holds a copy, so that its fields undo by themselves.
    ...(layer === null && {
      undo: () => dispatch({ kind: 'undo' }),
      redo: () => dispatch({ kind: 'redo' }),
    }),
  })
  // Once nothing is unsaved, so that leaving asks nothing.
  useEffect(() => {
    if (savedId !== null && isClean) onOpen(savedId)
  }, [savedId, isClean, onOpen])
  return (
    <>
      <PageHeader
        title={draft.name.trim() || t('chartGroup.new')}
        backTo={links.boards}
        note={!isClean && <span className="secondary">{t('chartGroup.unsaved')}</span>}
        actions={
          <>
            {group && <ButtonLink to={links.board(group.id)}>{t('chartGroup.watch')}</ButtonLink>}
            <UndoButtons editing={editing} />
            <Button onClick={() => setLayer('variables')}>{t('chartGroup.variables')}</Button>
            <Button disabled={draft.charts.length >= maxGroupCharts} onClick={() => setLayer('template')}>
              {t('chartGroup.addTemplate')}
            </Button>
            <Button
              icon={<PlusOutlined />}
              disabled={draft.charts.length >= maxGroupCharts}
              onClick={() => setLayer(newChart())}
            >
              {t('chartGroup.addChart')}
            </Button>
            <Button type="primary" loading={saving.isSaving} onClick={() => void save()}>
              {t('action.save')}
            </Button>
          </>
        }
      />
      <PageBody>
        <Fields editing={editing} isFaulty={showsFault && isNameless} />
        <Charts editing={editing} onEdit={setLayer} />
      </PageBody>
      <Layers layer={layer} editing={editing} onClose={() => setLayer(null)} />
      <UnsavedGuard isDirty={!isClean} onSave={save} />
      {saving.conflict && (
        <ConflictDialog
          theirs={saving.conflict}
          saving={saving}
          differences={<Differences editing={editing} theirs={saving.conflict} />}
        />
      )}
    </>
  )
}

function UndoButtons({ editing: { history, dispatch } }: { readonly editing: Draft }) {
  const t = useT()
  return (
    <>
      <Button
        icon={<UndoOutlined />}
        aria-label={t('chartGroup.undo')}
        title={t('chartGroup.undo')}
        disabled={history.past.length === 0}
        onClick={() => dispatch({ kind: 'undo' })}
      />
      <Button
        icon={<RedoOutlined />}
        aria-label={t('chartGroup.redo')}
        title={t('chartGroup.redo')}
        disabled={history.future.length === 0}
        onClick={() => dispatch({ kind: 'redo' })}
      />
    </>
  )
}

const newChart = (): GroupChart => ({
  id: newId(),
  title: '',
  style: null,
  place: { x: 0, y: 0, width: 6, height: 6 },
  counters: [],
})

/** Name and style of the group. */
function Fields({ editing, isFaulty }: { readonly editing: Draft; readonly isFaulty: boolean }) {
  const t = useT()
  const { draft, change } = editing
  return (
    <Form layout="vertical" component="div" className="board-fields">
      <Form.Item
        label={t('chartGroup.name')}
        extra={t('chartGroup.nameHelp')}
        htmlFor="group-name"
        required
        {...(isFaulty && { validateStatus: 'error', help: t('chartGroup.nameMissing') })}
      >
        <Input
          id="group-name"
          maxLength={maxNameLength}
          value={draft.name}
          onChange={event => {
            const name = event.target.value
            change(old => ({ ...old, name }), 'name')
          }}
        />
      </Form.Item>
      <Form.Item label={t('chartGroup.style')} extra={t('chartGroup.styleHelp')}>
        <Segmented
          aria-label={t('chartGroup.style')}
          value={draft.style}
          options={chartStyles.map(style => ({ value: style, label: t(`chartGroup.style.${style}`) }))}
          onChange={style => change(old => ({ ...old, style }))}
        />
      </Form.Item>
    </Form>
  )
}

const storedChoice: Choice = {}
const noRuns = { bands: [], events: [] }
const noAlerts: readonly [] = []
const noZoom = () => undefined

/** The charts with values of the last minutes. */
function Charts(props: { readonly editing: Draft; readonly onEdit: (chart: GroupChart) => void }) {
  const { editing, onEdit } = props
  const { draft, change } = editing
  const t = useT()
  const resolving = useResolving(draft.variables, storedChoice)
  const answers = useChartAnswers(usualRange, true)
  const { style } = draft
  const board = useMemo(
    () => ({ style, resolving, answers, isLive: true, runs: noRuns, alerts: noAlerts, onZoom: noZoom }),
    [style, resolving, answers],
  )
  if (draft.charts.length === 0)
    return <EmptyState title={t('chartGroup.noCharts')} text={t('chartGroup.emptyCanvas')} />
  return (
    <BoardContext value={board}>
      <EditorGrid
        charts={draft.charts}
        label={t('chartGroup.grid')}
        onCharts={charts => change(old => ({ ...old, charts }))}
        onEdit={onEdit}
        onCopy={id => change(old => copyChart(old, id, newId()))}
        onRemove={id => change(old => removeChart(old, id))}
      />
    </BoardContext>
  )
}

/** The dialogs of the editor, of which one at most is open. */
function Layers(props: { readonly layer: Layer; readonly editing: Draft; readonly onClose: () => void }) {
  const { layer, editing, onClose } = props
  const { draft, change } = editing
  const t = useT()
  const language = useSession('language')
  if (layer === null) return null
  if (layer === 'variables')
    return (
      <VariablesDrawer
        draft={draft}
        onChange={variables => change(old => ({ ...old, variables }))}
        onClose={onClose}
      />
    )
  if (layer === 'template')
    return (
      <TemplateDialog
        onChosen={type => {
          const { draft: next, cut } = addTemplate(draft, type, { language, newId })
          if (cut > 0)
            notify({
              kind: 'warning',
              text: t('chartGroup.templateCut', { limit: maxGroupCharts, count: cut }),
            })
          change(() => next)
          onClose()
        }}
        onClose={onClose}
      />
    )
  return (
    <ChartDrawer
      chart={layer}
      variables={draft.variables}
      onApply={chart => {
        change(old =>
          old.charts.some(({ id }) => id === chart.id) ? putChart(old, chart) : addChart(old, chart),
        )
        onClose()
      }}
      onClose={onClose}
    />
  )
}

const shownDifferences = 20

/** What differs between the own version and the stored one. */
function Differences({ editing, theirs }: { readonly editing: Draft; readonly theirs: ChartGroup }) {
  const t = useT()
  const found = differencesOf(editing.draft, draftOf(theirs))
  if (found.length === 0) return <p>{t('editor.conflict.same')}</p>
  return (
    <ul>
      {found.slice(0, shownDifferences).map(({ kind, name }) => (
        <li key={`${kind} ${name}`}>{t(`chartGroup.difference.${kind}`, { name })}</li>
      ))}
    </ul>
  )
}
