/** The fields of a monitor that do not depend on its type. */

import { formatDuration } from '@pone/metrics/figures.ts'
import type { MonitorType } from '@pone/monitors/type.ts'
import { useQuery } from '@tanstack/react-query'
import { Input, Select } from 'antd'
import { useT } from '../../../lib/i18n.ts'
import { useProjectId } from '../../../lib/project.ts'
import { useSession } from '../../../lib/session/session.ts'
import { Field } from '../../../ui/form/field.tsx'
import { agentsQuery, groupsQuery } from '../shared/monitor-queries.ts'
import { typeLabel, typesByCategory } from '../shared/monitor-types.ts'
import { useMonitorTypes } from '../shared/use-monitor-types.ts'
import { SecondsInput } from './seconds-input.tsx'

/** Type and alias. */
export function IdentityFields(props: { readonly isNew: boolean; readonly type: MonitorType | undefined }) {
  const { isNew, type } = props
  const t = useT()
  const language = useSession('language')
  const { offered } = useMonitorTypes()
  // A type of which no new monitors are made is still that of its own ones.
  const known =
    type === undefined || offered.some(({ name }) => name === type.name) ? offered : [...offered, type]
  const types = [...typesByCategory(known)].map(([category, entries]) => ({
    label: t(`monitor.category.${category}`),
    options: entries.map(entry => ({ value: entry.name, label: typeLabel(entry, known, language) })),
  }))
  const tried = type?.triedOn.join(t('monitor.comma')) ?? ''
  return (
    <div className="form-grid">
      <Field
        name="type"
        label={t('monitor.type')}
        help={tried === '' ? undefined : t('monitor.triedOn', { versions: tried })}
      >
        <Select showSearch={{ optionFilterProp: 'label' }} disabled={!isNew} options={types} />
      </Field>
      <Field name="name" label={t('monitor.name')} help={t('monitor.nameHelp')}>
        <Input autoComplete="off" autoFocus maxLength={64} />
      </Field>
    </div>
  )
}

/** The group, and the agent that collects; a type that is bound to its machine needs one. */
export function PlaceFields({ isBound }: { readonly isBound: boolean }) {
  const t = useT()
  const projectId = useProjectId()
  const { data: groups } = useQuery(groupsQuery(projectId))
  const { data: agents, isFetching } = useQuery(agentsQuery(projectId))
  return (
    <div className="form-grid">
      <Field name="groupId" label={t('monitor.group')} help={t('monitor.groupHelp')}>
        <Select
          allowClear
          showSearch={{ optionFilterProp: 'label' }}
          placeholder={t('monitor.noGroup')}
          options={(groups ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        />
      </Field>
      <Field
        name="agentId"
        label={t('monitor.agent')}
        help={t(isBound ? 'monitor.agentBoundHelp' : 'monitor.agentHelp')}
      >
        <Select
          allowClear
          showSearch={{ optionFilterProp: 'label' }}
          loading={isFetching}
          placeholder={t(isBound ? 'monitor.discoverAgent' : 'monitor.nearest')}
          options={(agents ?? []).map(agent => ({
            value: agent.id,
            label: `${agent.name} · ${agent.host}${agent.isOnline ? '' : ` (${t('monitor.agentOffline')})`}`,
          }))}
        />
      </Field>
    </div>
  )
}

/** `longestMs`: of the frequency. */
export function IntervalFields({ longestMs }: { readonly longestMs: number }) {
  const t = useT()
  return (
    <>
      <h2 className="form-section">{t('monitor.intervals')}</h2>
      <div className="form-grid monitor-intervals">
        <Field
          name="frequencyMs"
          label={t('monitor.frequency')}
          help={t('monitor.frequencyHelp', { limit: formatDuration(longestMs) })}
        >
          <SecondsInput />
        </Field>
        <Field name="sendIntervalMs" label={t('monitor.sendInterval')} help={t('monitor.sendIntervalHelp')}>
          <SecondsInput />
        </Field>
        <Field
          name="receiveIntervalMs"
          label={t('monitor.receiveInterval')}
          help={t('monitor.receiveIntervalHelp')}
        >
          <SecondsInput />
        </Field>
      </div>
    </>
  )
}

/** Address of the slow log, page of the target, and who is notified. */
export function FurtherFields() {
  const t = useT()
  return (
    <>
      <h2 className="form-section">{t('monitor.further')}</h2>
      <div className="form-grid">
        <Field name="slowLogAddress" label={t('monitor.slowLogAddress')} help={t('monitor.slowLogHelp')}>
          <Input autoComplete="off" spellCheck={false} />
        </Field>
        <Field name="url" label={t('monitor.url')} help={t('monitor.urlHelp')}>
          <Input autoComplete="off" spellCheck={false} placeholder="https://" />
        </Field>
        <Field name="notificationEmails" label={t('monitor.emails')} help={t('monitor.contactsHelp')}>
          <Select mode="tags" open={false} suffixIcon={null} tokenSeparators={[',', ';', ' ']} />
        </Field>
        <Field name="notificationPhones" label={t('monitor.phones')} help={t('monitor.contactsHelp')}>
          <Select mode="tags" open={false} suffixIcon={null} tokenSeparators={[',', ';', ' ']} />
        </Field>
      </div>
    </>
  )
}
