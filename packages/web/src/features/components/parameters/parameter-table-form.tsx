/** Properties of a parameter whose rows come from a database: connection, query, and column names. */
import { maxTableRows } from '@pone/schema/limits.ts'
import { Input, Segmented, Switch } from 'antd'
import { useState } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { useEditor } from '../context/editor-context.ts'
import { Field } from '../fields/field.tsx'
import { NumberField } from '../fields/number-field.tsx'
import { TemplateInput } from '../fields/template-input.tsx'
import type { FormProps } from './parameter-value-forms.tsx'

type Database = FormProps<'table'>['parameter']['database']

const drivers = [
  { value: 'postgresql', label: 'PostgreSQL' },
  { value: 'mysql', label: 'MySQL / MariaDB' },
] as const

export function TableParameterForm({ parameter, path, onChange }: FormProps<'table'>) {
  const t = useT()
  const { isReadOnly } = useEditor()
  const { query, columns, maxRows, timeoutSeconds } = parameter
  const [typed, setTyped] = useState(columns.join(', '))
  return (
    <div className="cd-form">
      <DatabaseFields
        database={parameter.database}
        path={`${path}.database`}
        onChange={(database, field) => onChange({ ...parameter, database }, `database.${field}`)}
      />
      <Field
        path={`${path}.query`}
        label={t('component.parameter.table.query')}
        help={t('component.parameter.table.queryHelp')}
      >
        <TemplateInput
          value={query}
          minRows={4}
          isMono
          label={t('component.parameter.table.query')}
          onChange={next => onChange({ ...parameter, query: next }, 'query')}
        />
      </Field>
      <Field
        path={`${path}.columns`}
        label={t('component.parameter.table.columns')}
        help={t('component.parameter.table.columnsHelp')}
      >
        <Input
          value={typed}
          readOnly={isReadOnly}
          className="cd-mono"
          spellCheck={false}
          aria-label={t('component.parameter.table.columns')}
          onChange={({ target }) => {
            setTyped(target.value)
            const names = target.value.split(',').map(name => name.trim())
            onChange({ ...parameter, columns: names }, 'columns')
          }}
        />
      </Field>
      <Field
        path={`${path}.maxRows`}
        label={t('component.parameter.table.maxRows')}
        help={t('component.parameter.table.maxRowsHelp')}
      >
        <NumberField
          label={t('component.parameter.table.maxRows')}
          value={maxRows}
          min={1}
          max={maxTableRows}
          onChange={value => onChange({ ...parameter, maxRows: value }, 'maxRows')}
        />
      </Field>
      <Field
        path={`${path}.timeoutSeconds`}
        label={t('component.parameter.table.timeoutSeconds')}
        help={t('component.parameter.table.timeoutSecondsHelp')}
      >
        <NumberField
          label={t('component.parameter.table.timeoutSeconds')}
          value={timeoutSeconds}
          min={1}
          max={3_600}
          unit="s"
          onChange={value => onChange({ ...parameter, timeoutSeconds: value }, 'timeoutSeconds')}
        />
      </Field>
    </div>
  )
}

interface DatabaseFieldsProps {
  readonly database: Database
  readonly path: string
  readonly onChange: (database: Database, field: string) => void
}

function DatabaseFields({ database, path, onChange }: DatabaseFieldsProps) {
  const t = useT()
  const { isReadOnly } = useEditor()
  const text = (key: 'host' | 'database' | 'user' | 'password', help?: string) => (
    <Field path={`${path}.${key}`} label={t(`component.parameter.table.${key}`)} help={help}>
      <TemplateInput
        value={database[key]}
        label={t(`component.parameter.table.${key}`)}
        onChange={value => onChange({ ...database, [key]: value }, key)}
      />
    </Field>
  )
  return (
    <>
      <Field path={`${path}.driver`} label={t('component.parameter.table.driver')}>
        <Segmented
          value={database.driver}
          disabled={isReadOnly}
          aria-label={t('component.parameter.table.driver')}
          options={[...drivers]}
          onChange={driver => onChange({ ...database, driver }, 'driver')}
        />
      </Field>
      {text('host')}
      <Field
        path={`${path}.port`}
        label={t('component.parameter.table.port')}
        help={t('component.parameter.table.portHelp')}
      >
        <NumberField
          label={t('component.parameter.table.port')}
          value={database.port}
          min={0}
          max={65_535}
          onChange={port => onChange({ ...database, port }, 'port')}
        />
      </Field>
      {text('database')}
      {text('user')}
      {text('password', t('component.parameter.table.passwordHelp', { example: `\${dbPassword}` }))}
      <Field
        path={`${path}.tls`}
        label={t('component.parameter.table.tls')}
        help={t('component.parameter.table.tlsHelp')}
      >
        <Switch
          checked={database.tls}
          disabled={isReadOnly}
          aria-label={t('component.parameter.table.tls')}
          onChange={tls => onChange({ ...database, tls }, 'tls')}
        />
      </Field>
    </>
  )
}
