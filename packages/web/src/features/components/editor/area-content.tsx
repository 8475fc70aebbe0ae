/** The section of the component that is open. */
import { useT } from '../../../lib/i18n.ts'
import { SplitPane } from '../../../ui/page/split-pane.tsx'
import type { CodeDraft } from '../code/code-draft.ts'
import { CodeForm } from '../code/code-form.tsx'
import type { FieldFocus } from '../context/step-context.ts'
import { ParametersForm } from '../parameters/parameters-form.tsx'
import { VariablesForm } from '../parameters/variables-form.tsx'
import { SettingsForm } from '../settings/settings-form.tsx'
import { StepProperties } from '../steps/step-properties.tsx'
import { ThreadGroupForm } from '../steps/thread-group-form.tsx'
import type { ImportSource } from '../tree/add-step-menu.tsx'
import { StepTreeView } from '../tree/step-tree-view.tsx'
import type { EditorArea } from './areas.ts'

interface StepAreaProps {
  readonly focus: FieldFocus | null
  readonly onImport: (source: ImportSource) => void
}

interface AreaContentProps extends StepAreaProps {
  readonly area: EditorArea
  /** Name of the component. */
  readonly name: string
  readonly draft: CodeDraft | null
  readonly onCode: (draft: CodeDraft) => void
}

export function AreaContent({ area, name, draft, onCode, focus, onImport }: AreaContentProps) {
  const t = useT()
  return (
    <div className={area === 'steps' ? 'cd-main is-split' : 'cd-main'}>
      <h2 className="visually-hidden">{t(`component.tab.${area}`)}</h2>
      {area === 'steps' && <StepArea focus={focus} onImport={onImport} />}
      {area === 'threadGroup' && <ThreadGroupForm />}
      {area === 'parameters' && <ParametersForm />}
      {area === 'variables' && <VariablesForm />}
      {area === 'settings' && <SettingsForm />}
      {area === 'code' && draft && <CodeForm name={name} draft={draft} onChange={onCode} />}
    </div>
  )
}

function StepArea({ focus, onImport }: StepAreaProps) {
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
