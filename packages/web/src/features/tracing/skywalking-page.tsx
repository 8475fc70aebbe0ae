/** Page skywalking: opens the tracing console of the project in a new tab, and has its tracing system; who may edit the project sets both. */
import { ExportOutlined, LinkOutlined } from '@ant-design/icons'
import type { TracingConsole } from '@pone/contract/entities/tracing-console.ts'
import {
  consoleAddressSchema,
  maxConsoleAddress,
  traceAddressSchema,
} from '@pone/contract/entities/tracing-console.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { z } from 'zod'
import { api } from '../../lib/api.ts'
import { useT } from '../../lib/i18n.ts'
import { notify } from '../../lib/notices.ts'
import { useProjectId } from '../../lib/project.ts'
import { useCan } from '../../lib/session/session.ts'
import { ContractForm } from '../../ui/form/contract-form.tsx'
import { Field, SubmitButton } from '../../ui/form/field.tsx'
import { FormDialog } from '../../ui/form/form-layer.tsx'
import { PageBody, PageHeader } from '../../ui/page/page-header.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../ui/page/page-states.tsx'
import { tracingConsoleQuery } from '../../ui/run/tracing-console-query.ts'
import { TimeText } from '../../ui/time-text.tsx'
import { SystemSection } from './system/system-section.tsx'
import './tracing.css'

export function Page() {
  const t = useT()
  const canEdit = useCan('project.edit')
  const [isEditing, setEditing] = useState(false)
  const { data, error, refetch } = useQuery(tracingConsoleQuery(useProjectId()))
  return (
    <>
      <PageHeader
        title={t('route.skywalking')}
        actions={
          canEdit &&
          data !== undefined && <Button onClick={() => setEditing(true)}>{t('tracing.set')}</Button>
        }
      />
      <PageBody>
        {error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : data === undefined ? (
          <LoadingState rows={4} />
        ) : data === null ? (
          <EmptyState
            title={t('tracing.none')}
            text={canEdit ? t('tracing.noneText') : `${t('tracing.noneText')} ${t('tracing.askManager')}`}
            {...(canEdit && { startWith: t('tracing.set') })}
          />
        ) : (
          <Known console={data} />
        )}
        <SystemSection />
      </PageBody>
      {isEditing && <AddressDialog console={data ?? null} onClose={() => setEditing(false)} />}
    </>
  )
}

function Known({ console }: { readonly console: TracingConsole }) {
  const t = useT()
  const { address, traceAddress, updatedBy, updatedAt } = console
  return (
    <EmptyState
      icon={<LinkOutlined />}
      title={address || t('tracing.none')}
      text={
        <>
          {address !== '' && t('tracing.opens')}
          <br />
          {traceAddress === ''
            ? t('tracing.noTraceAddress')
            : t('tracing.leadsTo', { address: traceAddress })}
          <br />
          {t('tracing.updated', { who: updatedBy })} <TimeText at={updatedAt} />
        </>
      }
      {...(address !== '' && {
        action: (
          <Button
            type="primary"
            icon={<ExportOutlined />}
            href={address}
            target="_blank"
            rel="noopener noreferrer"
          >
            {t('tracing.open')}
          </Button>
        ),
      })}
    />
  )
}

const schema = z.object({ address: consoleAddressSchema, traceAddress: traceAddressSchema })

function AddressDialog(props: { readonly console: TracingConsole | null; readonly onClose: () => void }) {
  const { console, onClose } = props
  const t = useT()
  const projectId = useProjectId()
  const cache = useQueryClient()
  return (
    <FormDialog title={t('tracing.set')} footer={null} onClose={onClose}>
      <ContractForm
        schema={schema}
        initialValues={{ address: console?.address ?? '', traceAddress: console?.traceAddress ?? '' }}
        onSubmit={async value => {
          cache.setQueryData(
            tracingConsoleQuery(projectId).queryKey,
            await api.tracingConsole.save({ projectId, ...value }),
          )
          notify({ kind: 'success', text: t('notice.saved') })
          onClose()
        }}
      >
        <Field name="address" label={t('tracing.address')} help={t('tracing.addressHelp')}>
          <Input autoComplete="off" maxLength={maxConsoleAddress} placeholder="https://" />
        </Field>
        <Field
          name="traceAddress"
          label={t('tracing.traceAddress')}
          help={t('tracing.traceAddressHelp', { place: '{traceId}' })}
        >
          <Input autoComplete="off" maxLength={maxConsoleAddress} placeholder="https://…/{traceId}" />
        </Field>
        <div className="form-actions">
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <SubmitButton />
        </div>
      </ContractForm>
    </FormDialog>
  )
}
