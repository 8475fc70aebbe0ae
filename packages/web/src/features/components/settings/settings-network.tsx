/** The network among the run-time settings: proxy, names, own addresses, bandwidth. */
import type { ProxySettings, RunSettings } from '@pone/plan/settings/run-settings.ts'
import { Input, Segmented, Select } from 'antd'
import { useState } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { useEditor } from '../context/editor-context.ts'
import { CredentialInput } from '../fields/credential-input.tsx'
import { Field } from '../fields/field.tsx'
import { NameValueTable } from '../fields/name-value-table.tsx'
import { NumberField } from '../fields/number-field.tsx'
import { TemplateInput } from '../fields/template-input.tsx'

interface NetworkFieldsProps {
  readonly settings: RunSettings
  readonly onChange: (changes: Partial<RunSettings>, field?: string) => void
}

const proxyKinds = ['none', 'http', 'socks5'] as const
const dnsModes = ['cached', 'iteration'] as const
const families = ['any', '4', '6'] as const
const address = /^(\d{1,3}(\.\d{1,3}){3}|[0-9a-f:.]*:[0-9a-f:.]*)$/i

export function ProxyFields({ settings, onChange }: NetworkFieldsProps) {
  const t = useT()
  const { isReadOnly } = useEditor()
  const { proxy } = settings
  // Switching the proxy off and on again must not lose its address.
  const [kept, setKept] = useState<ProxySettings>(proxy)
  const set = (next: ProxySettings, field?: string) =>
    onChange({ proxy: next }, field === undefined ? undefined : `proxy.${field}`)
  return (
    <>
      <Field path="settings.proxy" label={t('component.proxy.kind')}>
        <Segmented
          value={proxy.kind}
          disabled={isReadOnly}
          aria-label={t('component.proxy.kind')}
          options={proxyKinds.map(value => ({ value, label: t(`component.proxy.${value}`) }))}
          onChange={kind => {
            if (proxy.kind !== 'none') setKept(proxy)
            if (kind === 'none') return set({ kind })
            const port = kind === 'http' ? 3128 : 1080
            set({ host: '', port, user: '', password: '', bypass: '', ...kept, ...proxy, kind })
          }}
        />
      </Field>
      {proxy.kind !== 'none' && (
        <>
          <Field path="settings.proxy.host" label={t('component.proxy.address')}>
            <div className="cd-inline cd-host">
              <TemplateInput
                isCompact
                isMono
                value={proxy.host}
                label={t('component.proxy.host')}
                placeholder={t('component.proxy.host')}
                onChange={host => set({ ...proxy, host }, 'host')}
              />
              <NumberField
                label={t('component.proxy.port')}
                value={proxy.port}
                min={1}
                max={65_535}
                onChange={port => set({ ...proxy, port }, 'port')}
              />
            </div>
          </Field>
          <Field label={t('component.proxy.user')} help={t('component.proxy.userHelp')}>
            <TemplateInput
              isMono
              value={proxy.user}
              label={t('component.proxy.user')}
              onChange={user => set({ ...proxy, user }, 'user')}
            />
          </Field>
          {proxy.user !== '' && (
            <Field label={t('component.proxy.password')}>
              <CredentialInput
                value={proxy.password}
                label={t('component.proxy.password')}
                placeholder={'${proxyPassword}'}
                onChange={password => set({ ...proxy, password }, 'password')}
              />
            </Field>
          )}
          <Field
            path="settings.proxy.bypass"
            label={t('component.proxy.bypass')}
            help={t('component.proxy.bypassHelp')}
          >
            <Input
              value={proxy.bypass}
              readOnly={isReadOnly}
              maxLength={2_000}
              className="cd-mono"
              placeholder="localhost, *.example.com"
              aria-label={t('component.proxy.bypass')}
              onChange={event => set({ ...proxy, bypass: event.target.value }, 'bypass')}
            />
          </Field>
        </>
      )}
    </>
  )
}

export function NetworkFields({ settings, onChange }: NetworkFieldsProps) {
  const t = useT()
  const { isReadOnly } = useEditor()
  const { bandwidth } = settings
  const speed = (key: 'downBytesPerSecond' | 'upBytesPerSecond') => (
    <Field label={t(`component.network.${key}`)} help={t('component.network.bandwidthHelp')}>
      <NumberField
        label={t(`component.network.${key}`)}
        value={bandwidth[key] / 1_000}
        min={0}
        max={100_000_000}
        precision={3}
        unit="kB/s"
        onChange={value =>
          onChange({ bandwidth: { ...bandwidth, [key]: Math.round(value * 1_000) } }, `bandwidth.${key}`)
        }
      />
    </Field>
  )
  return (
    <>
      <Field label={t('component.network.dns')} help={t(`component.network.dns.${settings.dns}Help`)}>
        <Segmented
          value={settings.dns}
          disabled={isReadOnly}
          aria-label={t('component.network.dns')}
          options={dnsModes.map(value => ({ value, label: t(`component.network.dns.${value}`) }))}
          onChange={dns => onChange({ dns })}
        />
      </Field>
      <Field label={t('component.network.ipFamily')}>
        <Segmented
          value={settings.ipFamily}
          disabled={isReadOnly}
          aria-label={t('component.network.ipFamily')}
          options={families.map(value => ({
            value,
            label: value === 'any' ? t('component.network.anyFamily') : `IPv${value}`,
          }))}
          onChange={ipFamily => onChange({ ipFamily })}
        />
      </Field>
      <Field label={t('component.network.hosts')} help={t('component.network.hostsHelp')}>
        <NameValueTable
          label={t('component.network.hosts')}
          rows={settings.hosts}
          path="settings.hosts"
          nameLabel={t('component.network.hostName')}
          valueLabel={t('component.network.hostAddress')}
          max={200}
          onChange={(hosts, field) => onChange({ hosts }, field === undefined ? undefined : `hosts.${field}`)}
        />
      </Field>
      <Field
        path="settings.sourceAddresses"
        label={t('component.network.sources')}
        help={t('component.network.sourcesHelp')}
      >
        <Select
          mode="tags"
          value={settings.sourceAddresses}
          disabled={isReadOnly}
          open={false}
          suffixIcon={null}
          tokenSeparators={[',', ';', ' ', '\n']}
          placeholder="192.168.1.10"
          style={{ width: '100%', maxWidth: 560 }}
          aria-label={t('component.network.sources')}
          // What is no address is not taken, so that it cannot keep the component from being saved.
          onChange={(texts: string[]) =>
            onChange({ sourceAddresses: texts.map(text => text.trim()).filter(text => address.test(text)) })
          }
        />
      </Field>
      {speed('downBytesPerSecond')}
      {speed('upBytesPerSecond')}
    </>
  )
}
