/** Run-time settings of a component, in groups from the address to the network. */

import type { RunSettings } from '@pone/plan/settings/run-settings.ts'
import { type HttpSettings, httpVersions } from '@pone/protocols/http/definition/settings.ts'
import { Segmented, Switch } from 'antd'
import { useT } from '../../../lib/i18n.ts'
import { useDocumentEdit, useEditor } from '../context/editor-context.ts'
import { Field } from '../fields/field.tsx'
import { NumberField } from '../fields/number-field.tsx'
import { TemplateInput } from '../fields/template-input.tsx'
import { AuthFields, settingAuthKinds } from '../request/auth-fields.tsx'
import { ProtocolSettings } from './protocol-settings.tsx'
import { NetworkFields, ProxyFields } from './settings-network.tsx'
import { PacingFields, ThinkTimeFields } from './settings-times.tsx'
import { TlsFields } from './settings-tls.tsx'

type SwitchKey = 'continueOnError' | 'verifyTls'
type HttpSwitchKey =
  | 'keepAlive'
  | 'compression'
  | 'clearCookiesEachIteration'
  | 'cache'
  | 'clearCacheEachIteration'
  | 'embeddedResources'
type TimeKey = 'thinkTimeCapMs' | 'connectTimeoutMs' | 'responseTimeoutMs'
const logLevels = ['off', 'onError', 'full'] as const

export function SettingsForm() {
  const t = useT()
  const { state, isReadOnly } = useEditor()
  const edit = useDocumentEdit()
  const { settings } = state.document
  const set = (changes: Partial<RunSettings>, field?: string) =>
    edit('settings', { ...settings, ...changes }, field)
  const setHttp = (changes: Partial<HttpSettings>, field?: string) =>
    set({ http: { ...settings.http, ...changes } }, field === undefined ? undefined : `http.${field}`)
  const toggleOf = (key: SwitchKey | HttpSwitchKey, isOn: boolean, onChange: (isOn: boolean) => void) => (
    <Field label={t(`component.settings.${key}`)} help={t(`component.settings.${key}Help`)}>
      <Switch
        checked={isOn}
        disabled={isReadOnly}
        aria-label={t(`component.settings.${key}`)}
        onChange={onChange}
      />
    </Field>
  )
  const toggle = (key: SwitchKey) => toggleOf(key, settings[key], isOn => set({ [key]: isOn }))
  const toggleHttp = (key: HttpSwitchKey) =>
    toggleOf(key, settings.http[key], isOn => setHttp({ [key]: isOn }))
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
        path="settings.http.baseUrl"
        label={t('component.settings.baseUrl')}
        help={t('component.settings.baseUrlHelp')}
      >
        <TemplateInput
          isMono
          value={settings.http.baseUrl}
          label={t('component.settings.baseUrl')}
          placeholder="http://host:port"
          onChange={baseUrl => setHttp({ baseUrl }, 'baseUrl')}
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
      {toggleHttp('keepAlive')}
      <h3>{t('component.settings.http')}</h3>
      <Field
        label={t('component.settings.httpVersion')}
        help={t(`component.settings.httpVersion.${settings.http.httpVersion}Help`)}
      >
        <Segmented
          value={settings.http.httpVersion}
          disabled={isReadOnly}
          aria-label={t('component.settings.httpVersion')}
          options={httpVersions.map(value => ({
            value,
            label: value === 'auto' ? t('component.settings.httpVersion.auto') : `HTTP/${value}`,
          }))}
          onChange={httpVersion => setHttp({ httpVersion })}
        />
      </Field>
      {toggleHttp('compression')}
      {toggleHttp('clearCookiesEachIteration')}
      {toggleHttp('cache')}
      {settings.http.cache && toggleHttp('clearCacheEachIteration')}
      {toggleHttp('embeddedResources')}
      {settings.http.embeddedResources && (
        <Field
          label={t('component.settings.parallelPerHost')}
          help={t('component.settings.parallelPerHostHelp')}
        >
          <NumberField
            label={t('component.settings.parallelPerHost')}
            value={settings.http.parallelPerHost}
            min={1}
            max={32}
            onChange={parallelPerHost => setHttp({ parallelPerHost }, 'parallelPerHost')}
          />
        </Field>
      )}
      <h3>{t('component.auth.title')}</h3>
      <AuthFields
        auth={settings.http.auth}
        path="settings.http.auth"
        kinds={settingAuthKinds}
        onChange={(auth, field) => setHttp({ auth }, field === undefined ? undefined : `auth.${field}`)}
      />
      <ProtocolSettings />
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
