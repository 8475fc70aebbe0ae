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
  /** Place of the first row among all variables of the document. */
  readonly firstIndex: number
  readonly max: number
  readonly onChange: (rows: Variable[], field?: string) => void
}

export function SecretTable({ rows, firstIndex, max, onChange }: SecretTableProps) {
  const t = useT()
  const { state, isReadOnly, problems } = useEditor()
  const stored = storedSecretNames(state.saved)
  const set = (index: number, changes: Partial<Variable>, field?: string) => {
    const row = rows[index]
    if (row === undefined) return
    onChange(rows.with(index, { ...row, ...changes }), field === undefined ? undefined : `${index}.${field}`)
  }
  return (
    <div className="cd-rules">
      <div className="cd-pairs" role="table" aria-label={t('component.secrets.title')}>
        {rows.map((row, index) => {
          const path = `variables.${firstIndex + index}`
          const found = problemsAt(problems, path)
          const isKept = row.value === secretMask
          return (
            // Rows have no id of their own and keep their place while they are edited.
            <div
              key={index}
              className={`cd-pair${row.enabled ? '' : ' is-off'}`}
              role="row"
              data-field={path}
            >
              <span role="cell">
                <Checkbox
                  checked={row.enabled}
                  disabled={isReadOnly}
                  aria-label={t('component.enabledNamed', { name: row.name })}
                  onChange={event => set(index, { enabled: event.target.checked })}
                />
              </span>
              <span role="cell">
                <Input
                  value={row.name}
                  readOnly={isReadOnly}
                  className="cd-mono"
                  spellCheck={false}
                  aria-label={`${t('component.variables.name')} ${firstIndex + index + 1}`}
                  // The stored value belongs to its name: another name needs it typed again.
                  onChange={({ target: { value: name } }) =>
                    set(index, { name, value: secretValue(name, isKept ? '' : row.value, stored) }, 'name')
                  }
                />
              </span>
              <span role="cell">
                <Input.Password
                  value={isKept ? '' : row.value}
                  readOnly={isReadOnly}
                  className="cd-mono"
                  maxLength={maxSecretLength}
                  autoComplete="new-password"
                  visibilityToggle={!isKept}
                  placeholder={isKept ? t('component.secrets.stored') : t('component.secrets.empty')}
                  aria-label={`${t('component.value')} ${row.name}`}
                  onChange={event =>
                    set(index, { value: secretValue(row.name, event.target.value, stored) }, 'value')
                  }
                />
                <ProblemLines problems={found} />
              </span>
              <span role="cell">
                {!isReadOnly && (
                  <Button
                    type="text"
                    icon={<DeleteOutlined />}
                    aria-label={t('component.deleteNamed', { name: row.name })}
                    onClick={() => onChange(rows.filter((_, at) => at !== index))}
                  />
                )}
              </span>
            </div>
          )
        })}
      </div>
      {!isReadOnly && (
        <Button
          type="dashed"
          icon={<PlusOutlined />}
          disabled={rows.length >= max}
          onClick={() =>
            onChange([
              ...rows,
              {
                name: freeVariableName('secret', takenNames(state.document)),
                value: '',
                enabled: true,
                secret: true,
              },
            ])
          }
        >
          {t('component.secrets.add')}
        </Button>
      )}
    </div>
  )
}
