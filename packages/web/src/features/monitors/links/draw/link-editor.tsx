/** The editor of a monitoring link: palette, canvas and properties; what is unsaved survives errors, reloads and another editor. */

import type { LinkBackground, LinkNode, MonitorLink } from '@pone/contract/entities/monitor-link.ts'
import { newLinkNode } from '@pone/contract/entities/monitor-link-parts.ts'
import type { Point } from '@pone/contract/entities/monitor-link-places.ts'
import { useQuery } from '@tanstack/react-query'
import { type Connection, ReactFlowProvider, useReactFlow } from '@xyflow/react'
import { Alert, Button } from 'antd'
import { type DragEvent, useEffect, useMemo, useState } from 'react'
import { useT } from '../../../../lib/i18n.ts'
import { links } from '../../../../lib/navigation/links.ts'
import { notify } from '../../../../lib/notices.ts'
import { useProjectId } from '../../../../lib/project.ts'
import { useCan } from '../../../../lib/session/session.ts'
import { ConflictDialog } from '../../../../ui/editor/conflict-dialog.tsx'
import { useEditorKeys } from '../../../../ui/editor/use-editor-keys.ts'
import { UnsavedGuard } from '../../../../ui/form/unsaved-guard.tsx'
import { ButtonLink } from '../../../../ui/page/button-link.tsx'
import { PageBody, PageHeader } from '../../../../ui/page/page-header.tsx'
import { ErrorState, LoadingState } from '../../../../ui/page/page-states.tsx'
import { useMonitorTypes } from '../../shared/use-monitor-types.ts'
import { BackgroundPicture } from '../canvas/background-picture.tsx'
import { LinkCanvas } from '../canvas/link-canvas.tsx'
import { LinkContext } from '../canvas/link-context.ts'
import type { ProposedFlowEdge } from '../canvas/proposed-edge.tsx'
import { linkQuery, monitorTreeQuery } from '../link-queries.ts'
import { differencesOf } from './differences.ts'
import { LinkToolbar } from './link-toolbar.tsx'
import { Palette, type PaletteItem, readDragged, readItem } from './palette.tsx'
import { Properties, type PropertiesProps } from './properties.tsx'
import type { OpenProposal } from './proposals/proposal-model.ts'
import { ProposalPanel } from './proposals/proposal-panel.tsx'
import { type Proposals, useProposals } from './proposals/use-proposals.ts'
import { connect, freePlace, newId, putNode } from './topology.ts'
import { useFlow } from './use-flow.ts'
import { type LinkDraft, newLink, useLinkDraft } from './use-link-draft.ts'
import { handleLinkKeys, type LinkCommands, useLinkCommands } from './use-link-keys.ts'
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
  const save = useChecked(draft, {
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
          differences={<Differences draft={draft} theirs={draft.saving.conflict} />}
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

const snapGrid: [number, number] = [4, 4]

/** The canvas with its keys and drops. */
function EditorCanvas(props: {
  readonly flow: ReturnType<typeof useFlow>
  readonly placing: ReturnType<typeof usePlacing>
  readonly commands: LinkCommands
  readonly proposed: readonly OpenProposal[]
  readonly isReadOnly: boolean
  readonly background: LinkBackground | undefined
  readonly isEmpty: boolean
}) {
  const { flow, placing, commands, proposed, isReadOnly, background, isEmpty } = props
  const t = useT()
  const types = useMonitorTypes()
  const context = useMemo(() => ({ live: null, types }), [types])
  const edges = useMemo(() => [...flow.edges, ...proposed.flatMap(proposedEdge)], [flow.edges, proposed])
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the nodes within, which take the focus
    <div
      className="link-canvas"
      role="application"
      aria-label={t('monitorLink.map')}
      onKeyDown={event => !isReadOnly && handleLinkKeys(event, commands)}
      onDragOver={event => event.preventDefault()}
      onDrop={placing.drop}
    >
      <LinkContext value={context}>
        <LinkCanvas
          nodes={flow.nodes}
          edges={edges}
          onNodesChange={flow.onNodesChange}
          onEdgesChange={flow.onEdgesChange}
          onConnect={placing.connect}
          nodesDraggable={!isReadOnly}
          nodesConnectable={!isReadOnly}
          selectionOnDrag={false}
          snapToGrid
          snapGrid={snapGrid}
        >
          <BackgroundPicture background={background} />
        </LinkCanvas>
      </LinkContext>
      {isEmpty && <p className="link-empty">{t('monitorLink.emptyCanvas')}</p>}
    </div>
  )
}

/** Of nodes that are drawn; others are in the list alone. */
const proposedEdge = ({ proposal: { key }, fromId, toId }: OpenProposal): ProposedFlowEdge[] =>
  fromId === null || toId === null
    ? []
    : [
        {
          id: `proposed ${key}`,
          type: 'proposed',
          source: fromId,
          target: toId,
          data: {},
          selectable: false,
          focusable: false,
        },
      ]

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

/** Saves what keeps all rules; else shows the problems and selects the first. */
function useChecked(
  draft: LinkDraft,
  use: {
    readonly isReadOnly: boolean
    readonly select: (ids: ReadonlySet<string>) => void
    readonly onProblems: () => void
  },
): () => Promise<boolean> {
  const t = useT()
  return async () => {
    if (use.isReadOnly) return false
    const [first] = draft.problems
    if (first === undefined) return draft.saving.save()
    use.onProblems()
    use.select(new Set(first.at === 'map' ? [] : [first.id]))
    notify({ kind: 'error', text: t('monitorLink.notSaved', { count: draft.problems.length }) })
    return false
  }
}

/** After the first save the address names the link; once nothing is unsaved, so that leaving asks nothing. */
function useOpenSaved({ savedId, isClean }: LinkDraft, onOpen: (id: string) => void): void {
  useEffect(() => {
    if (savedId !== null && isClean) onOpen(savedId)
  }, [savedId, isClean, onOpen])
}

/** New nodes and edges, by drop, click or key. */
function usePlacing({ drawing: shown, dispatch }: LinkDraft, select: (ids: ReadonlySet<string>) => void) {
  const t = useT()
  const flow = useReactFlow()
  const put = ({ kind, monitor }: PaletteItem, placeOf: (node: LinkNode) => Point) => {
    const id = newId()
    const given: Partial<LinkNode> =
      monitor === null
        ? { alias: t(`monitorLink.kind.${kind}`) }
        : {
            alias: monitor.name,
            monitorId: monitor.id,
            targetName: monitor.name,
            targetType: monitor.type,
          }
    const node = newLinkNode({ id, kind, ...given })
    const { x, y } = placeOf(node)
    const placed = { ...node, x: Math.round(x), y: Math.round(y) }
    dispatch({ kind: 'change', next: of => putNode(of, placed) })
    select(new Set([id]))
  }
  return {
    add: (item: PaletteItem) => {
      const box = document.querySelector('.link-canvas')?.getBoundingClientRect() ?? new DOMRect()
      const from = flow.screenToFlowPosition({ x: box.left, y: box.top })
      const to = flow.screenToFlowPosition({ x: box.right, y: box.bottom })
      const view = { ...from, width: to.x - from.x, height: to.y - from.y }
      put(item, node => freePlace(shown, node, view))
    },
    drop: (event: DragEvent) => {
      const item = readItem(readDragged(event))
      if (item === null) return
      event.preventDefault()
      const at = flow.screenToFlowPosition({ x: event.clientX, y: event.clientY })
      put(item, () => at)
    },
    connect: ({ source, target }: Pick<Connection, 'source' | 'target'>) => {
      const known = shown.edges.find(edge => edge.from === source && edge.to === target)
      const id = known?.id ?? newId()
      dispatch({ kind: 'change', next: of => connect(of, source, target, id) })
      select(new Set([id]))
    },
  }
}

/** What differs between the own version and the stored one, by the aliases of nodes and edges. */
function Differences({ draft, theirs }: { readonly draft: LinkDraft; readonly theirs: MonitorLink }) {
  const t = useT()
  const found = differencesOf(draft.drawing, { name: theirs.name, ...theirs.topology })
  if (found.length === 0) return <p>{t('editor.conflict.same')}</p>
  return (
    <ul className="link-differences">
      {found.slice(0, 20).map(({ kind, alias }) => (
        <li key={`${kind} ${alias}`}>{t(`monitorLink.difference.${kind}`, { alias })}</li>
      ))}
      {found.length > 20 && <li>{t('monitorLink.moreDifferences', { count: found.length - 20 })}</li>}
    </ul>
  )
}
