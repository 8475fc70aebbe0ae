/** The groups of monitors: creating, renaming and deleting them. */
import { DeleteOutlined, EditOutlined } from '@ant-design/icons'
import { type MonitorGroup, maxMonitorGroups } from '@pone/contract/entities/monitor.ts'
import { formatNumber } from '@pone/metrics/figures.ts'
import { nameSchema } from '@pone/schema/common.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Form, Input } from 'antd'
import { useState } from 'react'
import { z } from 'zod'
import { api } from '../../../lib/api.ts'
import { useT } from '../../../lib/i18n.ts'
import { notify } from '../../../lib/notices.ts'
import { useProjectId } from '../../../lib/project.ts'
import { useCan } from '../../../lib/session/session.ts'
import { ContractForm } from '../../../ui/form/contract-form.tsx'
import { Field, SubmitButton } from '../../../ui/form/field.tsx'
import { FormDrawer } from '../../../ui/form/form-layer.tsx'
import { NameDialog } from '../../../ui/form/name-dialog.tsx'
import { useConfirm } from '../../../ui/page/confirm.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../../ui/page/page-states.tsx'
import { ShortTable } from '../../../ui/short-table.tsx'
import { groupsQuery, monitorsKey } from '../shared/monitor-queries.ts'

const schema = z.object({ name: nameSchema })
const fieldOfError = ({ code }: { readonly code: string }) => (code === 'NameExists' ? 'name' : null)

export function GroupsDrawer({ onClose }: { readonly onClose: () => void }) {
  const t = useT()
  const projectId = useProjectId()
  const canEdit = useCan('monitor.edit')
  const { data: groups, error, refetch } = useQuery(groupsQuery(projectId))
  const [renamed, setRenamed] = useState<MonitorGroup | null>(null)
  return (
    <FormDrawer title={t('monitor.groups')} size={560} onClose={onClose}>
      {canEdit && (groups?.length ?? 0) < maxMonitorGroups && <NewGroup />}
      {error && !groups ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !groups ? (
        <LoadingState rows={4} />
      ) : groups.length === 0 ? (
        <EmptyState title={t('monitor.noGroups')} text={t('monitor.noGroupsText')} />
      ) : (
        <GroupTable groups={groups} canEdit={canEdit} onRename={setRenamed} />
      )}
      {renamed && <RenameDialog group={renamed} onClose={() => setRenamed(null)} />}
    </FormDrawer>
  )
}

function NewGroup() {
  const t = useT()
  const projectId = useProjectId()
  const cache = useQueryClient()
  const [form] = Form.useForm<Record<string, unknown>>()
  return (
    <ContractForm
      schema={schema}
      form={form}
      className="monitor-new-group"
      fieldOfError={fieldOfError}
      onSubmit={async ({ name }) => {
        await api.monitor.createGroup({ projectId, name })
        form.resetFields()
        await cache.invalidateQueries({ queryKey: monitorsKey })
      }}
    >
      <Field name="name" label={t('monitor.groupName')}>
        <Input autoComplete="off" maxLength={64} />
      </Field>
      <SubmitButton>{t('action.create')}</SubmitButton>
    </ContractForm>
  )
}

function GroupTable(props: {
  readonly groups: readonly MonitorGroup[]
  readonly canEdit: boolean
  readonly onRename: (group: MonitorGroup) => void
}) {
  const { groups, canEdit, onRename } = props
  const t = useT()
  const remove = useRemoveGroup()
  const actionsOf = (group: MonitorGroup) => (
    <span className="row-actions">
      <Button
        type="text"
        size="small"
        icon={<EditOutlined />}
        aria-label={t('action.of', { action: t('action.rename'), name: group.name })}
        onClick={() => onRename(group)}
      />
      <Button
        type="text"
        size="small"
        danger
        icon={<DeleteOutlined />}
        aria-label={t('action.of', { action: t('action.delete'), name: group.name })}
        onClick={() => remove(group)}
      />
    </span>
  )
  return (
    <ShortTable
      rows={groups}
      rowId={({ id }) => id}
      columns={[
        {
          key: 'name',
          title: t('monitor.groupName'),
          render: ({ name }) => <span className="monitor-group-name">{name}</span>,
        },
        {
          key: 'monitors',
          title: t('monitor.groupMonitors'),
          align: 'right',
          render: ({ monitors }) => formatNumber(monitors),
        },
        {
          key: 'running',
          title: t('monitor.groupRunning'),
          align: 'right',
          render: ({ running }) => formatNumber(running),
        },
        ...(canEdit ? [{ key: 'actions', title: t('table.actions'), render: actionsOf }] : []),
      ]}
    />
  )
}

function RenameDialog({ group, onClose }: { readonly group: MonitorGroup; readonly onClose: () => void }) {
  const t = useT()
  const projectId = useProjectId()
  return (
    <NameDialog
      title={t('monitor.renameGroup')}
      label={t('monitor.groupName')}
      name={group.name}
      onSave={name => api.monitor.renameGroup({ projectId, id: group.id, name })}
      queryKey={monitorsKey}
      onClose={onClose}
    />
  )
}

function useRemoveGroup(): (group: MonitorGroup) => void {
  const t = useT()
  const projectId = useProjectId()
  const cache = useQueryClient()
  const confirm = useConfirm()
  return ({ id, name }) =>
    confirm({
      title: t('monitor.deleteGroupTitle', { name }),
      text: t('monitor.deleteGroupText'),
      verb: t('action.delete'),
      onConfirm: async () => {
        await api.monitor.deleteGroup({ projectId, id })
        notify({ kind: 'success', text: t('notice.deleted') })
        await cache.invalidateQueries({ queryKey: monitorsKey })
      },
    })
}
