/** Creating and editing a schedule, once or recurring, with a preview of its next times. */
import type { Schedule, ScheduleRule } from '@pone/contract/entities/task.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Checkbox, Form, Input, InputNumber, Segmented, Select, Switch, TimePicker } from 'antd'
import dayjs from 'dayjs'
import { useState } from 'react'
import { api } from '../../../lib/api.ts'
import { errorMessage } from '../../../lib/api-error.ts'
import { useT } from '../../../lib/i18n.ts'
import { notify } from '../../../lib/notices.ts'
import { useSession } from '../../../lib/session/session.ts'
import { FormDialog } from '../../../ui/form/form-layer.tsx'
import { InstantPicker } from '../../../ui/form/instant-picker.tsx'
import { TimeText } from '../../../ui/time-text.tsx'
import { useTaskAction } from '../task-queries.ts'
import { ownZone, useRuleText } from '../task-texts.ts'
import { draftOf, ruleOf, type ScheduleDraft, scheduleKinds } from './schedule-draft.ts'

const weekdays = [1, 2, 3, 4, 5, 6, 7] as const
const minuteMs = 60_000
const defaultGraceMinutes = 10
/** The browser's own time zone first. */
const zones = [...new Set([ownZone, 'Asia/Shanghai', 'UTC', ...Intl.supportedValuesOf('timeZone')])]

export interface ScheduleDialogProps {
  readonly set: { readonly id: string; readonly name: string }
  /** null: create a new one. */
  readonly schedule: Schedule | null
  readonly onClose: () => void
}

export function ScheduleDialog({ set, schedule, onClose }: ScheduleDialogProps) {
  const t = useT()
  const projectId = useSession('projectId')
  const [before] = useState(() => draftOf(schedule?.rule ?? null))
  const [draft, setDraft] = useState(before)
  const [graceMinutes, setGrace] = useState(schedule?.graceMinutes ?? defaultGraceMinutes)
  const [isEnabled, setEnabled] = useState(schedule?.isEnabled ?? true)
  const isChanged =
    JSON.stringify(draft) !== JSON.stringify(before) ||
    graceMinutes !== (schedule?.graceMinutes ?? defaultGraceMinutes) ||
    isEnabled !== (schedule?.isEnabled ?? true)
  const change = (next: Partial<ScheduleDraft>) => setDraft(old => ({ ...old, ...next }))
  const rule = ruleOf(draft)
  const save = useTaskAction(() =>
    api.task.saveSchedule({
      projectId,
      id: schedule?.id ?? null,
      setId: set.id,
      rule,
      graceMinutes,
      isEnabled,
    }),
  )
  return (
    <FormDialog
      width={560}
      title={t(schedule === null ? 'schedule.new' : 'schedule.edit', { name: set.name })}
      okText={t('action.save')}
      confirmLoading={save.isPending}
      okButtonProps={{ disabled: draft.kind === 'weekly' && draft.days.length === 0 }}
      isChanged={isChanged}
      onClose={onClose}
      onOk={() =>
        save.mutate(undefined, {
          onSuccess: () => {
            notify({ kind: 'success', text: t('schedule.saved') })
            onClose()
          },
        })
      }
    >
      <Form layout="vertical" component="div" className="task-schedule-form">
        <Form.Item label={t('schedule.when')}>
          <Segmented
            aria-label={t('schedule.when')}
            value={draft.kind}
            options={scheduleKinds.map(value => ({ value, label: t(`schedule.kind.${value}`) }))}
            onChange={kind => change({ kind })}
          />
        </Form.Item>
        <RuleFields draft={draft} change={change} />
        <Form.Item label={t('schedule.grace')} extra={t('schedule.graceHelp')} htmlFor="schedule-grace">
          <InputNumber
            id="schedule-grace"
            value={graceMinutes}
            min={0}
            max={1_440}
            precision={0}
            suffix={t('task.unit.minutes')}
            changeOnWheel={false}
            onChange={value => value !== null && setGrace(value)}
          />
        </Form.Item>
        <Form.Item
          label={t('schedule.enabled')}
          extra={t('schedule.enabledHelp')}
          layout="horizontal"
          htmlFor="schedule-enabled"
        >
          <Switch id="schedule-enabled" checked={isEnabled} onChange={setEnabled} />
        </Form.Item>
      </Form>
      <Preview rule={rule} />
    </FormDialog>
  )
}

function RuleFields({
  draft,
  change,
}: {
  readonly draft: ScheduleDraft
  readonly change: (next: Partial<ScheduleDraft>) => void
}) {
  const t = useT()
  if (draft.kind === 'once') {
    return (
      <Form.Item label={t('schedule.at')} htmlFor="schedule-at">
        <InstantPicker id="schedule-at" value={draft.at} onChange={at => at !== null && change({ at })} />
      </Form.Item>
    )
  }
  return (
    <>
      <DayFields draft={draft} change={change} />
      <div className="task-schedule-row">
        <Form.Item label={t('schedule.zone')} extra={t('schedule.zoneHelp')}>
          <Select
            showSearch
            aria-label={t('schedule.zone')}
            value={draft.timeZone}
            options={zones.map(value => ({ value, label: value }))}
            onChange={timeZone => change({ timeZone })}
          />
        </Form.Item>
        <Form.Item label={t('schedule.ends')} extra={t('schedule.endsHelp')} htmlFor="schedule-ends">
          <InstantPicker id="schedule-ends" value={draft.endsAt} onChange={endsAt => change({ endsAt })} />
        </Form.Item>
      </div>
    </>
  )
}

/** Days and time of a recurring schedule, or its cron expression. */
function DayFields({ draft, change }: Parameters<typeof RuleFields>[0]) {
  const t = useT()
  return (
    <>
      {draft.kind === 'weekly' && (
        <Form.Item label={t('schedule.days')}>
          <Checkbox.Group
            value={[...draft.days]}
            options={weekdays.map(value => ({
              value: value as number,
              label: t(`schedule.weekday.${value}`),
            }))}
            onChange={days => change({ days })}
          />
        </Form.Item>
      )}
      {draft.kind === 'monthly' && (
        <Form.Item label={t('schedule.day')}>
          <Select
            aria-label={t('schedule.day')}
            value={draft.day}
            options={[
              ...Array.from({ length: 31 }, (_, index) => ({
                value: (index + 1) as number | 'last',
                label: t('schedule.dayOption', { day: index + 1 }),
              })),
              { value: 'last' as number | 'last', label: t('schedule.lastDay') },
            ]}
            onChange={day => change({ day })}
          />
        </Form.Item>
      )}
      {draft.kind === 'cron' ? (
        <Form.Item label={t('schedule.cron')} extra={t('schedule.cronHelp')} htmlFor="schedule-cron">
          <Input
            id="schedule-cron"
            className="code"
            value={draft.cron}
            maxLength={120}
            onChange={event => change({ cron: event.target.value })}
          />
        </Form.Item>
      ) : (
        <Form.Item label={t('schedule.time')} htmlFor="schedule-time">
          <TimePicker
            id="schedule-time"
            format="HH:mm"
            allowClear={false}
            needConfirm={false}
            value={dayjs().hour(draft.hour).minute(draft.minute)}
            onChange={time => time && change({ hour: time.hour(), minute: time.minute() })}
          />
        </Form.Item>
      )}
    </>
  )
}

/** The server's answer for the rule: its next times, or why it is invalid. */
function Preview({ rule }: { readonly rule: ScheduleRule }) {
  const t = useT()
  const ruleText = useRuleText()
  const projectId = useSession('projectId')
  const preview = useQuery({
    queryKey: ['task', 'preview', projectId, rule],
    queryFn: ({ signal }) => api.task.previewSchedule({ projectId, rule }, { signal }),
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: minuteMs / 2,
  })
  return (
    <section className="task-preview" aria-live="polite">
      <strong>{ruleText(rule)}</strong>
      {preview.error ? (
        <p className="task-problem" role="alert">
          {errorMessage(preview.error)}
        </p>
      ) : (
        rule.kind === 'repeated' && (
          <>
            <p className="secondary">{t('schedule.next')}</p>
            <ol className="task-preview-times">
              {(preview.data ?? []).map(at => (
                <li key={at}>
                  <TimeText at={at} />
                </li>
              ))}
            </ol>
          </>
        )
      )}
    </section>
  )
}
