/** Less common settings of a request: statuses that count as success, redirects, embedded resources, time-outs, authentication. */

import type { RequestOver } from '@pone/plan/steps/registry.ts'
import type { HttpRequest } from '@pone/protocols/http/definition/request.ts'
import { Input, Segmented, Switch } from 'antd'
import { useT } from '../../../lib/i18n.ts'
import { useEditor } from '../context/editor-context.ts'
import { Field } from '../fields/field.tsx'
import { NumberField } from '../fields/number-field.tsx'
import { AuthFields, requestAuthKinds } from './auth-fields.tsx'

const resourceChoices = ['asSet', 'on', 'off'] as const

interface RequestOptionsProps {
  readonly step: RequestOver<'http'>
  readonly onChange: (changes: Partial<HttpRequest>, field?: string) => void
}

export function RequestOptions({ step, onChange }: RequestOptionsProps) {
  const t = useT()
  const { isReadOnly } = useEditor()
  const { http } = step
  const time = (key: 'connectTimeoutMs' | 'responseTimeoutMs', max: number) => (
    <Field
      path={`${step.id}:http.${key}`}
      label={t(`component.settings.${key}`)}
      help={t('component.request.timeoutHelp')}
    >
      <NumberField
        label={t(`component.settings.${key}`)}
        value={http[key]}
        min={0}
        max={max}
        unit="ms"
        onChange={value => onChange({ [key]: value }, `http.${key}`)}
      />
    </Field>
  )
  return (
    <div className="cd-form">
      <Field
        path={`${step.id}:http.expectedStatuses`}
        label={t('component.request.expectedStatuses')}
        help={t('component.request.expectedStatusesHelp')}
      >
        <Input
          value={http.expectedStatuses}
          readOnly={isReadOnly}
          placeholder="200-399"
          className="cd-mono"
          style={{ maxWidth: 280 }}
          aria-label={t('component.request.expectedStatuses')}
          onChange={event =>
            onChange({ expectedStatuses: event.target.value.replaceAll('，', ',') }, 'http.expectedStatuses')
          }
        />
      </Field>
      <Field label={t('component.request.followRedirects')} help={t('component.request.followRedirectsHelp')}>
        <Switch
          checked={http.followRedirects}
          disabled={isReadOnly}
          aria-label={t('component.request.followRedirects')}
          onChange={followRedirects => onChange({ followRedirects })}
        />
      </Field>
      <Field
        label={t('component.settings.embeddedResources')}
        help={t('component.settings.embeddedResourcesHelp')}
      >
        <Segmented
          value={http.embeddedResources}
          disabled={isReadOnly}
          aria-label={t('component.settings.embeddedResources')}
          options={resourceChoices.map(value => ({
            value,
            label: t(`component.request.resources.${value}`),
          }))}
          onChange={embeddedResources => onChange({ embeddedResources })}
        />
      </Field>
      {http.body.kind !== 'none' && (
        <Field label={t('component.request.chunkedBody')} help={t('component.request.chunkedBodyHelp')}>
          <Switch
            checked={http.chunkedBody}
            disabled={isReadOnly}
            aria-label={t('component.request.chunkedBody')}
            onChange={chunkedBody => onChange({ chunkedBody })}
          />
        </Field>
      )}
      {time('connectTimeoutMs', 600_000)}
      {time('responseTimeoutMs', 3_600_000)}
      <AuthFields
        auth={http.auth}
        path={`${step.id}:http.auth`}
        kinds={requestAuthKinds}
        onChange={(auth, field) => onChange({ auth }, field === undefined ? undefined : `http.auth.${field}`)}
      />
    </div>
  )
}
