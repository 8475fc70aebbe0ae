/** User-defined variables with their initial values, secret ones in a separate table. */
import type { ComponentDocument } from '@pone/plan/component/component.ts'
import { useT } from '../../../lib/i18n.ts'
import { useDocumentEdit, useEditor } from '../context/editor-context.ts'
import { NameValueTable } from '../fields/name-value-table.tsx'
import { SecretTable } from './secret-table.tsx'

type Variable = ComponentDocument['variables'][number]
const maxVariables = 200

export function VariablesForm() {
  const t = useT()
  const { state } = useEditor()
  const edit = useDocumentEdit()
  const { variables } = state.document
  // Plain ones come first, so that rows keep their index in the document and problems refer to the right row.
  const plain = variables.filter(variable => !variable.secret)
  const secret = variables.filter(variable => variable.secret)
  const set = (next: readonly Variable[], field?: string) => edit('variables', [...next], field)
  return (
    <div className="cd-page-form">
      <p className="cd-hint">{t('component.variables.help')}</p>
      <NameValueTable
        label={t('component.tab.variables')}
        rows={plain}
        path="variables"
        nameLabel={t('component.variables.name')}
        valueLabel={t('component.variables.first')}
        max={maxVariables - secret.length}
        onChange={(rows, field) => set([...rows.map(row => ({ ...row, secret: false })), ...secret], field)}
      />
      <h3>{t('component.secrets.title')}</h3>
      <p className="cd-hint">{t('component.secrets.help')}</p>
      <SecretTable
        rows={secret}
        firstIndex={plain.length}
        max={maxVariables - plain.length}
        onChange={(rows, field) =>
          set([...plain, ...rows], field === undefined ? undefined : `secret.${field}`)
        }
      />
    </div>
  )
}
