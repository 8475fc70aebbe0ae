/** The editor of a monitoring link: palette, canvas and properties; what is unsaved survives errors, reloads and another editor. */

import type { MonitorLink } from '@pone/contract/entities/monitor-link.ts'
import { useQuery } from '@tanstack/react-query'
import { ReactFlowProvider } from '@xyflow/react'
import { Alert, Button } from 'antd'
import { useMemo, useState } from 'react'
import { useT } from '../../../../lib/i18n.ts'
import { links } from '../../../../lib/navigation/links.ts'
import { useProjectId } from '../../../../lib/project.ts'
import { useCan } from '../../../../lib/session/session.ts'
import { ConflictDialog } from '../../../../ui/editor/conflict-dialog.tsx'
import { useEditorKeys } from '../../../../ui/editor/use-editor-keys.ts'
import { UnsavedGuard } from '../../../../ui/form/unsaved-guard.tsx'
import { ButtonLink } from '../../../../ui/page/button-link.tsx'
import { PageBody, PageHeader } from '../../../../ui/page/page-header.tsx'
import { ErrorState, LoadingState } from '../../../../ui/page/page-states.tsx'
import { linkQuery, monitorTreeQuery } from '../link-queries.ts'
import { DrawingDifferences } from './drawing-differences.tsx'
import { EditorCanvas } from './editor-canvas.tsx'
import { LinkToolbar } from './link-toolbar.tsx'
import { Palette } from './palette.tsx'
import { Properties, type PropertiesProps } from './properties.tsx'
import { ProposalPanel } from './proposals/proposal-panel.tsx'
import { type Proposals, useProposals } from './proposals/use-proposals.ts'
import { useCheckedSave, useOpenSaved } from './use-checked-save.ts'
import { useFlow } from './use-flow.ts'
import { type LinkDraft, newLink, useLinkDraft } from './use-link-draft.ts'
import { type LinkCommands, useLinkCommands } from './use-link-keys.ts'
import { usePlacing } from './use-placing.ts'
import './link-editor.css'

interface EditorPageProps {
  /** `newLink`: one that is not stored yet. */
  readonly id: string
  readonly onOpen: (id: string) => void
}

export function LinkEditorPage({ id, onOpen }: EditorPageProps) {
  const t = useT()
  const isNew = id === newLink
  const { data, error, refetch } = useQuery({ ...linkQuery(useProjectId(), id), enabled: !isNew })
  if (isNew || data)
    return (
      <ReactFlowProvider>
        <Editor key={id} link={isNew ? null : (data ?? null)} onOpen={onOpen} />
      </ReactFlowProvider>
    )
  return (
    <>
      <PageHeader title={t('monitorLink.one')} backTo={links.monitorLinks} />
      <PageBody>
        {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState rows={10} />}
      </PageBody>
    </>
  )
}

function Editor(props: { readonly link: MonitorLink | null; readonly onOpen: (id: string) => void }) {
  const { link, onOpen } = props
  const t = useT()
  const draft = useLinkDraft(link, onOpen)
  const isReadOnly = !useCan('monitor.edit') || (link?.isRunning ?? false)
  const [showsProblems, setShowsProblems] = useState(false)
  const problems = useMemo(() => (showsProblems ? draft.problems : []), [showsProblems, draft.problems])
  const monitors = useKnownMonitors(draft.drawing)
  const flow = useFlow({ drawing: draft.drawing, problems, monitors, dispatch: draft.dispatch })
  const commands = useLinkCommands({ ...draft, selected: flow.selected, select: flow.select })
  const save = useCheckedSave(draft, {
    isReadOnly,
    select: flow.select,
    onProblems: () => setShowsProblems(true),
  })
  useEditorKeys({
    save: () => void save(),
    undo: () => draft.dispatch({ kind: 'undo' }),
    redo: () => draft.dispatch({ kind: 'redo' }),
  })
  useOpenSaved(draft, onOpen)
  const placing = usePlacing(draft, flow.select)
  const proposals = useProposals(draft.drawing, draft.dispatch)
  return (
    <>
      <PageHeader
        title={draft.drawing.name.trim() || t('monitorLink.new')}
        backTo={links.monitorLinks}
        note={!draft.isClean && <span className="secondary">{t('monitorLink.unsaved')}</span>}
        actions={
          <EditorActions
            draft={draft}
            link={link}
            commands={commands}
            selectedCount={flow.selected.size}
            isReadOnly={isReadOnly}
            onPropose={proposals.ask}
            onSave={() => void save()}
          />
        }
      />
      <PageBody isWide>
        {link?.isRunning && <Alert banner type="info" title={t('monitorLink.runningReadOnly')} />}
        <div className="link-editor">
          {!isReadOnly && <Palette onAdd={placing.add} />}
          <EditorCanvas
            flow={flow}
            placing={placing}
            commands={commands}
            proposed={proposals.open}
            isReadOnly={isReadOnly}
            background={draft.drawing.background}
            isEmpty={draft.drawing.nodes.length === 0}
          />
          <SidePanel
            proposals={proposals}
            drawing={draft.drawing}
            selected={flow.selected}
            problems={problems}
            isReadOnly={isReadOnly}
            dispatch={draft.dispatch}
            select={flow.select}
            onConnect={(source, target) => placing.connect({ source, target })}
          />
        </div>
      </PageBody>
      <UnsavedGuard isDirty={!draft.isClean} onSave={isReadOnly ? null : save} />
      {draft.saving.conflict && (
        <ConflictDialog
          theirs={draft.saving.conflict}
          saving={draft.saving}
          differences={<DrawingDifferences draft={draft} theirs={draft.saving.conflict} />}
        />
      )}
    </>
  )
}

function EditorActions(props: {
  readonly draft: LinkDraft
  readonly link: MonitorLink | null
  readonly commands: LinkCommands
  readonly selectedCount: number
  readonly isReadOnly: boolean
  readonly onPropose: () => void
  readonly onSave: () => void
}) {
  const { draft, link, onSave, ...tools } = props
  const t = useT()
  return (
    <>
      <LinkToolbar history={draft.history} dispatch={draft.dispatch} {...tools} />
      {link && <ButtonLink to={links.liveLink(link.id)}>{t('monitorLink.watch')}</ButtonLink>}
      {!tools.isReadOnly && (
        <Button type="primary" loading={draft.saving.isSaving} onClick={onSave}>
          {t('action.save')}
        </Button>
      )}
    </>
  )
}

/** Properties, until proposals are asked for. */
function SidePanel({ proposals, ...properties }: PropertiesProps & { readonly proposals: Proposals }) {
  return proposals.state.kind === 'closed' ? (
    <Properties {...properties} />
  ) : (
    <ProposalPanel proposals={proposals} />
  )
}

/** Until the monitors are known, none is called deleted. */
function useKnownMonitors({ nodes }: LinkDraft['drawing']): ReadonlySet<string> {
  const { data: tree } = useQuery(monitorTreeQuery(useProjectId()))
  return useMemo(
    () =>
      new Set(
        tree === undefined
          ? nodes.flatMap(node => node.monitorId ?? [])
          : tree.flatMap(group => group.monitors).map(monitor => monitor.id),
      ),
    [tree, nodes],
  )
}
