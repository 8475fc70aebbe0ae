/** Stores a counted mix under a name, and shows it. */
import { formatNumber } from '@pone/metrics/figures.ts'
import type { ProductionMixDocument } from '@pone/plan/production-mix/production-mix.ts'
import { nameSchema } from '@pone/schema/common.ts'
import { maxNameLength } from '@pone/schema/limits.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import { useNavigate } from 'react-router'
import { z } from 'zod'
import { api } from '../../../lib/api.ts'
import { useT } from '../../../lib/i18n.ts'
import { links } from '../../../lib/navigation/links.ts'
import { notify } from '../../../lib/notices.ts'
import { useProjectId } from '../../../lib/project.ts'
import { ContractForm } from '../../../ui/form/contract-form.tsx'
import { Field, SubmitButton } from '../../../ui/form/field.tsx'
import { mixesKey } from '../mix-queries.ts'

const schema = z.object({ name: nameSchema })

export function SaveForm({
  name,
  document,
  onClose,
}: {
  /** Of the log. */
  readonly name: string
  readonly document: ProductionMixDocument
  readonly onClose: () => void
}) {
  const t = useT()
  const navigate = useNavigate()
  const client = useQueryClient()
  const projectId = useProjectId()
  return (
    <ContractForm
      schema={schema}
      initialValues={{ name: name.replace(/\.(log|txt|json)(\.gz)?$/i, '').slice(0, maxNameLength) }}
      fieldOfError={({ code }) => (code === 'NameExists' ? 'name' : null)}
      onSubmit={async values => {
        const row = await api.productionMix.create({ projectId, name: values.name, document })
        notify({ kind: 'success', text: t('mix.saved') })
        onClose()
        await client.invalidateQueries({ queryKey: mixesKey })
        void navigate(links.productionMix(row.id))
      }}
    >
      <p role="status">
        {t('mix.found', {
          requests: formatNumber(document.requests),
          templates: formatNumber(document.templates.length),
          statics: formatNumber(document.staticRequests),
          refused: formatNumber(document.refusedRequests),
        })}
      </p>
      <Field name="name" label={t('mix.name')} help={t('mix.nameHelp')}>
        <Input autoComplete="off" maxLength={maxNameLength} />
      </Field>
      <div className="form-actions">
        <Button onClick={onClose}>{t('action.cancel')}</Button>
        <SubmitButton />
      </div>
    </ContractForm>
  )
}
