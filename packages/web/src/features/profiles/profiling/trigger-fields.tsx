/** What begins triggered flame diagrams: the triggers, and the scenario, monitoring link and rules to which they are bound. */
import { type ProfilingFields, profilingTriggers } from '@pone/contract/entities/profiling.ts'
import { useQuery } from '@tanstack/react-query'
import { Checkbox, Select } from 'antd'
import { api } from '../../../lib/api.ts'
import { catalogueTrees } from '../../../lib/catalogue-trees.ts'
import { useT } from '../../../lib/i18n.ts'
import { useProjectId } from '../../../lib/project.ts'
import { useCan, useSession } from '../../../lib/session/session.ts'
import { profilesKey } from '../../../ui/flame/data/profile-queries.ts'
import { Field } from '../../../ui/form/field.tsx'
import { ruleSentence } from '../../../ui/sla/sla-sentence.ts'
import { SearchedSelect } from './searched-select.tsx'

export type Binding = Pick<ProfilingFields, 'triggers' | 'scenarioId'>

export function TriggerFields({ binding: { triggers, scenarioId } }: { readonly binding: Binding }) {
  const t = useT()
  const seesScenarios = useCan('scenario.view')
  return (
    <>
      <Field
        name="triggers"
        label={t('profiling.triggers')}
        help={t('profiling.triggersHelp')}
        isRequired={false}
      >
        <Checkbox.Group
          options={profilingTriggers.map(value => ({ value, label: t(`profiling.trigger.${value}`) }))}
        />
      </Field>
      {seesScenarios && (
        <Field name="scenarioId" label={t('profiling.scenario')} help={t('profiling.scenarioHelp')}>
          <ScenarioSelect />
        </Field>
      )}
      {scenarioId !== null && triggers.includes('sla') && (
        <Field name="slaRuleIds" label={t('profiling.slaRules')} help={t('profiling.slaRulesHelp')}>
          <SlaRuleSelect scenarioId={scenarioId} />
        </Field>
      )}
      <Field name="linkId" label={t('profiling.link')} help={t('profiling.linkHelp')}>
        <SearchedSelect
          of="links"
          allowClear
          placeholder={t('profiling.anyLink')}
          empty={t('profiling.noLink')}
          find={async ({ projectId, search, signal }) => {
            const { rows } = await api.monitorLink.list({ projectId, search, pageSize: 50 }, { signal })
            return rows.map(({ id, name }) => ({ value: id, label: name }))
          }}
        />
      </Field>
      {triggers.includes('alert') && (
        <Field name="alertRuleIds" label={t('profiling.alertRules')} help={t('profiling.alertRulesHelp')}>
          <SearchedSelect<string[]>
            of="alertRules"
            mode="multiple"
            placeholder={t('profiling.anyRule')}
            empty={t('profiling.noAlertRule')}
            find={async ({ projectId, search, signal }) => {
              const { rows } = await api.alert.rules({ projectId, search, pageSize: 50 }, { signal })
              return rows.map(({ id, name }) => ({ value: id, label: name }))
            }}
          />
        </Field>
      )}
    </>
  )
}

interface Chosen<Value> {
  readonly id?: string
  readonly value?: Value
  readonly onChange?: (value: Value) => void
}

function ScenarioSelect(props: Chosen<string>) {
  const t = useT()
  const { data, isFetching } = useQuery(catalogueTrees.scenario(useProjectId()))
  const scenarios = (data ?? []).filter(({ kind }) => kind === 'scenario')
  return (
    <Select<string>
      {...props}
      allowClear
      loading={isFetching}
      placeholder={t('profiling.anyScenario')}
      notFoundContent={t('profiling.noScenario')}
      showSearch={{ optionFilterProp: 'label' }}
      options={scenarios.map(({ id, name }) => ({ value: id, label: name }))}
    />
  )
}

function SlaRuleSelect({ scenarioId, ...props }: Chosen<string[]> & { readonly scenarioId: string }) {
  const t = useT()
  const language = useSession('language')
  const projectId = useProjectId()
  const { data, isFetching } = useQuery({
    queryKey: [...profilesKey, projectId, 'slaRules', scenarioId],
    queryFn: async ({ signal }) =>
      (await api.scenario.get({ projectId, id: scenarioId }, { signal })).document.sla,
  })
  return (
    <Select<string[]>
      {...props}
      mode="multiple"
      loading={isFetching}
      placeholder={t('profiling.anyRule')}
      notFoundContent={t('profiling.noSlaRule')}
      showSearch={{ optionFilterProp: 'label' }}
      options={(data ?? []).map(rule => ({ value: rule.id, label: ruleSentence(rule, t, language) }))}
    />
  )
}
