/** Several rules at once from the thresholds that a monitor type proposes. */
import type { MonitorType } from '@pone/monitors/type.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Checkbox, Form, Select } from 'antd'
import { useMemo, useState } from 'react'
import { api } from '../../../../lib/api.ts'
import { errorMessage } from '../../../../lib/api-error.ts'
import { useT } from '../../../../lib/i18n.ts'
import { notify } from '../../../../lib/notices.ts'
import { useProjectId } from '../../../../lib/project.ts'
import { useSession } from '../../../../lib/session/session.ts'
import { FormDialog } from '../../../../ui/form/form-layer.tsx'
import { LevelTag } from '../../shared/alert-level-tag.tsx'
import { alertsKey } from '../../shared/monitor-queries.ts'
import { typeLabel } from '../../shared/monitor-types.ts'
import { useMonitorTypes } from '../../shared/use-monitor-types.ts'
import { channelsQuery } from '../shared/alert-queries.ts'
import { thresholdsText } from '../shared/threshold-text.ts'
import { type RuleTemplate, templatesOf } from './template-model.ts'

export function TemplatesDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useT()
  const language = useSession('language')
  const types = useMonitorTypes()
  const { data: channels } = useQuery(channelsQuery(useProjectId()))
  const offered = types.offered.filter(({ thresholds }) => thresholds.length > 0)
  const [name, setName] = useState<string | null>(null)
  const [channelIds, setChannelIds] = useState<readonly string[]>([])
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const type = name === null ? undefined : types.typeOf({ type: name })
  const templates = useMemo(
    () => (type === undefined ? [] : templatesOf(type, { language, channelIds })),
    [type, language, channelIds],
  )
  const creating = useCreating(onClose)
  const ticked = templates.filter(({ key }) => chosen.has(key))
  return (
    <FormDialog
      title={t('alert.fromTemplates')}
      width={640}
      isAction
      isChanged={chosen.size > 0}
      okText={t('alert.createRules', { count: ticked.length })}
      okButtonProps={{ disabled: ticked.length === 0, loading: creating.isBusy }}
      onOk={() => void creating.create(ticked)}
      onClose={onClose}
    >
      <Form layout="vertical" component="div">
        <Form.Item label={t('monitor.type')} extra={t('alert.templatesHelp')} htmlFor="template-type">
          <Select<string>
            id="template-type"
            showSearch={{ optionFilterProp: 'label' }}
            placeholder={t('alert.chooseType')}
            value={name}
            options={offered.map(each => ({ value: each.name, label: typeLabel(each, offered, language) }))}
            onChange={next => {
              setName(next)
              setChosen(new Set(keysOf(types.typeOf({ type: next }))))
            }}
          />
        </Form.Item>
        <Form.Item label={t('alert.channels')} extra={t('alert.channelsHelp')} htmlFor="template-channels">
          <Select<string[]>
            id="template-channels"
            mode="multiple"
            optionFilterProp="label"
            placeholder={t('alert.noChannels')}
            value={[...channelIds]}
            options={(channels ?? []).map(each => ({ value: each.id, label: each.name }))}
            onChange={setChannelIds}
          />
        </Form.Item>
      </Form>
      <Templates templates={templates} type={type} chosen={chosen} onChange={setChosen} />
      <Refusals refusals={creating.refusals} />
    </FormDialog>
  )
}

/** All are ticked at first. */
const keysOf = (type: MonitorType | undefined): string[] =>
  type === undefined ? [] : templatesOf(type, { language: 'en', channelIds: [] }).map(({ key }) => key)

function Templates(props: {
  readonly templates: readonly RuleTemplate[]
  readonly type: MonitorType | undefined
  readonly chosen: ReadonlySet<string>
  readonly onChange: (chosen: ReadonlySet<string>) => void
}) {
  const { templates, type, chosen, onChange } = props
  const t = useT()
  const language = useSession('language')
  const toggle = (key: string, isTicked: boolean) => {
    const next = new Set(chosen)
    if (isTicked) next.add(key)
    else next.delete(key)
    onChange(next)
  }
  return (
    <ul className="alert-templates">
      {templates.map(({ key, rule }) => (
        <li key={key}>
          <Checkbox checked={chosen.has(key)} onChange={({ target }) => toggle(key, target.checked)}>
            {rule.name}
          </Checkbox>
          <span className="tabular">
            {thresholdsText(rule.content.indicator, rule.content, {
              t,
              language,
              types: type ? [type] : [],
            })}
          </span>
          <LevelTag level={rule.level} />
        </li>
      ))}
    </ul>
  )
}

function Refusals({ refusals }: { readonly refusals: readonly Refusal[] }) {
  if (refusals.length === 0) return null
  return (
    <ul role="alert" className="alert-refusals">
      {refusals.map(({ rule, text }) => (
        <li key={rule}>
          {rule}: {text}
        </li>
      ))}
    </ul>
  )
}

interface Refusal {
  readonly rule: string
  readonly text: string
}

/** Creates rules one after another; those that are refused are told, and the others stay. */
function useCreating(onDone: () => void) {
  const t = useT()
  const projectId = useProjectId()
  const cache = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [refusals, setRefusals] = useState<readonly Refusal[]>([])
  const create = async (templates: readonly RuleTemplate[]) => {
    setBusy(true)
    const refused: Refusal[] = []
    for (const { rule } of templates) {
      try {
        await api.alert.saveRule({ projectId, id: null, revision: 0, rule })
      } catch (error) {
        refused.push({ rule: rule.name, text: errorMessage(error) })
      }
    }
    setBusy(false)
    setRefusals(refused)
    const count = templates.length - refused.length
    if (count > 0) notify({ kind: 'success', text: t('alert.rulesCreated', { count }) })
    await cache.invalidateQueries({ queryKey: alertsKey })
    if (refused.length === 0) onDone()
  }
  return { isBusy, refusals, create }
}
