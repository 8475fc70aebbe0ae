/** Notices that tell of nothing: that of a test of a channel, and the example of a preview. */
import { randomUUID } from 'node:crypto'
import type { NoticeKind } from '@pone/alerts/state.ts'
import type { RunNoticeKind } from '@pone/contract/entities/alert-channel.ts'
import { toldCause } from '@pone/contract/told-cause.ts'
import type { StoredChannel } from './alert-channel.repository.ts'
import type { AlertNotice, ChannelNotice, RunNotice } from './alert-notice.ts'

const none = '00000000-0000-0000-0000-000000000000'
const testNames = { zh: '测试消息', en: 'Test message' }
const minuteMs = 60_000
const exampleBreach = toldCause('ruleNotMet', { rule: 'p95', from: '0:10', to: '0:20', value: '1 240 ms' })
const exampleFailure = toldCause('serverUnreachable')

export const testNotice = ({ project_id: projectId, language }: StoredChannel, now: number): AlertNotice => ({
  key: `test/${randomUUID()}`,
  kind: 'triggered',
  incidentId: none,
  projectId,
  rule: testNames[language],
  level: 'notice',
  monitorId: none,
  monitor: 'Pone',
  labels: {},
  ruleLabels: {},
  indicator: { kind: 'availability' },
  max: null,
  min: null,
  value: null,
  at: now,
  madeAt: now,
  openedAt: now,
  reason: null,
})

export const exampleNotice = (
  projectId: string,
  kind: NoticeKind | RunNoticeKind,
  now: number,
): ChannelNotice =>
  kind === 'slaBreached' || kind === 'runFailed'
    ? exampleOfRun(projectId, kind, now)
    : exampleOfAlert(projectId, kind, now)

const exampleOfRun = (projectId: string, kind: RunNoticeKind, now: number): RunNotice => ({
  key: `run/${none}/${kind}`,
  kind,
  projectId,
  runId: none,
  number: 12,
  scenario: 'Checkout',
  detail: kind === 'slaBreached' ? exampleBreach : exampleFailure,
  madeAt: now,
})

export const exampleOfAlert = (projectId: string, kind: NoticeKind, now: number): AlertNotice => ({
  key: `${none}/${none}/0/1`,
  kind,
  incidentId: none,
  projectId,
  rule: 'CPU',
  level: 'critical',
  monitorId: none,
  monitor: 'shop-host-1',
  labels: { device: 'sda' },
  ruleLabels: {},
  indicator: { kind: 'counter', section: 'cpu', reading: { counter: 'used', fn: 'value' } },
  max: 90,
  min: null,
  value: kind === 'recovered' ? 41.5 : 96.5,
  at: now,
  madeAt: now,
  openedAt: kind === 'triggered' ? now : now - 10 * minuteMs,
  reason: kind === 'closed' ? 'switchedOff' : null,
})
