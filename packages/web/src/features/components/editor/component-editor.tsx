/** The component editor: sections of the document, step tree and properties, the dock with the standalone execution; combines keys, saving and drafts. */
import type { Component } from '@pone/contract/entities/component.ts'
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
import { useSearchParams } from 'react-router'
import { useT } from '../../../lib/i18n.ts'
import { notify } from '../../../lib/notices.ts'
import { useCan, useSession } from '../../../lib/session/session.ts'
import { UnsavedGuard } from '../../../ui/form/unsaved-guard.tsx'
import { SplitPane } from '../../../ui/page/split-pane.tsx'
import '../../../ui/editor/panes.css'
import '../import/dialogs.css'
import '../debug/dock.css'
import '../../../ui/editor/editor.css'
import '../parameters/parameters.css'
import './properties.css'
import { ConflictDialog } from '../../../ui/editor/conflict-dialog.tsx'
import { useEditorKeys } from '../../../ui/editor/use-editor-keys.ts'
import { type CodeDraft, writeCode } from '../code/code-draft.ts'
import { CodeForm } from '../code/code-form.tsx'
import { areDifferent, Differences } from '../code/version-differences.tsx'
import { type Editor, EditorContext } from '../context/editor-context.ts'
import type { FieldFocus } from '../context/step-context.ts'
import { DebugDock, type DockTab } from '../debug/debug-dock.tsx'
import { latestValues } from '../debug/debug-model.ts'
import type { RunOptions } from '../debug/run-button.tsx'
import { useDebugRun } from '../debug/use-debug-run.ts'
import { FunctionDialog } from '../fields/function-dialog.tsx'
import { offersOf } from '../fields/offers.ts'
import { CurlDialog } from '../import/curl-dialog.tsx'
import { isDirty, openEditor, reduceEditor } from '../model/editor-model.ts'
import { ParametersForm } from '../parameters/parameters-form.tsx'
import { useKnownFiles } from '../parameters/use-known-files.ts'
import { VariablesForm } from '../parameters/variables-form.tsx'
import { findProblems } from '../problems/problems.ts'
import { SettingsForm } from '../settings/settings-form.tsx'
import { StepProperties } from '../steps/step-properties.tsx'
import { ThreadGroupForm } from '../steps/thread-group-form.tsx'
import type { ImportSource } from '../tree/add-step-menu.tsx'
import { useStepCommands } from '../tree/step-commands.ts'
import { StepTreeView } from '../tree/step-tree-view.tsx'
import { drafts } from './draft-store.ts'
import { EditorHeader } from './editor-header.tsx'
import { revealField } from './reveal-field.ts'
import { useComponentSave } from './use-component-save.ts'
import { useDraft } from './use-draft.ts'

const WsdlDialog = lazy(async () => ({ default: (await import('../import/wsdl-dialog.tsx')).WsdlDialog }))

const areas = ['steps', 'threadGroup', 'parameters', 'variables', 'settings', 'code'] as const

interface ComponentEditorProps {
  readonly component: Component
  /** Section that is open at first. */
  readonly initialArea?: (typeof areas)[number]
}

export function ComponentEditor({ component, initialArea = 'steps' }: ComponentEditorProps) {
  const t = useT()
  const language = useSession('language')
  const canEdit = useCan('component.edit')
  const canDebug = useCan('component.debug')
  const [state, dispatch] = useReducer(reduceEditor, component, start)
  const [area, setArea] = useState<(typeof areas)[number]>(initialArea)
  const [code, setCode] = useState<CodeDraft | null>(null)
  const [dockTab, setDockTab] = useState<DockTab | null>(null)
  const [options, setOptions] = useState<RunOptions>({ load: 'given', users: 1, loops: 1 })
  const [insert, setInsert] = useState<((content: string) => void) | null>(null)
  const [importing, setImporting] = useState<ImportSource | null>(null)
  const [focus, setFocus] = useState<FieldFocus | null>(null)
  const [search, setSearch] = useSearchParams()
  const debug = useDebugRun()
  const saving = useComponentSave(component, state, dispatch)
  useDraft(component.id, state)
  const settled = useDeferredValue(state.document)
  const known = useKnownFiles(settled)
  const problems = useMemo(() => {
    const found = findProblems(settled, known)
    // The empty step tree itself shows that there are no steps yet.
    return settled.steps.length === 0 ? found.filter(problem => problem.path !== 'steps') : found
  }, [settled, known])
  const offers = useMemo(() => offersOf(settled, t, language), [settled, t, language])
  const lastValues = useMemo(() => latestValues(debug.run), [debug.run])
  const isCodeBroken = code !== null && code.problems.length > 0
  const dirty = canEdit && (isDirty(state) || isCodeBroken)
  // Text without errors follows every other change; text with errors stays until the user corrects it.
  const draft = useMemo(
    () =>
      area !== 'code' || (code !== null && (isCodeBroken || code.document === state.document))
        ? code
        : writeCode(code?.language ?? 'yaml', component.name, state.document),
    [area, code, isCodeBroken, component.name, state.document],
  )

  const save = () => {
    if (!canEdit || !dirty) return
    if (isCodeBroken) {
      setArea('code')
      return notify({ kind: 'warning', text: t('component.code.cannotSave') })
    }
    // The list of problems may be one render behind the document.
    if (findProblems(state.document).some(problem => problem.severity === 'refused')) {
      setDockTab('problems')
      notify({ kind: 'warning', text: t('component.cannotSave') })
    } else void saving.save()
  }
  const run = () => {
    if (!canDebug || (debug.run && debug.run.state !== 'ended')) return
    if (isCodeBroken) {
      setArea('code')
      return notify({ kind: 'warning', text: t('component.code.cannotSave') })
    }
    if (state.document.steps.length === 0) return notify({ kind: 'warning', text: t('component.noSteps') })
    if (findProblems(state.document, known).some(problem => problem.severity !== 'warning')) {
      setDockTab('problems')
      notify({ kind: 'warning', text: t('component.cannotRun') })
      return
    }
    setDockTab('requests')
    void debug.start({
      name: component.name,
      componentId: component.id,
      document: state.document,
      ...options,
    })
  }
  const reveal = (path: string) => {
    const [stepId, field] = path.includes(':')
      ? [path.slice(0, path.indexOf(':')), path.slice(path.indexOf(':') + 1)]
      : [null, path]
    setArea(stepId === null ? (areas.find(name => path.startsWith(name)) ?? 'steps') : 'steps')
    if (stepId !== null) dispatch({ kind: 'select', ids: [stepId] })
    if (field !== '') {
      setFocus(before => ({ field, number: (before?.number ?? 0) + 1 }))
      revealField(path)
    }
  }
  const onOpened = useEffectEvent(() => {
    const draft = canEdit ? drafts.read(sessionStorage, component.id) : null
    if (draft) {
      const hasSecrets = draft.document.variables.some(({ secret }) => secret)
      const text = hasSecrets ? t('component.draftRestoredSecrets') : t('editor.draftRestored')
      notify({ kind: 'info', text })
    }
    if (!search.has('run')) return
    setSearch(before => new URLSearchParams([...before].filter(([name]) => name !== 'run')), {
      replace: true,
    })
    run()
  })
  // oxlint-disable-next-line react/set-state-in-effect -- the address asks once for a run, which opens the dock
  useEffect(() => onOpened(), [])
  useEditorKeys({
    save,
    run,
    undo: () => canEdit && dispatch({ kind: 'undo' }),
    redo: () => canEdit && dispatch({ kind: 'redo' }),
  })
  const chooseFunction = useCallback((next: (content: string) => void) => setInsert(() => next), [])
  const editor = useMemo<Editor>(
    () => ({ state, dispatch, isReadOnly: !canEdit, offers, lastValues, problems, chooseFunction }),
    [state, canEdit, offers, lastValues, problems, chooseFunction],
  )
  const wrongIn = (name: (typeof areas)[number]) =>
    name === 'code'
      ? (code?.problems.length ?? 0)
      : problems.filter(problem => problem.area === name && problem.severity !== 'warning').length
  const counts = {
    parameters: state.document.parameters.length,
    variables: state.document.variables.length,
  } as const
  return (
    <EditorContext value={editor}>
      <UnsavedGuard isDirty={dirty} />
      <div className="cd-editor">
        <EditorHeader
          component={component}
          isDirty={dirty}
          isSaving={saving.isSaving}
          debug={debug}
          canDebug={canDebug}
          options={options}
          onOptions={setOptions}
          onSave={save}
          onRun={run}
        />
        <Tabs
          className="cd-areas"
          activeKey={area}
          onChange={key => setArea(areas.find(name => name === key) ?? 'steps')}
          items={areas.map(name => ({
            key: name,
            label: (
              <span className={wrongIn(name) > 0 ? 'cd-tab-wrong' : undefined}>
                {t(`component.tab.${name}`)}
                {name in counts && counts[name as keyof typeof counts] > 0 && (
                  <span className="cd-count">{counts[name as keyof typeof counts]}</span>
                )}
              </span>
            ),
          }))}
        />
        <div className={area === 'steps' ? 'cd-main is-split' : 'cd-main'}>
          {area === 'steps' && <StepArea focus={focus} onImport={setImporting} />}
          {area === 'threadGroup' && <ThreadGroupForm />}
          {area === 'parameters' && <ParametersForm />}
          {area === 'variables' && <VariablesForm />}
          {area === 'settings' && <SettingsForm />}
          {area === 'code' && draft && <CodeForm name={component.name} draft={draft} onChange={setCode} />}
        </div>
        <DebugDock debug={debug} tab={dockTab} onTab={setDockTab} onReveal={reveal} />
      </div>
      {insert && <FunctionDialog onInsert={insert} onClose={() => setInsert(null)} />}
      {importing && <Import source={importing} onClose={() => setImporting(null)} />}
      {saving.conflict && (
        <ConflictDialog
          theirs={saving.conflict}
          saving={saving}
          differences={
            areDifferent({ theirs: saving.conflict.document, mine: state.document }) ? (
              <Differences theirs={saving.conflict.document} mine={state.document} />
            ) : null
          }
        />
      )}
    </EditorContext>
  )
}

/** The stored document, or the unsaved one that this tab kept, as an edit on top of the stored one. */
function start(component: Component) {
  const opened = openEditor(component.document, component.revision)
  const draft = drafts.read(sessionStorage, component.id)
  if (!draft) return opened
  const restored = reduceEditor(opened, { kind: 'edit', document: draft.document, at: 0 })
  // With the draft's own revision, saving reports a conflict if another user has saved meanwhile.
  return { ...restored, revision: draft.revision }
}

function StepArea({
  focus,
  onImport,
}: {
  readonly focus: FieldFocus | null
  readonly onImport: (source: ImportSource) => void
}) {
  const t = useT()
  return (
    <SplitPane
      storageKey="componentSteps"
      initialSize={360}
      minSize={220}
      maxSize={720}
      label={t('component.resizeTree')}
      first={<StepTreeView onImport={onImport} />}
      second={<StepProperties focus={focus} />}
    />
  )
}

function Import({ source, onClose }: { readonly source: ImportSource; readonly onClose: () => void }) {
  const commands = useStepCommands()
  const Dialog = source === 'curl' ? CurlDialog : WsdlDialog
  return (
    <Suspense fallback={null}>
      <Dialog commands={commands} onClose={onClose} />
    </Suspense>
  )
}
