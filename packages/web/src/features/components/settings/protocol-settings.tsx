/** Run-time settings of each protocol, rendered from the form of its definition. */
import { settingsOf } from '@pone/plan/settings/protocol-settings.ts'
import { protocolDefinition, protocolDefinitions } from '@pone/protocols/definitions.ts'
import { Fragment } from 'react'
import { useSession } from '../../../lib/session/session.ts'
import { FormView } from '../../../ui/form/form-view.tsx'
import { objectSource } from '../../../ui/form/object-source.ts'
import { useDocumentEdit, useEditor } from '../context/editor-context.ts'
import { useComponentHost } from '../fields/component-widgets.tsx'

export function ProtocolSettings() {
  const language = useSession('language')
  const { state } = useEditor()
  const edit = useDocumentEdit()
  const host = useComponentHost()
  const { settings } = state.document
  return protocolDefinitions.map(({ name }) => {
    const { title, settings: part, settingsForm } = protocolDefinition(name)
    if (settingsForm === undefined) return null
    const source = objectSource({
      values: settingsOf(settings, name),
      schema: part.schema,
      prefix: `settings.${name}.`,
      onChange: (values, typedInto) =>
        edit(
          'settings',
          { ...settings, [name]: values },
          typedInto === undefined ? undefined : `${name}.${typedInto}`,
        ),
    })
    return (
      <Fragment key={name}>
        <h3>{title[language]}</h3>
        <FormView form={settingsForm} source={source} host={host} />
      </Fragment>
    )
  })
}
