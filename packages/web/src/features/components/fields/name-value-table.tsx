/** An editable table of names and values (query, headers, form fields, variables) with an empty last row to type into. */
import { DeleteOutlined } from '@ant-design/icons'
import type { NameValue } from '@pone/schema/template.ts'
import { AutoComplete, Button, Checkbox, Input } from 'antd'
import { useState } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { useEditor } from '../context/editor-context.ts'
import { ProblemLines } from '../problems/problem-lines.tsx'
import { problemsAt } from '../problems/problems.ts'
import { rowsFromText, rowsToText } from './name-value-text.ts'
import { TemplateInput } from './template-input.tsx'

interface NameValueTableProps {
  readonly label: string
  readonly rows: readonly NameValue[]
  /** `field` names the edited field, for undo. */
  readonly onChange: (rows: NameValue[], field?: string) => void
  /** The path that problems of the rows refer to, without the row number. */
  readonly path: string
  readonly nameLabel?: string | undefined
  readonly valueLabel?: string | undefined
  /** Names to suggest, e.g. of headers. */
  readonly names?: readonly string[] | undefined
  readonly max: number
}

const noRow: NameValue = { name: '', value: '', enabled: true }

export function NameValueTable(props: NameValueTableProps) {
  const { label, rows, onChange, path, names, max } = props
  const t = useT()
  const { isReadOnly } = useEditor()
  const [isBulk, setBulk] = useState(false)
  const nameTitle = props.nameLabel ?? t('component.name')
  const valueTitle = props.valueLabel ?? t('component.value')
  if (isBulk)
    return <BulkEdit label={label} rows={rows} max={max} onChange={onChange} onEnd={() => setBulk(false)} />
  const hasGhost = !isReadOnly && rows.length < max
  return (
    <div className="cd-pairs" role="table" aria-label={label}>
      <div className="cd-pair cd-pair-head" role="row">
        <span role="columnheader" aria-label={t('component.enabled')} />
        <span role="columnheader">{nameTitle}</span>
        <span role="columnheader">{valueTitle}</span>
        <span role="columnheader">
          {!isReadOnly && (
            <Button type="link" size="small" onClick={() => setBulk(true)}>
              {t('component.bulk.open')}
            </Button>
          )}
        </span>
      </div>
      {(hasGhost ? [...rows, noRow] : rows).map((row, index) => (
        // Rows have no id of their own; the index as key keeps the focus when the empty row becomes a real one.
        <PairRow
          key={index}
          row={row}
          // The empty row is not part of the document; other rows may follow the real ones there.
          path={index < rows.length ? `${path}.${index}` : undefined}
          nameLabel={`${nameTitle} ${index + 1}`}
          valueLabel={`${valueTitle} ${index + 1}`}
          number={index + 1}
          names={names ?? []}
          onChange={(changed, field) =>
            onChange(rows.toSpliced(index, 1, changed), field === undefined ? undefined : `${index}.${field}`)
          }
          onDelete={() => onChange(rows.toSpliced(index, 1))}
        />
      ))}
    </div>
  )
}

interface BulkEditProps extends Pick<NameValueTableProps, 'label' | 'rows' | 'max' | 'onChange'> {
  readonly onEnd: () => void
}

/** All rows as lines of one text. */
function BulkEdit({ label, rows, max, onChange, onEnd }: BulkEditProps) {
  const t = useT()
  const [text, setText] = useState(() => rowsToText(rows))
  return (
    <div className="cd-bulk">
      <Input.TextArea
        autoFocus
        value={text}
        className="cd-mono"
        aria-label={t('component.bulk.label', { label })}
        placeholder={t('component.bulk.placeholder')}
        autoSize={{ minRows: 6, maxRows: 20 }}
        onChange={event => setText(event.target.value)}
      />
      <div className="cd-row-end">
        <Button onClick={onEnd}>{t('component.cancel')}</Button>
        <Button
          type="primary"
          onClick={() => {
            onChange(rowsFromText(text).slice(0, max))
            onEnd()
          }}
        >
          {t('component.bulk.apply')}
        </Button>
      </div>
    </div>
  )
}

interface PairRowProps {
  readonly row: NameValue
  /** The path that problems of the row refer to; left out for the empty row at the end. */
  readonly path: string | undefined
  readonly nameLabel: string
  readonly valueLabel: string
  /** From 1. */
  readonly number: number
  readonly names: readonly string[]
  readonly onChange: (row: NameValue, field?: string) => void
  readonly onDelete: () => void
}

function PairRow({ row, path, nameLabel, valueLabel, number, names, onChange, onDelete }: PairRowProps) {
  const t = useT()
  const { isReadOnly, problems } = useEditor()
  const isGhost = path === undefined
  const found = isGhost ? [] : problemsAt(problems, path)
  return (
    <div className={`cd-pair${row.enabled ? '' : ' is-off'}`} role="row" data-field={path}>
      <span role="cell">
        {!isGhost && (
          <Checkbox
            checked={row.enabled}
            disabled={isReadOnly}
            aria-label={t('component.enabledNamed', { name: row.name })}
            onChange={event => onChange({ ...row, enabled: event.target.checked })}
          />
        )}
      </span>
      <span role="cell">
        <AutoComplete
          value={row.name}
          disabled={isReadOnly}
          options={nameOptions(names, row.name)}
          onChange={name => onChange({ ...row, name: name ?? '' }, 'name')}
          style={{ width: '100%' }}
        >
          <Input
            className="cd-mono"
            spellCheck={false}
            aria-label={nameLabel}
            placeholder={isGhost ? t('component.pairs.add') : ''}
          />
        </AutoComplete>
      </span>
      <span role="cell">
        <TemplateInput
          isCompact
          isMono
          value={row.value}
          label={valueLabel}
          isInvalid={found.length > 0}
          onChange={value => onChange({ ...row, value }, 'value')}
        />
        <ProblemLines problems={found} />
      </span>
      <span role="cell">
        {!isGhost && !isReadOnly && (
          <Button
            type="text"
            icon={<DeleteOutlined />}
            aria-label={t('component.deleteNamed', { name: row.name || String(number) })}
            onClick={onDelete}
          />
        )}
      </span>
    </div>
  )
}

/** Names that contain what is typed. */
function nameOptions(names: readonly string[], typed: string) {
  const wanted = typed.toLowerCase()
  return names.filter(name => name.toLowerCase().includes(wanted) && name !== typed).map(value => ({ value }))
}
