/** The dialog in which a scenario is made from a production mix. */
import type { ProductionMix } from '@pone/contract/entities/production-mix.ts'
import { formatDuration, formatNumber } from '@pone/metrics/figures.ts'
import { nameSchema } from '@pone/schema/common.ts'
import { maxNameLength } from '@pone/schema/limits.ts'
import { Button, Input, InputNumber, Select } from 'antd'
import { useMemo, useState } from 'react'
import { z } from 'zod'
import { useT } from '../../../lib/i18n.ts'
import { ContractForm } from '../../../ui/form/contract-form.tsx'
import { Field, SubmitButton } from '../../../ui/form/field.tsx'
import { FormDialog } from '../../../ui/form/form-layer.tsx'
import { type LoadPreview, partsOf, previewOf } from './scenario-model.ts'
import { useMakeScenario } from './use-make-scenario.ts'

interface ScenarioDialogProps {
  readonly mix: ProductionMix
  readonly onClose: () => void
}

const schema = z.object({
  name: nameSchema,
  baseUrl: z
    .url({ protocol: /^https?$/ })
    .max(300)
    .transform(url => url.replace(/\/+$/, '')),
  seconds: z.int(),
  factor: z.number().min(0.001).max(1_000),
})

export function ScenarioDialog({ mix, onClose }: ScenarioDialogProps) {
  const t = useT()
  const { document } = mix
  const parts = useMemo(() => partsOf(document), [document])
  const [{ seconds, factor }, setLoad] = useState({ seconds: 0, factor: 1 })
  const part = (parts.find(choice => choice.seconds === seconds) ?? parts[0])?.part
  const load = part === undefined ? null : previewOf(document, { part, factor })
  const make = useMakeScenario(mix)
  const wholeMs = document.arrivals.length * document.intervalSeconds * 1_000
  return (
    <FormDialog title={t('mix.scenarioTitle', { name: mix.name })} footer={null} isAction onClose={onClose}>
      <ContractForm
        schema={schema}
        initialValues={{ name: mix.name, baseUrl: '', seconds: 0, factor: 1 }}
        onValuesChange={values => setLoad({ seconds: values.seconds ?? 0, factor: values.factor ?? 1 })}
        onSubmit={async ({ name, baseUrl }) => {
          if (load === null || part === undefined) return
          const fromSeconds = part.firstInterval * document.intervalSeconds
          await make({ name, baseUrl, load, fromSeconds })
        }}
      >
        <p className="secondary">{t('mix.scenarioText')}</p>
        <Field name="name" label={t('mix.scenarioName')} help={t('mix.scenarioNameHelp')}>
          <Input autoComplete="off" maxLength={maxNameLength} />
        </Field>
        <Field name="baseUrl" label={t('mix.baseUrl')} help={t('mix.baseUrlHelp')}>
          <Input autoFocus autoComplete="off" maxLength={300} placeholder="https://" />
        </Field>
        <Field name="seconds" label={t('mix.part')} help={t('mix.partHelp')}>
          <Select
            options={parts.map(choice => ({
              value: choice.seconds,
              label:
                choice.seconds === 0
                  ? t('mix.part.whole', { duration: formatDuration(wholeMs) })
                  : t('mix.part.busiest', { duration: formatDuration(choice.seconds * 1_000) }),
            }))}
          />
        </Field>
        <Field name="factor" label={t('mix.factor')} help={t('mix.factorHelp')}>
          <InputNumber min={0.001} max={1_000} changeOnWheel={false} />
        </Field>
        <Preview load={load} />
        <div className="form-actions">
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <SubmitButton disabled={load === null}>{t('mix.create')}</SubmitButton>
        </div>
      </ContractForm>
    </FormDialog>
  )
}

/** What the load will be. */
function Preview({ load }: { readonly load: LoadPreview | null }) {
  const t = useT()
  if (load === null) return <p role="status">{t('mix.previewNone')}</p>
  const { durationMs, peakPerSecond, requests, isCut } = load
  const facts = {
    duration: formatDuration(durationMs),
    peak: formatNumber(peakPerSecond),
    requests: formatNumber(requests),
  }
  return <p role="status">{[t('mix.preview', facts), ...(isCut ? [t('mix.previewCut')] : [])].join(' ')}</p>
}
