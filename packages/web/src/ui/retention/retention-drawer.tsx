/** For how long monitoring data are kept, of a project or by default: the form, and what the data take on disk. */
import {
  expectedBytes,
  maxRetentionDays,
  type Retention,
  type RetentionState,
  retentionSchema,
  shorterThanBefore,
} from '@pone/contract/entities/monitor-retention.ts'
import { formatBytes, formatNumber } from '@pone/metrics/figures.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, InputNumber, Radio } from 'antd'
import { useState } from 'react'
import { z } from 'zod'
import { useT } from '../../lib/i18n.ts'
import { notify } from '../../lib/notices.ts'
import { FactList } from '../fact-list.tsx'
import { ContractForm } from '../form/contract-form.tsx'
import { Field, SubmitButton } from '../form/field.tsx'
import { FormDrawer } from '../form/form-layer.tsx'
import { ErrorState, LoadingState } from '../page/page-states.tsx'

interface RetentionDrawerProps {
  readonly queryKey: readonly string[]
  readonly read: (signal: AbortSignal) => Promise<RetentionState>
  /** null: the default applies to the project. */
  readonly save: (retention: Retention | null) => Promise<RetentionState>
  readonly isOfProject: boolean
  readonly canEdit: boolean
  readonly onClose: () => void
}

export function RetentionDrawer(props: RetentionDrawerProps) {
  const t = useT()
  const { queryKey, read, isOfProject, onClose } = props
  const { data, error, refetch } = useQuery({ queryKey, queryFn: ({ signal }) => read(signal) })
  return (
    <FormDrawer title={t('retention.title')} size={640} onClose={onClose}>
      {data ? (
        <>
          <p className="secondary">{t(isOfProject ? 'retention.projectText' : 'retention.defaultText')}</p>
          <RetentionForm {...props} state={data} />
        </>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingState rows={6} />
      )}
    </FormDrawer>
  )
}

const schema = z.object({ source: z.enum(['default', 'own']), ...retentionSchema.shape })
type Values = Partial<z.input<typeof schema>>

function RetentionForm(props: RetentionDrawerProps & { readonly state: RetentionState }) {
  const { queryKey, save, isOfProject, canEdit, onClose, state } = props
  const { own, byDefault } = state
  const t = useT()
  const client = useQueryClient()
  const [values, setValues] = useState<Values>({
    source: own === null && isOfProject ? 'default' : 'own',
    ...(own ?? byDefault),
  })
  const followsDefault = values.source === 'default'
  const shown = followsDefault ? byDefault : (retentionSchema.safeParse(values).data ?? null)
  return (
    <>
      {!canEdit && (
        <Alert type="info" showIcon title={t('retention.readOnly')} style={{ marginBottom: 16 }} />
      )}
      <ContractForm
        schema={schema}
        initialValues={values}
        isDisabled={!canEdit}
        onValuesChange={setValues}
        check={({ source, ...retention }): Record<string, string> => {
          const field = source === 'default' ? null : shorterThanBefore(retention)
          if (field === null) return {}
          return {
            [field]: t(
              field === 'minutesDays' ? 'retention.shorterThanSamples' : 'retention.shorterThanMinutes',
            ),
          }
        }}
        onSubmit={async ({ source, ...retention }) => {
          client.setQueryData(queryKey, await save(source === 'default' ? null : retention))
          notify({ kind: 'success', text: t('notice.saved') })
          onClose()
        }}
      >
        {isOfProject && (
          <Field
            name="source"
            label={t('retention.source')}
            help={t('retention.sourceHelp', { ...byDefault })}
          >
            <Radio.Group
              options={(['default', 'own'] as const).map(value => ({
                value,
                label: t(`retention.source.${value}`),
              }))}
            />
          </Field>
        )}
        {/* Hidden fields keep their values, so that the choice can be taken back. */}
        <div hidden={followsDefault}>
          <PeriodFields />
        </div>
        <Size state={state} retention={shown} />
        {canEdit && (
          <div className="form-actions">
            <Button onClick={onClose}>{t('action.cancel')}</Button>
            <SubmitButton />
          </div>
        )}
      </ContractForm>
    </>
  )
}

function PeriodFields() {
  const t = useT()
  const days = <InputNumber min={1} max={maxRetentionDays} precision={0} style={{ width: 160 }} />
  return (
    <>
      <Field
        name="samplesDays"
        label={t('retention.samples')}
        help={t('retention.samplesHelp', { max: formatNumber(maxRetentionDays) })}
      >
        {days}
      </Field>
      <Field name="minutesDays" label={t('retention.minutes')} help={t('retention.minutesHelp')}>
        {days}
      </Field>
      <Field name="hoursDays" label={t('retention.hours')} help={t('retention.hoursHelp')}>
        {days}
      </Field>
    </>
  )
}

/** `retention` null: the form holds no periods that could be estimated. */
function Size({
  state,
  retention,
}: {
  readonly state: RetentionState
  readonly retention: Retention | null
}) {
  const t = useT()
  const { rate, use } = state
  const { outside } = use
  const keptDays = outside?.keptDays ?? null
  const facts: [string, string][] = [
    [
      t('retention.rate'),
      t('retention.rateNote', {
        series: formatNumber(rate.series),
        samples: formatNumber(Math.round(rate.samplesPerDay)),
      }),
    ],
  ]
  if (retention !== null)
    facts.push([
      t('retention.expected'),
      t('retention.expectedNote', { size: formatBytes(expectedBytes(rate, retention, outside)) }),
    ])
  return (
    <>
      <h2 className="form-section">{t('retention.use')}</h2>
      {retention !== null && keptDays !== null && keptDays < retention.hoursDays && (
        <Alert
          type="warning"
          showIcon
          title={t('retention.outsideShort', { days: formatNumber(Math.round(keptDays)) })}
          style={{ marginBottom: 16 }}
        />
      )}
      <FactList facts={facts} />
      <h2 className="form-section">{t('retention.used')}</h2>
      <UsedSpace use={use} />
    </>
  )
}

function UsedSpace({ use }: Pick<RetentionState, 'use'>) {
  const t = useT()
  const { outside } = use
  const outsideText = (): string => {
    if (outside === null || outside.bytes === null) return t('retention.outsideUnknown')
    const size = formatBytes(outside.bytes)
    if (outside.keptDays === null) return size
    return t('retention.outsideKeeps', { size, days: formatNumber(Math.round(outside.keptDays)) })
  }
  return (
    <FactList
      facts={[
        ...(outside === null ? [] : [[t('retention.outside'), outsideText()] as const]),
        [
          t('retention.usedSamples'),
          t('retention.usedSamplesNote', {
            size: formatBytes(use.recentBytes + use.samplesBytes),
            recent: formatBytes(use.recentBytes),
          }),
        ],
        [t('retention.usedMinutes'), formatBytes(use.minutesBytes)],
        [t('retention.usedHours'), formatBytes(use.hoursBytes)],
        [t('retention.usedCatalogue'), formatBytes(use.catalogueBytes)],
      ]}
    />
  )
}
