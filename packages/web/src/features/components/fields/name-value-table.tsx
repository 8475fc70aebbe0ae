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
  /** `field` names what was typed into, for undo. */
  readonly onChange: (rows: NameValue[], field?: string) => void
  /** Where problems of the rows point to, without the row number. */
  readonly path: string
  readonly nameLabel?: string | undefined
  readonly valueLabel?: string | undefined
  /** Names to offer, e.g. of headers. */
  readonly names?: readonly string[] | undefined
  readonly max: number
}

export function NameValueTable({
  label,
  rows,
  onChange,
  path,
  nameLabel,
  valueLabel,
  names,
  max,
}: NameValueTableProps) {
  const t = useT()
  const { isReadOnly, problems } = useEditor()
  const [bulkText, setBulkText] = useState<string | null>(null)
  const nameTitle = nameLabel ?? t('component.name')
  const valueTitle = valueLabel ?? t('component.value')
  const set = (index: number, changes: Partial<NameValue>, field?: string) => {
    const row = rows[index] ?? { name: '', value: '', enabled: true }
    const next = [...rows]
    next[index] = { ...row, ...changes }
    onChange(next, field === undefined ? undefined : `${index}.${field}`)
  }
  if (bulkText !== null) {
    return (
      <div className="cd-bulk">
        <Input.TextArea
          autoFocus
          value={bulkText}
          className="cd-mono"
          aria-label={t('component.bulk.label', { label })}
          placeholder={t('component.bulk.placeholder')}
          autoSize={{ minRows: 6, maxRows: 20 }}
          onChange={event => setBulkText(event.target.value)}
        />
        <div className="cd-row-end">
          <Button onClick={() => setBulkText(null)}>{t('component.cancel')}</Button>
          <Button
            type="primary"
            onClick={() => {
              onChange(rowsFromText(bulkText).slice(0, max))
              setBulkText(null)
            }}
          >
            {t('component.bulk.apply')}
          </Button>
        </div>
      </div>
    )
  }
  const hasGhost = !isReadOnly && rows.length < max
  const shown: readonly NameValue[] = hasGhost ? [...rows, { name: '', value: '', enabled: true }] : rows
  return (
    <div className="cd-pairs" role="table" aria-label={label}>
      <div className="cd-pair cd-pair-head" role="row">
        <span role="columnheader" aria-label={t('component.enabled')} />
        <span role="columnheader">{nameTitle}</span>
        <span role="columnheader">{valueTitle}</span>
        <span role="columnheader">
          {!isReadOnly && (
            <Button type="link" size="small" onClick={() => setBulkText(rowsToText(rows))}>
              {t('component.bulk.open')}
            </Button>
          )}
        </span>
      </div>
      {shown.map((row, index) => {
        const isGhost = index >= rows.length
        const rowPath = `${path}.${index}`
        const found = isGhost ? [] : problemsAt(problems, rowPath)
        return (
          // Rows have no id of their own; the number keeps the focus while the empty row becomes a real one.
          <div
            key={index}
            className={`cd-pair${row.enabled ? '' : ' is-off'}`}
            role="row"
            // The empty row is no part of the document; other rows may follow the real ones there.
            data-field={isGhost ? undefined : rowPath}
          >
            <span role="cell">
              {!isGhost && (
                <Checkbox
                  checked={row.enabled}
                  disabled={isReadOnly}
                  aria-label={t('component.enabledNamed', { name: row.name })}
                  onChange={event => set(index, { enabled: event.target.checked })}
                />
              )}
            </span>
            <span role="cell">
              <AutoComplete
                value={row.name}
                disabled={isReadOnly}
                options={nameOptions(names, row.name)}
                onChange={name => set(index, { name: name ?? '' }, 'name')}
                style={{ width: '100%' }}
              >
                <Input
                  className="cd-mono"
                  spellCheck={false}
                  aria-label={`${nameTitle} ${index + 1}`}
                  placeholder={isGhost ? t('component.pairs.add') : ''}
                />
              </AutoComplete>
            </span>
            <span role="cell">
              <TemplateInput
                isCompact
                isMono
                value={row.value}
                label={`${valueTitle} ${index + 1}`}
                isInvalid={found.length > 0}
                onChange={value => set(index, { value }, 'value')}
              />
              <ProblemLines problems={found} />
            </span>
            <span role="cell">
              {!isGhost && !isReadOnly && (
                <Button
                  type="text"
                  icon={<DeleteOutlined />}
                  aria-label={t('component.deleteNamed', { name: row.name || String(index + 1) })}
                  onClick={() => onChange(rows.filter((_, at) => at !== index))}
                />
              )}
            </span>
          </div>
        )
      })}
    </div>
  )
}

function nameOptions(names: readonly string[] | undefined, typed: string) {
  const wanted = typed.toLowerCase()
  return (names ?? [])
    .filter(name => name.toLowerCase().includes(wanted) && name !== typed)
    .map(value => ({ value }))
}
