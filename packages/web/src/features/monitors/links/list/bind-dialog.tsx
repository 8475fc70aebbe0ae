/** Binding a monitoring link to scenarios, or to none. */
import type { MonitorLinkRow } from '@pone/contract/entities/monitor-link.ts'
import { idSchema } from '@pone/schema/common.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Select, Switch } from 'antd'
import { z } from 'zod'
import { api } from '../../../../lib/api.ts'
import { catalogueTrees } from '../../../../lib/catalogue-trees.ts'
import { useT } from '../../../../lib/i18n.ts'
import { notify } from '../../../../lib/notices.ts'
import { useProjectId } from '../../../../lib/project.ts'
import { ContractForm } from '../../../../ui/form/contract-form.tsx'
import { Field, SubmitButton } from '../../../../ui/form/field.tsx'
import { FormDialog } from '../../../../ui/form/form-layer.tsx'
import { linksKey } from '../link-queries.ts'

const schema = z.object({ scenarioIds: z.array(idSchema).max(200), collectsEachSecond: z.boolean() })

export function BindDialog({
  link,
  onClose,
}: {
  readonly link: MonitorLinkRow
  readonly onClose: () => void
}) {
  const t = useT()
  const projectId = useProjectId()
  const cache = useQueryClient()
  const { data } = useQuery(catalogueTrees.scenario(projectId))
  return (
    <FormDialog title={t('monitorLink.bind')} footer={null} onClose={onClose}>
      <ContractForm
        schema={schema}
        initialValues={{
          scenarioIds: link.scenarios.map(scenario => scenario.id),
          collectsEachSecond: link.collectsEachSecond,
        }}
        onSubmit={async binding => {
          await api.monitorLink.bind({ projectId, id: link.id, ...binding })
          notify({ kind: 'success', text: t('notice.saved') })
          onClose()
          await cache.invalidateQueries({ queryKey: linksKey })
        }}
      >
        <Field name="scenarioIds" label={t('monitorLink.scenarios')} help={t('monitorLink.bindHelp')}>
          <Select
            mode="multiple"
            allowClear
            showSearch={{ optionFilterProp: 'label' }}
            options={(data ?? [])
              .filter(node => node.kind === 'scenario')
              .map(({ id, name }) => ({ value: id, label: name }))}
          />
        </Field>
        <Field
          name="collectsEachSecond"
          label={t('monitorLink.collectsEachSecond')}
          help={t('monitorLink.collectsEachSecondHelp')}
          valueProp="checked"
        >
          <Switch />
        </Field>
        <div className="form-actions">
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <SubmitButton />
        </div>
      </ContractForm>
    </FormDialog>
  )
}
