/** Run-time settings of a component: a section per protocol, then the settings that all protocols share. */
import { runSettingsForm } from '@pone/plan/settings/form/run-settings-form.ts'
import { type RunSettings, runSettingsSchema } from '@pone/plan/settings/run-settings.ts'
import { FormView } from '../../../ui/form/form-view.tsx'
import { objectSource } from '../../../ui/form/object-source.ts'
import { useDocumentEdit, useEditor } from '../context/editor-context.ts'
import { useComponentHost } from '../fields/component-widgets.tsx'
import { ProtocolSettings } from './protocol-settings.tsx'

export function SettingsForm() {
  const { state } = useEditor()
  const edit = useDocumentEdit()
  const host = useComponentHost()
  const source = objectSource({
    values: state.document.settings,
    schema: runSettingsSchema,
    prefix: 'settings.',
    // The form changes fields of the settings; the editor validates their values like typed text.
    onChange: (settings, typedInto) => edit('settings', settings as RunSettings, typedInto),
  })
  return (
    <div className="cd-form cd-page-form">
      <ProtocolSettings />
      <FormView form={runSettingsForm} source={source} host={host} />
    </div>
  )
}
