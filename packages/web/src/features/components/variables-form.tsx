/** User-defined variables with their first values. */
import { useT } from '../../lib/i18n.ts'
import { useDocumentEdit, useEditor } from './editor-context.ts'
import { NameValueTable } from './name-value-table.tsx'

export function VariablesForm() {
  const t = useT()
  const { state } = useEditor()
  const edit = useDocumentEdit()
  return (
    <div className="cd-page-form">
      <p className="cd-hint">{t('component.variables.help')}</p>
      <NameValueTable
        label={t('component.tab.variables')}
        rows={state.document.variables}
        path="variables"
        nameLabel={t('component.variables.name')}
        valueLabel={t('component.variables.first')}
        max={200}
        onChange={(variables, field) => edit('variables', variables, field)}
      />
    </div>
  )
}
