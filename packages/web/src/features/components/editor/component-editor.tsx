/** The component editor: sections of the document, step tree and properties, the dock with the standalone execution; combines keys, saving and drafts. */
import type { Component } from '@pone/contract/entities/component.ts'
import { useReducer, useState } from 'react'
import { useCan } from '../../../lib/session/session.ts'
import { UnsavedGuard } from '../../../ui/form/unsaved-guard.tsx'
import { RunAsLoadTest } from '../../../ui/run/run-as-load-test.tsx'
import { OpenSettings } from '../../../ui/told-cause.tsx'
import '../../../ui/editor/panes.css'
import '../import/dialogs.css'
import '../debug/dock.css'
import '../../../ui/editor/editor.css'
import '../parameters/parameters.css'
import './properties.css'
import { EditorContext } from '../context/editor-context.ts'
import { DebugDock } from '../debug/debug-dock.tsx'
import { useDebugRun } from '../debug/use-debug-run.ts'
import { FunctionDialog } from '../fields/function-dialog.tsx'
import { isDirty, openEditor, reduceEditor } from '../model/editor-model.ts'
import { wasOpen } from '../record/kept-choices.ts'
import type { ImportSource } from '../tree/add-step-menu.tsx'
import { AreaContent } from './area-content.tsx'
import { AreaTabs } from './area-tabs.tsx'
import type { EditorArea } from './areas.ts'
import { drafts } from './draft-store.ts'
import { ImportDialog, VersionConflict } from './editor-dialogs.tsx'
import { EditorHeader } from './editor-header.tsx'
import { useCodeDraft } from './use-code-draft.ts'
import { useComponentSave } from './use-component-save.ts'
import { useDraft } from './use-draft.ts'
import { useEditorValue } from './use-editor-value.ts'
import { useEditorView } from './use-editor-view.ts'
import { useOpening } from './use-opening.ts'
import { useSaveAndRun } from './use-save-and-run.ts'

interface ComponentEditorProps {
  readonly component: Component
  /** Section that is open at first. */
  readonly initialArea?: EditorArea
}

export function ComponentEditor({ component, initialArea = 'steps' }: ComponentEditorProps) {
  const { id, name } = component
  const canEdit = useCan('component.edit')
  const canDebug = useCan('component.debug')
  const [state, dispatch] = useReducer(reduceEditor, component, start)
  const [importing, setImporting] = useState<ImportSource | null>(() =>
    // A recording goes on while the page is loaded anew.
    wasOpen(window.location.href) ? 'record' : null,
  )
  const { document } = state
  const view = useEditorView(initialArea, dispatch)
  const debug = useDebugRun()
  const saving = useComponentSave(component, state, dispatch)
  useDraft(id, state)
  const { editor, known, inserting } = useEditorValue({
    state,
    dispatch,
    isReadOnly: !canEdit,
    results: debug.results,
  })
  const code = useCodeDraft({ name, document, isShown: view.area === 'code' })
  const dirty = canEdit && (isDirty(state) || code.isBroken)
  const actions = useSaveAndRun({
    component,
    document,
    isCodeBroken: code.isBroken,
    isDirty: dirty,
    known,
    canEdit,
    canDebug,
    view,
    debug,
    store: saving.save,
    dispatch,
  })
  useOpening({ componentId: id, canEdit, run: actions.run })
  return (
    <EditorContext value={editor}>
      <UnsavedGuard isDirty={dirty} onSave={actions.save} />
      <div className="cd-editor">
        <EditorHeader
          component={component}
          isDirty={dirty}
          isSaving={saving.isSaving}
          debug={debug}
          canDebug={canDebug}
          options={actions.options}
          onOptions={actions.setOptions}
          onSave={() => void actions.save()}
          onRun={actions.run}
          loadTest={
            <RunAsLoadTest
              engine="pr"
              component={component}
              onBefore={async () => !dirty || (!code.isBroken && (await saving.save()))}
            />
          }
        />
        <AreaTabs area={view.area} onArea={view.setArea} codeProblemCount={code.problemCount} />
        {/* Problems of fields that name the run-time settings are about the base address. */}
        <OpenSettings value={() => view.reveal('settings.http.baseUrl')}>
          <AreaContent
            area={view.area}
            name={name}
            draft={code.draft}
            onCode={code.setCode}
            focus={view.focus}
            onImport={setImporting}
          />
        </OpenSettings>
        <DebugDock debug={debug} tab={view.dockTab} onTab={view.setDockTab} onReveal={view.reveal} />
      </div>
      {inserting.insert && <FunctionDialog onInsert={inserting.insert} onClose={inserting.close} />}
      {importing && <ImportDialog source={importing} onClose={() => setImporting(null)} />}
      <VersionConflict saving={saving} mine={document} />
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
