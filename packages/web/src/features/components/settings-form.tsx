/** Run-time settings of a component, in groups: address, think time and pacing, errors and log, connection. */
import type { RunSettings } from '@pone/contract/entities/component/run-settings.ts'
import { Segmented, Switch } from 'antd'
import { useT } from '../../lib/i18n.ts'
import { useDocumentEdit, useEditor } from './editor-context.ts'
import { Field } from './field.tsx'
import { NumberField } from './number-field.tsx'
import { PacingFields, ThinkTimeFields } from './settings-times.tsx'
import { TemplateInput } from './template-input.tsx'

type SwitchKey = {
  [K in keyof RunSettings]: RunSettings[K] extends boolean ? K : never
}[keyof RunSettings]
type TimeKey = 'thinkTimeCapMs' | 'connectTimeoutMs' | 'responseTimeoutMs'
const logLevels = ['off', 'onError', 'full'] as const

export function SettingsForm() {
  const t = useT()
  const { state, isReadOnly } = useEditor()
  const edit = useDocumentEdit()
  const { settings } = state.document
  const set = (changes: Partial<RunSettings>, field?: string) =>
    edit('settings', { ...settings, ...changes }, field)
  const toggle = (key: SwitchKey) => (
    <Field label={t(`component.settings.${key}`)} help={t(`component.settings.${key}Help`)}>
      <Switch
        checked={settings[key]}
        disabled={isReadOnly}
        aria-label={t(`component.settings.${key}`)}
        onChange={checked => set({ [key]: checked })}
      />
    </Field>
  )
  const time = (key: TimeKey, min: number, max: number) => (
    <Field
      path={`settings.${key}`}
      label={t(`component.settings.${key}`)}
      help={t(`component.settings.${key}Help`)}
    >
      <NumberField
        label={t(`component.settings.${key}`)}
        value={settings[key]}
        min={min}
        max={max}
        unit="ms"
        onChange={value => set({ [key]: value }, key)}
      />
    </Field>
  )
  return (
    <div className="cd-form cd-page-form">
      <h3>{t('component.settings.address')}</h3>
      <Field
        path="settings.baseUrl"
        label={t('component.settings.baseUrl')}
        help={t('component.settings.baseUrlHelp')}
      >
        <TemplateInput
          isMono
          value={settings.baseUrl}
          label={t('component.settings.baseUrl')}
          placeholder="http://host:port"
          onChange={baseUrl => set({ baseUrl }, 'baseUrl')}
        />
      </Field>
      <h3>{t('component.settings.rhythm')}</h3>
      <ThinkTimeFields settings={settings} onChange={set} />
      {time('thinkTimeCapMs', 0, 3_600_000)}
      <PacingFields settings={settings} onChange={set} />
      <h3>{t('component.settings.errors')}</h3>
      {toggle('continueOnError')}
      <Field label={t('component.settings.log')} help={t('component.settings.logHelp')}>
        <Segmented
          value={settings.log}
          disabled={isReadOnly}
          aria-label={t('component.settings.log')}
          options={logLevels.map(value => ({ value, label: t(`component.settings.log.${value}`) }))}
          onChange={log => set({ log })}
        />
      </Field>
      <h3>{t('component.settings.connection')}</h3>
      {time('connectTimeoutMs', 1, 600_000)}
      {time('responseTimeoutMs', 1, 3_600_000)}
      {toggle('keepAlive')}
      {toggle('compression')}
      {toggle('clearCookiesEachIteration')}
      {toggle('verifyTls')}
    </div>
  )
}
