/** The plan editor: elements and their properties, files and source; combines keys, saving and drafts. */

import type { JmxPlan } from '@pone/jmeter/jmx/plan.ts'
import { Tabs } from 'antd'
import { Suspense, useDeferredValue, useEffect, useEffectEvent, useMemo, useReducer, useState } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { lazyPart } from '../../../lib/lazy-part.ts'
import { notify } from '../../../lib/notices.ts'
import { useCan } from '../../../lib/session/session.ts'
import { ConflictDialog } from '../../../ui/editor/conflict-dialog.tsx'
import { useEditorKeys } from '../../../ui/editor/use-editor-keys.ts'
import { useKeptDraft } from '../../../ui/editor/use-kept-draft.ts'
import { UnsavedGuard } from '../../../ui/form/unsaved-guard.tsx'
import { LoadingState } from '../../../ui/page/page-states.tsx'
import { SplitPane } from '../../../ui/page/split-pane.tsx'
import { FilesPane } from '../files/files-pane.tsx'
import { useJmeterFiles } from '../jmeter-queries.ts'
import { planOfGroup } from '../plan/element-facts.ts'
import { fileUses } from '../plan/file-use.ts'
import { PlanContext, type PlanEditor, usePlan } from '../plan/plan-context.ts'
import { isDirty, openPlan, type PlanState, reducePlan, textOf } from '../plan/plan-model.ts'
import { ElementProperties } from '../properties/element-properties.tsx'
import { linesApart } from '../properties/lines-apart.ts'
import { ElementTree } from '../tree/element-tree.tsx'
import { elementsWithoutFile } from '../tree/tree-rows.ts'
import { planFile } from './plan-bytes.ts'
import { planDrafts } from './plan-drafts.ts'
import { afterTyping, focusSearch, useEdit } from './plan-editing.ts'
import { PlanHeader } from './plan-header.tsx'
import type { PlanPaneProps } from './plan-pane-props.ts'
import { usePlanSave } from './use-plan-save.ts'

const SourcePane = lazyPart(async () => ({ default: (await import('../source/source-pane.tsx')).SourcePane }))

const areas = ['elements', 'files', 'source'] as const
type Area = (typeof areas)[number]

interface PlanEditorViewProps extends PlanPaneProps {
  readonly plan: JmxPlan
  readonly revision: number
}

export function PlanEditorView(props: PlanEditorViewProps) {
  const { node, onOpen, Trial } = props
  const t = useT()
  const canEdit = useCan('component.edit')
  const canDebug = useCan('component.debug')
  const [state, dispatch] = useReducer(reducePlan, props, start)
  const [area, setArea] = useState<Area>(() => areaNamed(new URLSearchParams(location.search).get('area')))
  const listed = useJmeterFiles(node.id)
  const saving = usePlanSave({ node, state, dispatch, onOpen })
  useDraft(node.id, state, canEdit)
  const dirty = canEdit && isDirty(state)
  /** Shows why the text cannot be used yet, if it is not a valid plan. */
  const isPlan = () => {
    if (state.broken === null) return true
    setArea('source')
    notify({ kind: 'warning', text: t('jmeterPlan.source.unusable') })
    return false
  }
  /** Resolves to whether nothing is left to save. */
  const save = async () => !dirty || (isPlan() && (await saving.save()))
  const latestTrial = useEffectEvent((use: (plan: File) => void) => {
    if (isPlan()) use(planFile(node.name, textOf(state)))
  })
  const latestSave = useEffectEvent(save)
  useEditorKeys({
    save: () => afterTyping(() => void latestSave()),
    undo: () => canEdit && afterTyping(() => dispatch({ kind: 'undo' })),
    redo: () => canEdit && afterTyping(() => dispatch({ kind: 'redo' })),
    find: focusSearch,
  })
  const edit = useEdit(state.plan, dispatch)
  const editor = useEditorContext({ state, dispatch, canEdit, edit, files: listed.data })
  const reveal = (key: string) => {
    dispatch({ kind: 'select', keys: [key] })
    setArea('elements')
  }
  return (
    <PlanContext value={editor}>
      <UnsavedGuard isDirty={dirty} onSave={save} />
      <Trial componentId={node.id} isOff={!canDebug} withPlan={use => afterTyping(() => latestTrial(use))}>
        {({ button, dock, run }) => (
          <div className="cd-editor">
            <PlanHeader
              {...props}
              {...{ canEdit, isDirty: dirty, isSaving: saving.isSaving }}
              onSave={() => void save()}
              trialButton={button}
              onSaveFirst={save}
            />
            <AreaTabs area={area} onChoose={setArea} />
            <div className={area === 'files' ? 'cd-main' : 'cd-main is-split'}>
              {area === 'elements' && (
                <ElementsArea
                  onTryGroup={canDebug ? key => run(planFile(node.name, planOfGroup(state.plan, key))) : null}
                />
              )}
              {area === 'files' && (
                <FilesPane
                  id={node.id}
                  error={listed.error}
                  onRetry={() => void listed.refetch()}
                  canEdit={canEdit}
                  onReveal={reveal}
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
      <SaveConflict saving={saving} text={textOf(state)} />
    </PlanContext>
  )
}

/** The dialog after another user saved meanwhile: how many lines differ, and which version to keep. */
function SaveConflict({
  saving,
  text,
}: {
  readonly saving: ReturnType<typeof usePlanSave>
  readonly text: string
}) {
  const t = useT()
  const { conflict } = saving
  if (!conflict) return null
  const lines =
    conflict.text === text ? null : <p>{t('jmeterPlan.conflict.lines', linesApart(conflict.text, text))}</p>
  return <ConflictDialog theirs={conflict} saving={saving} differences={lines} />
}

/** Keeps unsaved text for this tab, and shows a notice when it is restored. */
function useDraft(id: string, state: PlanState, canEdit: boolean): void {
  const t = useT()
  useKeptDraft(id, {
    state,
    store: planDrafts,
    draftOf: latest => (isDirty(latest) ? { revision: latest.revision, text: textOf(latest) } : null),
  })
  const onOpened = useEffectEvent(() => {
    if (canEdit && planDrafts.read(sessionStorage, id) !== null)
      notify({ kind: 'info', text: t('editor.draftRestored') })
  })
  useEffect(() => onOpened(), [])
}

interface EditorParts extends Pick<PlanEditor, 'state' | 'dispatch' | 'edit' | 'files'> {
  readonly canEdit: boolean
}

/** What the parts of the editor share; elements cannot be edited while the source is invalid. */
function useEditorContext({ state, dispatch, canEdit, edit, files }: EditorParts): PlanEditor {
  const settled = useDeferredValue(state.plan)
  const uses = useMemo(() => fileUses(settled), [settled])
  return useMemo(
    () => ({ state, dispatch, isReadOnly: !canEdit || state.broken !== null, edit, files, uses }),
    [state, dispatch, canEdit, edit, files, uses],
  )
}

interface AreaTabsProps {
  readonly area: Area
  readonly onChoose: (area: Area) => void
}

function AreaTabs({ area, onChoose }: AreaTabsProps) {
  const t = useT()
  const { state, files, uses } = usePlan()
  const missing = elementsWithoutFile(uses, files).size
  return (
    <Tabs
      className="cd-areas"
      activeKey={area}
      onChange={key => onChoose(areaNamed(key))}
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
  )
}

function ElementsArea({ onTryGroup }: { readonly onTryGroup: ((key: string) => void) | null }) {
  const t = useT()
  return (
    <SplitPane
      storageKey="jmeterElements"
      initialSize={340}
      minSize={200}
      maxSize={720}
      label={t('jmeterPlan.resizeTree')}
      first={<ElementTree onTryGroup={onTryGroup} />}
      second={<ElementProperties />}
    />
  )
}

const isWrong = (area: Area, state: PlanState, missing: number): boolean =>
  (area === 'source' && state.broken !== null) || (area === 'files' && missing > 0)

/** The area that the address asks for; the elements without one. */
const areaNamed = (name: string | null): Area => areas.find(area => area === name) ?? 'elements'

/** The stored plan, or the unsaved text that this tab kept, as an edit on top of the stored one. */
function start({ plan, revision, node }: PlanEditorViewProps): PlanState {
  const opened = openPlan(plan, revision)
  const draft = planDrafts.read(sessionStorage, node.id)
  if (!draft) return opened
  const restored = reducePlan(opened, { kind: 'source', text: draft.text, at: null })
  // With the draft's own revision, saving reports a conflict if another user has saved meanwhile.
  return { ...restored, revision: draft.revision }
}
