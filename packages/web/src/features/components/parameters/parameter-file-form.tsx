/** Properties of a file parameter: the file, its format, and a preview whose header names the columns. */

import { formatBytes } from '@pone/metrics/figures.ts'
import { delimiters, fileEncodings, fileQuotes, type Parameter } from '@pone/plan/parameters/parameters.ts'
import { Button, Input, Segmented, Select, Switch } from 'antd'
import { useState } from 'react'
import { errorMessage } from '../../../lib/api-error.ts'
import { useT } from '../../../lib/i18n.ts'
import { LoadingState } from '../../../ui/page/page-states.tsx'
import { useEditor } from '../context/editor-context.ts'
import { Field } from '../fields/field.tsx'
import { problemsAt } from '../problems/problems.ts'
import { FileChooser } from './parameter-file-chooser.tsx'
import { columnCount, columnNames, dataRows, withColumnName } from './parameter-model.ts'
import { type FileParameter, useFilePreview, useParameterFiles } from './parameter-queries.ts'

/** Delimiters that have no visible character. */
const delimiterNames: Partial<
  Record<FileParameter['delimiter'], 'component.file.tab' | 'component.file.blank'>
> = {
  '\t': 'component.file.tab',
  ' ': 'component.file.blank',
}
const encodingNames = { 'utf-8': 'UTF-8', gbk: 'GBK', gb18030: 'GB18030', latin1: 'Latin-1' } as const

interface FileParameterFormProps {
  readonly parameter: FileParameter
  readonly path: string
  readonly onChange: (parameter: Parameter, field?: string) => void
}

export function FileParameterForm({ parameter, path, onChange }: FileParameterFormProps) {
  const t = useT()
  const { isReadOnly } = useEditor()
  const [isChoosing, setChoosing] = useState(false)
  const files = useParameterFiles()
  const file = files.data?.find(known => known.id === parameter.fileId)
  return (
    <div className="cd-form">
      {isChoosing && (
        <FileChooser
          onClose={() => setChoosing(false)}
          onChoose={(chosen, reading, columns) => {
            onChange({ ...parameter, fileId: chosen.id, ...reading, columns })
            setChoosing(false)
          }}
        />
      )}
      <Field path={`${path}.fileId`} label={t('component.parameter.file')}>
        <div className="cd-inline">
          <b>{file?.name ?? (files.isSuccess ? t('component.file.missing') : '…')}</b>
          {file && (
            <span className="cd-help">
              {t('component.file.facts', {
                size: formatBytes(file.sizeBytes),
                count: file.lines,
              })}
            </span>
          )}
          {!isReadOnly && (
            <Button size="small" onClick={() => setChoosing(true)}>
              {t('component.file.change')}
            </Button>
          )}
        </div>
      </Field>
      <ReadingFields parameter={parameter} onChange={onChange} />
      <ColumnsField parameter={parameter} path={path} onChange={onChange} />
    </div>
  )
}

/** The format of the file. */
function ReadingFields({ parameter, onChange }: Omit<FileParameterFormProps, 'path'>) {
  const t = useT()
  const { isReadOnly: disabled } = useEditor()
  const plain = (value: string) => <span className="cd-mono">{value}</span>
  return (
    <>
      <Field label={t('component.file.delimiter')} help={t('component.file.delimiterHelp')}>
        <Segmented
          value={parameter.delimiter}
          disabled={disabled}
          aria-label={t('component.file.delimiter')}
          options={delimiters.map(value => {
            const name = delimiterNames[value]
            return { value, label: name === undefined ? plain(value) : t(name) }
          })}
          onChange={delimiter => onChange({ ...parameter, delimiter })}
        />
      </Field>
      <Field label={t('component.file.quote')} help={t('component.file.quoteHelp')}>
        <Segmented
          value={parameter.quote}
          disabled={disabled}
          aria-label={t('component.file.quote')}
          options={fileQuotes.map(value => ({
            value,
            label: value === '' ? t('component.file.noQuote') : plain(value),
          }))}
          onChange={quote => onChange({ ...parameter, quote })}
        />
      </Field>
      <Field label={t('component.file.encoding')} help={t('component.file.encodingHelp')}>
        <Select
          value={parameter.encoding}
          disabled={disabled}
          style={{ width: 160 }}
          aria-label={t('component.file.encoding')}
          options={fileEncodings.map(value => ({ value, label: encodingNames[value] }))}
          onChange={encoding => onChange({ ...parameter, encoding })}
        />
      </Field>
      <Field label={t('component.file.header')} help={t('component.file.headerHelp')}>
        <Switch
          checked={parameter.hasHeader}
          disabled={disabled}
          aria-label={t('component.file.header')}
          onChange={hasHeader => onChange({ ...parameter, hasHeader })}
        />
      </Field>
    </>
  )
}

/** The first rows of the file; their header names the columns. */
function ColumnsField({ parameter, path, onChange }: FileParameterFormProps) {
  const t = useT()
  const { isReadOnly } = useEditor()
  const preview = useFilePreview(parameter.fileId, parameter)
  const rows = preview.data?.rows ?? []
  return (
    <Field
      path={`${path}.columns`}
      label={t('component.file.columns')}
      help={
        <>
          {t('component.file.columnsHelp')}{' '}
          {!isReadOnly && rows.length > 0 && (
            <Button
              type="link"
              size="small"
              onClick={() => onChange({ ...parameter, columns: columnNames(rows, parameter.hasHeader) })}
            >
              {t('component.file.columnsFromHeader')}
            </Button>
          )}
        </>
      }
    >
      {preview.isPending && <LoadingState rows={4} />}
      {preview.isError && (
        <div className="cd-problem-line" role="alert">
          {errorMessage(preview.error)}{' '}
          <Button type="link" size="small" onClick={() => void preview.refetch()}>
            {t('action.retry')}
          </Button>
        </div>
      )}
      {preview.data && (
        <>
          <PreviewTable parameter={parameter} path={path} rows={rows} onChange={onChange} />
          <div className="cd-help">
            {t('component.file.rows', {
              count: dataRows(preview.data.lines, parameter.hasHeader),
            })}
          </div>
        </>
      )}
    </Field>
  )
}

interface PreviewTableProps extends FileParameterFormProps {
  readonly rows: readonly (readonly string[])[]
}

function PreviewTable({ parameter, path, rows, onChange }: PreviewTableProps) {
  const t = useT()
  const { isReadOnly, problems } = useEditor()
  const { columns, hasHeader } = parameter
  const count = columnCount(columns, rows)
  // Columns and rows of a file are identified only by their position.
  const numbers = Array.from({ length: count }, (_, column) => column)
  const rename = (column: number, name: string) =>
    onChange({ ...parameter, columns: withColumnName(columns, count, column, name) }, `columns.${column}`)
  return (
    <div className="cd-preview-table">
      <table className="cd-table">
        <thead>
          <tr>
            {numbers.map(column => (
              <th key={column} scope="col">
                <Input
                  size="small"
                  value={columns[column] ?? ''}
                  readOnly={isReadOnly}
                  className="cd-mono"
                  spellCheck={false}
                  status={problemsAt(problems, `${path}.columns.${column}`).length > 0 ? 'error' : ''}
                  aria-label={t('component.file.column', { number: column + 1 })}
                  placeholder={t('component.file.columnOff')}
                  onChange={event => rename(column, event.target.value.trim())}
                />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index} className={hasHeader && index === 0 ? 'is-head' : ''}>
              {numbers.map(column => (
                <td key={column} className="cd-mono">
                  {row[column] ?? ''}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
