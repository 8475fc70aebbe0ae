/** Editor of the additional fields of a project or a template: name, display type, choices, default, and for projects the value. */
import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { type DynamicProperty, optionValues, propertyTypes } from '@pone/contract/entities/project.ts'
import { Button, DatePicker, Input, InputNumber, Select } from 'antd'
import dayjs from 'dayjs'
import { useT } from '../../../lib/i18n.ts'
import '../projects.css'

export interface PropertiesEditorProps {
  readonly value?: readonly DynamicProperty[]
  readonly onChange?: (value: readonly DynamicProperty[]) => void
  /** false for templates, which have no values. */
  readonly hasValues: boolean
  /** Follows the form, which disables its controls. */
  readonly isDisabled?: boolean
}

const newProperty: DynamicProperty = {
  name: '',
  displayType: 'text',
  options: '',
  defaultValue: '',
  value: '',
}
const isChoice = (type: DynamicProperty['displayType']) => type === 'select' || type === 'multiSelect'

export function PropertiesEditor(props: PropertiesEditorProps) {
  const { value = [], onChange, hasValues, isDisabled = false } = props
  const t = useT()
  const change = (index: number, changes: Partial<DynamicProperty>) =>
    onChange?.(value.map((property, at) => (at === index ? { ...property, ...changes } : property)))
  return (
    <div className="properties">
      {value.length === 0 && <p className="faint">{t('property.none')}</p>}
      {value.map((property, index) => (
        // Properties have no id, so the key is the index.
        // oxlint-disable-next-line react/no-array-index-key
        <fieldset key={index} className="property" disabled={isDisabled}>
          <legend className="visually-hidden">{property.name || t('property.name')}</legend>
          <Input
            value={property.name}
            placeholder={t('property.name')}
            aria-label={t('property.name')}
            onChange={event => change(index, { name: event.target.value })}
          />
          <Select
            value={property.displayType}
            aria-label={t('property.type')}
            options={propertyTypes.map(type => ({ value: type, label: t(`property.type.${type}`) }))}
            onChange={displayType =>
              change(index, {
                displayType,
                defaultValue: '',
                value: '',
                ...(isChoice(displayType) ? {} : { options: '' }),
              })
            }
          />
          <PropertyValue
            property={property}
            value={property.defaultValue}
            label={property.displayType === 'date' ? t('property.noDateDefault') : t('property.default')}
            isDisabled={isDisabled || property.displayType === 'date'}
            onChange={defaultValue => change(index, { defaultValue })}
          />
          {hasValues && (
            <PropertyValue
              property={property}
              value={property.value}
              label={t('property.value')}
              isDisabled={isDisabled}
              onChange={next => change(index, { value: next })}
            />
          )}
          <Button
            type="text"
            icon={<DeleteOutlined />}
            aria-label={t('property.remove')}
            title={t('property.remove')}
            onClick={() => onChange?.(value.filter((_property, at) => at !== index))}
          />
          {isChoice(property.displayType) && (
            <Input
              className="property-options"
              value={property.options}
              placeholder={t('property.options')}
              aria-label={t('property.options')}
              onChange={event => change(index, { options: event.target.value })}
            />
          )}
        </fieldset>
      ))}
      {!isDisabled && (
        <Button type="dashed" icon={<PlusOutlined />} onClick={() => onChange?.([...value, newProperty])}>
          {t('property.add')}
        </Button>
      )}
    </div>
  )
}

interface PropertyValueProps {
  readonly property: DynamicProperty
  readonly value: string
  readonly label: string
  readonly isDisabled: boolean
  readonly onChange: (value: string) => void
}

/** A control for the property's display type; values are strings, multiple choices joined by ';'. */
function PropertyValue({ property, value, label, isDisabled, onChange }: PropertyValueProps) {
  const common = { 'aria-label': label, placeholder: label, disabled: isDisabled, style: { width: '100%' } }
  const options = optionValues(property.options).map(option => ({ value: option, label: option }))
  switch (property.displayType) {
    case 'number':
      return (
        <InputNumber
          {...common}
          value={value === '' ? null : Number(value)}
          onChange={next => onChange(next === null ? '' : String(next))}
        />
      )
    case 'date':
      return (
        <DatePicker
          {...common}
          value={value === '' ? null : dayjs(value)}
          onChange={next => onChange(next ? next.format('YYYY-MM-DD') : '')}
        />
      )
    case 'select':
      return (
        <Select
          {...common}
          allowClear
          value={value || null}
          options={options}
          onChange={next => onChange(next ?? '')}
        />
      )
    case 'multiSelect':
      return (
        <Select
          {...common}
          mode="multiple"
          maxTagCount="responsive"
          value={optionValues(value)}
          options={options}
          onChange={(next: string[]) => onChange(next.join(';'))}
        />
      )
    default:
      return <Input {...common} value={value} onChange={event => onChange(event.target.value)} />
  }
}
