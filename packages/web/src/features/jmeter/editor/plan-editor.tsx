/** The plan editor: elements and their properties, files and source; joins keys, saving and drafts. */
import type { JmxPlan } from '@pone/jmeter/jmx/plan.ts'
import { jmxProblemText } from '@pone/jmeter/jmx/problem.ts'
import { Tabs } from 'antd'
import {
  lazy,
  Suspense,
  useCallback,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useMemo,
  useReducer,
  useState,
} from 'react'
import { useT } from '../../../lib/i18n.ts'
import { notify } from '../../../lib/notices.ts'
import { useCan, useSession } from '../../../lib/session/session.ts'
import { ConflictDialog } from '../../../ui/editor/conflict-dialog.tsx'
import { treeSearchClass } from '../../../ui/editor/tree-search.tsx'
import { useEditorKeys } from '../../../ui/editor/use-editor-keys.ts'
import { useKeptDraft } from '../../../ui/editor/use-kept-draft.ts'
import { UnsavedGuard } from '../../../ui/form/unsaved-guard.tsx'
import { LoadingState } from '../../../ui/page/page-states.tsx'
import { SplitPane } from '../../../ui/page/split-pane.tsx'
import { FilesPane } from '../files/files-pane.tsx'
import { useJmeterFiles } from '../jmeter-queries.ts'
import { planOfGroup } from '../plan/element-facts.ts'
import { fileUses } from '../plan/file-use.ts'
import { PlanContext, type PlanEditor } from '../plan/plan-context.ts'
import { isDirty, openPlan, type PlanState, reducePlan, textOf } from '../plan/plan-model.ts'
import { ElementProperties } from '../properties/element-properties.tsx'
import { linesApart } from '../properties/lines-apart.ts'
import { ElementTree } from '../tree/element-tree.tsx'
import { planFile } from './plan-bytes.ts'
import { planDrafts } from './plan-drafts.ts'
import { PlanHeader } from './plan-header.tsx'
import type { PlanPaneProps } from './plan-pane-props.ts'
import { usePlanSave } from './use-plan-save.ts'

const SourcePane = lazy(async () => ({ default: (await import('../source/source-pane.tsx')).SourcePane }))

const areas = ['elements', 'files', 'source'] as const
type Area = (typeof areas)[number]

interface PlanEditorViewProps extends PlanPaneProps {
  readonly plan: JmxPlan
  readonly revision: number
}

export function PlanEditorView(props: PlanEditorViewProps) {
  const { node, onOpen, Trial } = props
  const t = useT()
  const language = useSession('language')
  const canEdit = useCan('component.edit')
  const canDebug = useCan('component.debug')
  const [state, dispatch] = useReducer(reducePlan, props, start)
  const [area, setArea] = useState<Area>('elements')
  const listed = useJmeterFiles(node.id)
  const saving = usePlanSave({ node, state, dispatch, onOpen })
  useKeptDraft(node.id, {
    state,
    store: planDrafts,
    draftOf: latest => (isDirty(latest) ? { revision: latest.revision, text: textOf(latest) } : null),
  })
  const dirty = canEdit && isDirty(state)
  const onOpened = useEffectEvent(() => {
    if (canEdit && planDrafts.read(sessionStorage, node.id) !== null)
      notify({ kind: 'info', text: t('editor.draftRestored') })
  })
  useEffect(() => onOpened(), [])
  /** Says why the text cannot be used yet, when it is no plan. */
  const isPlan = () => {
    if (state.broken === null) return true
    setArea('source')
    notify({ kind: 'warning', text: t('jmeterPlan.source.unusable') })
    return false
  }
  const save = () => {
    if (canEdit && dirty && isPlan()) void saving.save()
  }
  const latestTrial = useEffectEvent((use: (plan: File) => void) => {
    if (isPlan()) use(planFile(node.name, textOf(state)))
  })
  const latestSave = useEffectEvent(save)
  /** What is being typed is written first; then the state of the next moment is what counts. */
  const afterTyping = (act: () => void) => {
    const field = document.activeElement
    if (!(field instanceof HTMLElement) || field.closest('.jm-properties, .jm-source') === null) return act()
    field.blur()
    setTimeout(() => {
      act()
      field.focus()
    })
  }
  useEditorKeys({
    save: () => afterTyping(() => latestSave()),
    undo: () => canEdit && afterTyping(() => dispatch({ kind: 'undo' })),
    redo: () => canEdit && afterTyping(() => dispatch({ kind: 'redo' })),
    // The browser's own search finds nothing in a tree of which only the rows in sight are drawn.
    find: () => {
      const field = document.querySelector<HTMLInputElement>(`.${treeSearchClass} input`)
      field?.focus()
      field?.select()
    },
  })
  const { plan } = state
  const edit = useCallback<PlanEditor['edit']>(
    (change, options = {}) => {
      const result = change(plan)
      if (!result.ok) {
        notify({ kind: 'warning', text: jmxProblemText(result.problem)[language] })
        return false
      }
      dispatch({
        kind: 'edit',
        plan: result.plan,
        selection: options.selects === 'created' ? result.created : options.selects,
        joinKey: options.joinKey,
        at: Date.now(),
      })
      return true
    },
    [plan, language],
  )
  const files = listed.data
  const settled = useDeferredValue(plan)
  const uses = useMemo(() => fileUses(settled), [settled])
  const editor = useMemo<PlanEditor>(
    // Elements wait while the source is being mended.
    () => ({ state, dispatch, isReadOnly: !canEdit || state.broken !== null, edit, files, uses }),
    [state, canEdit, edit, files, uses],
  )
  const missing =
    files === undefined ? 0 : uses.filter(use => files.every(file => file.name !== use.name)).length
  return (
    <PlanContext value={editor}>
      <UnsavedGuard isDirty={dirty} />
      <Trial componentId={node.id} isOff={!canDebug} withPlan={use => afterTyping(() => latestTrial(use))}>
        {({ button, dock, run }) => (
          <div className="cd-editor">
            <PlanHeader
              {...props}
              isDirty={dirty}
              isSaving={saving.isSaving}
              canEdit={canEdit}
              onSave={save}
              trialButton={button}
            />
            <Tabs
              className="cd-areas"
              activeKey={area}
              onChange={key => setArea(areas.find(name => name === key) ?? 'elements')}
              items={areas.map(name => ({
                key: name,
                label: (
                  <span className={isWrong(name, state, missing) ? 'cd-tab-wrong' : undefined}>
                    {t(`jmeterPlan.tab.${name}`)}
                    {name === 'files' && files !== undefined && files.length > 0 && (
                      <span className="cd-count">{files.length}</span>
                    )}
                  </span>
                ),
              }))}
            />
            <div className={area === 'files' ? 'cd-main' : 'cd-main is-split'}>
              {area === 'elements' && (
                <SplitPane
                  storageKey="jmeterElements"
                  initialSize={340}
                  minSize={200}
                  maxSize={720}
                  label={t('jmeterPlan.resizeTree')}
                  first={
                    <ElementTree
                      onTryGroup={canDebug ? key => run(planFile(node.name, planOfGroup(plan, key))) : null}
                    />
                  }
                  second={<ElementProperties />}
                />
              )}
              {area === 'files' && (
                <FilesPane
                  id={node.id}
                  error={listed.error}
                  onRetry={() => void listed.refetch()}
                  canEdit={canEdit}
                  onReveal={key => {
                    dispatch({ kind: 'select', keys: [key] })
                    setArea('elements')
                  }}
                />
              )}
              {area === 'source' && (
                <Suspense fallback={<LoadingState rows={10} />}>
                  <SourcePane canEdit={canEdit} />
                </Suspense>
              )}
            </div>
            {dock}
          </div>
        )}
      </Trial>
      {saving.conflict && (
        <ConflictDialog
          theirs={saving.conflict}
          saving={saving}
          differences={
            saving.conflict.text === textOf(state) ? null : (
              <p>{t('jmeterPlan.conflict.lines', linesApart(saving.conflict.text, textOf(state)))}</p>
            )
          }
        />
      )}
    </PlanContext>
  )
}

const isWrong = (area: Area, state: PlanState, missing: number): boolean =>
  (area === 'source' && state.broken !== null) || (area === 'files' && missing > 0)

/** The stored plan, or the unsaved text that this tab kept, as an edit on top of what is stored. */
function start({ plan, revision, node }: PlanEditorViewProps): PlanState {
  const opened = openPlan(plan, revision)
  const draft = planDrafts.read(sessionStorage, node.id)
  if (!draft) return opened
  const restored = reducePlan(opened, { kind: 'source', text: draft.text, at: null })
  // The draft's own revision: if someone saved meanwhile, saving says so.
  return { ...restored, revision: draft.revision }
}
