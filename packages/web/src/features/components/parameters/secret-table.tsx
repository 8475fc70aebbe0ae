/** Secret variables: a value is typed once, stored encrypted, and never shown again. */

import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import type { ComponentDocument } from '@pone/plan/component/component.ts'
import { maxSecretLength, secretMask } from '@pone/schema/limits.ts'
import { Button, Checkbox, Input } from 'antd'
import { useT } from '../../../lib/i18n.ts'
import { useEditor } from '../context/editor-context.ts'
import { freeVariableName } from '../model/new-step.ts'
import { secretValue, storedSecretNames } from '../model/stored-secrets.ts'
import { ProblemLines } from '../problems/problem-lines.tsx'
import { problemsAt } from '../problems/problems.ts'
import { takenNames } from './parameter-model.ts'

type Variable = ComponentDocument['variables'][number]

interface SecretTableProps {
  readonly rows: readonly Variable[]
  /** Index of the first row among all variables of the document. */
  readonly firstIndex: number
  readonly max: number
  readonly onChange: (rows: Variable[], field?: string) => void
}

export function SecretTable({ rows, firstIndex, max, onChange }: SecretTableProps) {
  const t = useT()
  const { state, isReadOnly } = useEditor()
  const stored = storedSecretNames(state.saved)
  return (
    <div className="cd-rules">
      <div className="cd-pairs" role="table" aria-label={t('component.secrets.title')}>
        {rows.map((row, index) => (
          // Rows have no id of their own and keep their position while they are edited.
          <SecretRow
            key={index}
            row={row}
            place={firstIndex + index}
            stored={stored}
            onChange={(changed, field) =>
              onChange(rows.with(index, changed), field === undefined ? undefined : `${index}.${field}`)
            }
            onDelete={() => onChange(rows.toSpliced(index, 1))}
          />
        ))}
      </div>
      {!isReadOnly && (
        <Button
          type="dashed"
          icon={<PlusOutlined />}
          disabled={rows.length >= max}
          onClick={() => {
            const name = freeVariableName('secret', takenNames(state.document))
            onChange([...rows, { name, value: '', enabled: true, secret: true }])
          }}
        >
          {t('component.secrets.add')}
        </Button>
      )}
    </div>
  )
}

interface SecretRowProps {
  readonly row: Variable
  /** Index among all variables of the document. */
  readonly place: number
  /** Names whose values the server has stored. */
  readonly stored: ReadonlySet<string>
  readonly onChange: (row: Variable, field?: string) => void
  readonly onDelete: () => void
}

function SecretRow({ row, place, stored, onChange, onDelete }: SecretRowProps) {
  const t = useT()
  const { isReadOnly, problems } = useEditor()
  const path = `variables.${place}`
  const isKept = row.value === secretMask
  const typed = isKept ? '' : row.value
  return (
    <div className={`cd-pair${row.enabled ? '' : ' is-off'}`} role="row" data-field={path}>
      <span role="cell">
        <Checkbox
          checked={row.enabled}
          disabled={isReadOnly}
          aria-label={t('component.enabledNamed', { name: row.name })}
          onChange={event => onChange({ ...row, enabled: event.target.checked })}
        />
      </span>
      <span role="cell">
        <Input
          value={row.name}
          readOnly={isReadOnly}
          className="cd-mono"
          spellCheck={false}
          aria-label={`${t('component.variables.name')} ${place + 1}`}
          // The stored value belongs to its name: after renaming, it has to be typed again.
          onChange={({ target: { value: name } }) =>
            onChange({ ...row, name, value: secretValue(name, typed, stored) }, 'name')
          }
        />
      </span>
      <span role="cell">
        <Input.Password
          value={typed}
          readOnly={isReadOnly}
          className="cd-mono"
          maxLength={maxSecretLength}
          autoComplete="new-password"
          visibilityToggle={!isKept}
          placeholder={t(isKept ? 'component.secrets.stored' : 'component.secrets.empty')}
          aria-label={`${t('component.value')} ${row.name}`}
          onChange={event =>
            onChange({ ...row, value: secretValue(row.name, event.target.value, stored) }, 'value')
          }
        />
        <ProblemLines problems={problemsAt(problems, path)} />
      </span>
      <span role="cell">
        {!isReadOnly && (
          <Button
            type="text"
            icon={<DeleteOutlined />}
            aria-label={t('component.deleteNamed', { name: row.name })}
            onClick={onDelete}
          />
        )}
      </span>
    </div>
  )
}
