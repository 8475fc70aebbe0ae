/** Installation settings of a package. */
import { Input, InputNumber, Space } from 'antd'
import { useT } from '../../lib/i18n.ts'
import { Field } from '../../ui/form/field.tsx'

export function PlaceFields({ isAgent }: { readonly isAgent: boolean }) {
  const t = useT()
  return (
    <div className="form-grid">
      <Field name="installPath" label={t('package.installPath')} help={t('package.pathHelp')}>
        <PathInput placeholder="/opt/pone" />
      </Field>
      <Field name="logPath" label={t('package.logPath')} help={t('package.pathHelp')}>
        <PathInput placeholder="/var/log/pone" />
      </Field>
      {isAgent && (
        <Field name="statusPushSeconds" label={t('package.statusPush')} help={t('package.statusPushHelp')}>
          <SecondsInput />
        </Field>
      )}
    </div>
  )
}

/** An empty input is null, which means the default of the installation. */
function PathInput(props: {
  readonly id?: string
  readonly value?: string | null
  readonly onChange?: (value: string | null) => void
  readonly placeholder: string
}) {
  return (
    <Input
      id={props.id}
      autoComplete="off"
      spellCheck={false}
      placeholder={props.placeholder}
      value={props.value ?? ''}
      onChange={event => props.onChange?.(event.target.value === '' ? null : event.target.value)}
    />
  )
}

function SecondsInput(props: {
  readonly id?: string
  readonly value?: number | null
  readonly onChange?: (value: number | null) => void
}) {
  const t = useT()
  return (
    <Space.Compact>
      <InputNumber
        id={props.id ?? 'statusPushSeconds'}
        min={1}
        max={60}
        precision={0}
        value={props.value ?? null}
        onChange={value => props.onChange?.(value)}
      />
      <Space.Addon>{t('package.seconds')}</Space.Addon>
    </Space.Compact>
  )
}
