/** Moving monitors into a group, or out of all. */
import type { Monitor } from '@pone/contract/entities/monitor.ts'
import { idSchema } from '@pone/schema/common.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Select } from 'antd'
import { z } from 'zod'
import { api } from '../../../lib/api.ts'
import { useT } from '../../../lib/i18n.ts'
import { notify } from '../../../lib/notices.ts'
import { useProjectId } from '../../../lib/project.ts'
import { ContractForm } from '../../../ui/form/contract-form.tsx'
import { Field, SubmitButton } from '../../../ui/form/field.tsx'
import { FormDialog } from '../../../ui/form/form-layer.tsx'
import { groupsQuery, monitorsKey } from '../shared/monitor-queries.ts'

const schema = z.object({ groupId: idSchema.nullable().default(null) })

export function MoveDialog(props: { readonly monitors: readonly Monitor[]; readonly onClose: () => void }) {
  const { monitors, onClose } = props
  const t = useT()
  const projectId = useProjectId()
  const cache = useQueryClient()
  const { data: groups } = useQuery(groupsQuery(projectId))
  const [first] = monitors
  return (
    <FormDialog
      title={t('monitor.moveTitle', { count: monitors.length, name: first?.name ?? '' })}
      footer={null}
      onClose={onClose}
    >
      <ContractForm
        schema={schema}
        initialValues={{ groupId: first?.groupId ?? null }}
        onSubmit={async ({ groupId }) => {
          await api.monitor.move({ projectId, ids: monitors.map(({ id }) => id), groupId })
          notify({ kind: 'success', text: t('monitor.moved') })
          onClose()
          await cache.invalidateQueries({ queryKey: monitorsKey })
        }}
      >
        <Field name="groupId" label={t('monitor.group')} help={t('monitor.moveHelp')}>
          <Select
            allowClear
            showSearch={{ optionFilterProp: 'label' }}
            placeholder={t('monitor.noGroup')}
            options={(groups ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          />
        </Field>
        <div className="form-actions">
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <SubmitButton>{t('monitor.move')}</SubmitButton>
        </div>
      </ContractForm>
    </FormDialog>
  )
}
