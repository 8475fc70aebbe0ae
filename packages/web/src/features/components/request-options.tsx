/** Less common settings of a request: statuses that count as success, redirects, time-out. */
import type { HttpRequest } from '@pone/contract/entities/component/http-request.ts'
import type { RequestStep } from '@pone/contract/entities/component/steps.ts'
import { Input, Switch } from 'antd'
import { useT } from '../../lib/i18n.ts'
import { useEditor } from './editor-context.ts'
import { Field } from './field.tsx'
import { NumberField } from './number-field.tsx'

interface RequestOptionsProps {
  readonly step: RequestStep
  readonly onChange: (changes: Partial<HttpRequest>, field?: string) => void
}

export function RequestOptions({ step, onChange }: RequestOptionsProps) {
  const t = useT()
  const { isReadOnly } = useEditor()
  const { http } = step
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
        path={`${step.id}:http.responseTimeoutMs`}
        label={t('component.request.timeout')}
        help={t('component.request.timeoutHelp')}
      >
        <NumberField
          label={t('component.request.timeout')}
          value={http.responseTimeoutMs}
          min={0}
          max={3_600_000}
          unit="ms"
          onChange={responseTimeoutMs => onChange({ responseTimeoutMs }, 'http.responseTimeoutMs')}
        />
      </Field>
    </div>
  )
}
