/** The control of one value: what kind it is decides how it looks; every kind also takes an expression like `${users}`. */
import type { FieldDefinition, TableColumn } from '@pone/jmeter/elements/element.ts'
import { AutoComplete, Checkbox, Select, Switch } from 'antd'
import { lazy, Suspense } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { useSession } from '../../../lib/session/session.ts'
import { fileNameOf } from '../plan/file-use.ts'
import { usePlan } from '../plan/plan-context.ts'
import { TypedField } from './typed-field.tsx'

const CodeField = lazy(async () => ({
  default: (await import('../../../ui/editor/code-field.tsx')).CodeField,
}))

interface FieldControlProps {
  readonly id?: string | undefined
  readonly field: FieldDefinition | TableColumn
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
}

export function FieldControl({ id, field, label, value, onChange }: FieldControlProps) {
  const { isReadOnly } = usePlan()
  const common = { ...(id !== undefined && { id }), 'aria-label': label }
  const plain = <TypedField id={id} label={label} value={value} onChange={onChange} />
  switch (field.kind) {
    case 'boolean':
      // An expression is decided while the plan runs.
      if (!['true', 'false', ''].includes(value.toLowerCase())) return plain
      return (
        <Switch
          {...common}
          size="small"
          className="jm-switch"
          checked={value.toLowerCase() === 'true'}
          disabled={isReadOnly}
          onChange={isOn => onChange(String(isOn))}
        />
      )
    case 'number':
      return <NumberControl id={id} field={field} label={label} value={value} onChange={onChange} />
    case 'choice':
      return <ChoiceControl id={id} field={field} label={label} value={value} onChange={onChange} />
    case 'password':
      return <TypedField id={id} label={label} value={value} onChange={onChange} isPassword />
    case 'lines':
      return <TypedField id={id} label={label} value={value} onChange={onChange} lines={[2, 14]} />
    case 'file':
      return <FileControl id={id} field={field} label={label} value={value} onChange={onChange} />
    case 'code':
      return (
        <Suspense fallback={plain}>
          <CodeField
            value={value}
            language="javascript"
            label={label}
            isReadOnly={isReadOnly}
            onChange={onChange}
          />
        </Suspense>
      )
    default:
      return plain
  }
}

/** Loops of -1 go on forever, which has a box of its own. */
const isLoops = (field: FieldControlProps['field']): boolean => field.name === 'LoopController.loops'

function NumberControl({ id, field, label, value, onChange }: FieldControlProps) {
  const t = useT()
  const { isReadOnly } = usePlan()
  const [min, max] = 'min' in field ? [field.min ?? null, field.max ?? null] : [null, null]
  const number = Number(value)
  const isExpression = value.includes('${') || value.trim() === ''
  const isForever = isLoops(field) && value.trim() === '-1'
  const fault = isExpression
    ? null
    : Number.isNaN(number)
      ? t('jmeterPlan.number.wrong')
      : min !== null && number < min
        ? t('jmeterPlan.number.least', { min })
        : max !== null && number > max
          ? t('jmeterPlan.number.most', { max })
          : null
  return (
    <>
      <span className="jm-inline">
        <TypedField
          id={id}
          label={label}
          className="jm-number"
          value={isForever ? '∞' : value}
          isOff={isForever}
          isWrong={fault !== null}
          onChange={onChange}
        />
        {isLoops(field) && (
          <Checkbox
            checked={isForever}
            disabled={isReadOnly}
            onChange={event => onChange(event.target.checked ? '-1' : '1')}
          >
            {t('jmeterPlan.forever')}
          </Checkbox>
        )}
      </span>
      {fault !== null && <span className="jm-wrong">{fault}</span>}
    </>
  )
}

function ChoiceControl({ id, field, label, value, onChange }: FieldControlProps) {
  const t = useT()
  const language = useSession('language')
  const { isReadOnly } = usePlan()
  const options = field.options.map(option => ({
    value: option.value,
    label: option.label[language] || t('jmeterPlan.emptyChoice'),
  }))
  const known = field.options.find(option => option.value === value)
  const words = known !== undefined && known.label[language] !== value ? known.label[language] : ''
  if ('isOpen' in field && field.isOpen === true)
    return (
      <>
        <AutoComplete
          {...(id === undefined ? {} : { id })}
          aria-label={label}
          value={value}
          disabled={isReadOnly}
          popupMatchSelectWidth={false}
          options={field.options.flatMap(option => {
            const name = option.label[language]
            if (option.value === '') return []
            return [
              { value: option.value, label: name === option.value ? name : `${option.value} · ${name}` },
            ]
          })}
          onChange={onChange}
        />
        {words !== '' && <span className="cd-help">{words}</span>}
      </>
    )
  return (
    <Select
      {...(id === undefined ? {} : { id })}
      aria-label={label}
      value={value}
      disabled={isReadOnly}
      popupMatchSelectWidth={false}
      // A value that JMeter does not offer, an expression for example, stays what it is.
      options={
        known !== undefined ? options : [...options, { value, label: value || t('jmeterPlan.emptyChoice') }]
      }
      onChange={onChange}
    />
  )
}

function FileControl({ id, label, value, onChange }: FieldControlProps) {
  const t = useT()
  const { files, isReadOnly } = usePlan()
  const wanted = fileNameOf(value.trim())
  const isMissing =
    wanted !== '' && !value.includes('${') && files !== undefined && files.every(file => file.name !== wanted)
  return (
    <>
      <AutoComplete
        {...(id === undefined ? {} : { id })}
        aria-label={label}
        value={value}
        disabled={isReadOnly}
        options={(files ?? []).map(file => ({ value: file.name }))}
        onChange={onChange}
      />
      {isMissing && <span className="jm-warn">{t('jmeterPlan.file.isMissing', { name: wanted })}</span>}
    </>
  )
}
