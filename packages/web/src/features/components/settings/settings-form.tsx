/** Run-time settings of a component, in groups from the address to the network. */
import type { RunSettings } from '@pone/plan/settings/run-settings.ts'
import { httpVersions } from '@pone/protocols/http/definition/settings.ts'
import { Segmented, Switch } from 'antd'
import { useT } from '../../../lib/i18n.ts'
import { useDocumentEdit, useEditor } from '../editor/editor-context.ts'
import { Field } from '../fields/field.tsx'
import { NumberField } from '../fields/number-field.tsx'
import { TemplateInput } from '../fields/template-input.tsx'
import { AuthFields, settingAuthKinds } from '../request/auth-fields.tsx'
import { NetworkFields, ProxyFields } from './settings-network.tsx'
import { PacingFields, ThinkTimeFields } from './settings-times.tsx'
import { TlsFields } from './settings-tls.tsx'

type SwitchKey =
  | 'continueOnError'
  | 'keepAlive'
  | 'compression'
  | 'clearCookiesEachIteration'
  | 'cache'
  | 'clearCacheEachIteration'
  | 'embeddedResources'
  | 'verifyTls'
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
      <h3>{t('component.settings.http')}</h3>
      <Field
        label={t('component.settings.httpVersion')}
        help={t(`component.settings.httpVersion.${settings.httpVersion}Help`)}
      >
        <Segmented
          value={settings.httpVersion}
          disabled={isReadOnly}
          aria-label={t('component.settings.httpVersion')}
          options={httpVersions.map(value => ({
            value,
            label: value === 'auto' ? t('component.settings.httpVersion.auto') : `HTTP/${value}`,
          }))}
          onChange={httpVersion => set({ httpVersion })}
        />
      </Field>
      {toggle('compression')}
      {toggle('clearCookiesEachIteration')}
      {toggle('cache')}
      {settings.cache && toggle('clearCacheEachIteration')}
      {toggle('embeddedResources')}
      {settings.embeddedResources && (
        <Field
          label={t('component.settings.parallelPerHost')}
          help={t('component.settings.parallelPerHostHelp')}
        >
          <NumberField
            label={t('component.settings.parallelPerHost')}
            value={settings.parallelPerHost}
            min={1}
            max={32}
            onChange={parallelPerHost => set({ parallelPerHost }, 'parallelPerHost')}
          />
        </Field>
      )}
      <h3>{t('component.auth.title')}</h3>
      <AuthFields
        auth={settings.auth}
        path="settings.auth"
        kinds={settingAuthKinds}
        onChange={(auth, field) => set({ auth }, field === undefined ? undefined : `auth.${field}`)}
      />
      <h3>{t('component.tls.title')}</h3>
      {toggle('verifyTls')}
      <TlsFields settings={settings} onChange={set} />
      <h3>{t('component.proxy.title')}</h3>
      <ProxyFields settings={settings} onChange={set} />
      <h3>{t('component.network.title')}</h3>
      <NetworkFields settings={settings} onChange={set} />
    </div>
  )
}
