/** Adding accounts to the project with a role. */
import { memberCalls } from '@pone/contract/calls/project.ts'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Select } from 'antd'
import { useDeferredValue, useState } from 'react'
import { api } from '../../../lib/api.ts'
import { useT } from '../../../lib/i18n.ts'
import { useRoleName } from '../../../lib/role-name.ts'
import { ContractForm } from '../../../ui/form/contract-form.tsx'
import { Field, SubmitButton } from '../../../ui/form/field.tsx'
import { FormDialog } from '../../../ui/form/form-layer.tsx'
import { LoadingState } from '../../../ui/page/page-states.tsx'
import { useRoles } from './use-roles.ts'

const schema = memberCalls.add.input.omit({ projectId: true })
const shortestSearch = 2

export function AddMembersDialog({
  projectId,
  onClose,
}: {
  readonly projectId: string
  readonly onClose: () => void
}) {
  const t = useT()
  const roleName = useRoleName()
  const client = useQueryClient()
  const { data: roles } = useRoles(projectId)
  const choosable = (roles ?? []).filter(role => role.builtIn !== 'projectManager')
  const suggested = choosable.find(role => role.builtIn === 'tester')?.id
  return (
    <FormDialog title={t('member.add')} footer={null} width={480} onClose={onClose}>
      {roles ? (
        <ContractForm
          schema={schema}
          initialValues={suggested ? { roleId: suggested } : {}}
          onSubmit={async value => {
            await api.member.add({ ...value, projectId })
            onClose()
            await client.invalidateQueries({ queryKey: ['project', projectId] })
          }}
        >
          <Field name="userIds" label={t('member.candidates')} help={t('member.candidatesHelp')}>
            <CandidateSelect projectId={projectId} />
          </Field>
          <Field name="roleId" label={t('member.role')} help={t('member.roleHelp')}>
            <Select
              options={choosable.map(role => ({ value: role.id, label: roleName(role.builtIn, role.name) }))}
            />
          </Field>
          <div className="form-actions">
            <Button onClick={onClose}>{t('action.cancel')}</Button>
            <SubmitButton>{t('action.add')}</SubmitButton>
          </div>
        </ContractForm>
      ) : (
        <LoadingState />
      )}
    </FormDialog>
  )
}

interface CandidateSelectProps {
  readonly projectId: string
  readonly id?: string
  readonly value?: string[]
  readonly onChange?: (ids: string[]) => void
}

function CandidateSelect({ projectId, id, value, onChange }: CandidateSelectProps) {
  const t = useT()
  const [typed, setTyped] = useState('')
  const search = useDeferredValue(typed.trim())
  const isLongEnough = search.length >= shortestSearch
  const { data, isFetching } = useQuery({
    queryKey: ['project', projectId, 'candidates', search],
    queryFn: ({ signal }) => api.member.candidates({ projectId, search }, { signal }),
    enabled: isLongEnough,
    placeholderData: keepPreviousData,
  })
  // Selected users keep their labels when a new search no longer returns them.
  const [labels, setLabels] = useState<Readonly<Record<string, string>>>({})
  const found = (isLongEnough ? (data ?? []) : []).map(user => ({
    value: user.id,
    label: `${user.realName} · ${user.account}`,
  }))
  const kept = (value ?? [])
    .filter(one => !found.some(option => option.value === one))
    .map(one => ({ value: one, label: labels[one] ?? one }))
  return (
    <Select
      {...(id ? { id } : {})}
      mode="multiple"
      autoFocus
      showSearch={{ filterOption: false, onSearch: setTyped }}
      value={value ?? []}
      loading={isFetching}
      options={[...found, ...kept]}
      notFoundContent={t(isLongEnough ? 'member.noCandidates' : 'member.typeMore')}
      onChange={ids => {
        setLabels({ ...labels, ...Object.fromEntries(found.map(option => [option.value, option.label])) })
        onChange?.(ids)
      }}
    />
  )
}
