/** The settings of a report; changing them generates it again. */
import {
  type JmeterReportSettings,
  jmeterReportSettingsSchema,
} from '@pone/contract/entities/jmeter-report.ts'
import { formatDuration } from '@pone/metrics/figures.ts'
import { Button, Input, InputNumber, Radio, Select } from 'antd'
import { useT } from '../../../lib/i18n.ts'
import { ContractForm } from '../../../ui/form/contract-form.tsx'
import { Field, SubmitButton } from '../../../ui/form/field.tsx'
import { FormDrawer } from '../../../ui/form/form-layer.tsx'

const granularitiesMs = [1, 5, 10, 30, 60, 300, 600].map(seconds => seconds * 1_000)

export function SettingsDrawer({
  settings,
  onClose,
  onMake,
}: {
  readonly settings: JmeterReportSettings
  readonly onClose: () => void
  readonly onMake: (settings: JmeterReportSettings) => Promise<unknown>
}) {
  const t = useT()
  return (
    <FormDrawer size={480} title={t('jmeterReport.settings')} isAction onClose={onClose}>
      <p className="jr-note">{t('jmeterReport.settings.help')}</p>
      <ContractForm
        schema={jmeterReportSettingsSchema}
        initialValues={settings}
        layout="vertical"
        onSubmit={async value => {
          const { utcOffsetMinutes, dateOrder } = settings
          await onMake({ ...value, utcOffsetMinutes, dateOrder })
          onClose()
        }}
      >
        <div className="form-grid">
          <Thresholds />
          <Field
            className="form-grid-wide"
            name="labelFilter"
            label={t('jmeterReport.settings.filter')}
            help={t('jmeterReport.settings.filterHelp')}
          >
            <Input className="code" spellCheck={false} />
          </Field>
          <Field
            name="fromMs"
            label={t('jmeterReport.settings.from')}
            help={t('jmeterReport.settings.rangeHelp')}
          >
            <SecondsInput />
          </Field>
          <Field name="toMs" label={t('jmeterReport.settings.to')} help={t('jmeterReport.settings.toHelp')}>
            <SecondsInput />
          </Field>
          <Field
            className="form-grid-wide"
            name="granularityMs"
            label={t('jmeterReport.settings.granularity')}
            help={t('jmeterReport.settings.granularityHelp')}
          >
            <GranularityChoice />
          </Field>
          <Field
            className="form-grid-wide"
            name="percentiles"
            label={t('jmeterReport.settings.percentiles')}
            help={t('jmeterReport.settings.percentilesHelp')}
          >
            <Radio.Group
              options={(['exact', 'legacy'] as const).map(value => ({
                value,
                label: t(`jmeterReport.percentiles.${value}`),
              }))}
            />
          </Field>
        </div>
        <div className="form-actions">
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <SubmitButton>{t('jmeterReport.again')}</SubmitButton>
        </div>
      </ContractForm>
    </FormDrawer>
  )
}

interface Control<T> {
  readonly id?: string
  readonly value?: T
  readonly onChange?: (value: T) => void
}

/** Seconds in the form, milliseconds in the contract. */
function SecondsInput({ id, value, onChange }: Control<number | null>) {
  return (
    <InputNumber
      {...(id ? { id } : {})}
      min={0}
      style={{ width: '100%' }}
      value={value === null || value === undefined ? null : value / 1_000}
      onChange={seconds => onChange?.(seconds === null ? null : Math.round(Number(seconds) * 1_000))}
    />
  )
}

function GranularityChoice({ id, value, onChange }: Control<number | null>) {
  const t = useT()
  const auto = 0
  return (
    <Select
      {...(id ? { id } : {})}
      value={value ?? auto}
      options={[
        { value: auto, label: t('jmeterReport.settings.auto') },
        ...granularitiesMs.map(ms => ({ value: ms, label: formatDuration(ms) })),
      ]}
      onChange={chosen => onChange?.(chosen === auto ? null : chosen)}
    />
  )
}

/** The thresholds of APDEX. */
function Thresholds() {
  const t = useT()
  return (
    <>
      <Field
        name="satisfiedMs"
        label={t('jmeterReport.settings.satisfied')}
        help={t('jmeterReport.settings.satisfiedHelp')}
      >
        <InputNumber min={1} style={{ width: '100%' }} />
      </Field>
      <Field
        name="toleratedMs"
        label={t('jmeterReport.settings.tolerated')}
        help={t('jmeterReport.settings.toleratedHelp')}
      >
        <InputNumber min={1} style={{ width: '100%' }} />
      </Field>
    </>
  )
}
