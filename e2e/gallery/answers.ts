/**
 * Changed server answers for pictures of states that an installation of one machine does not reach: many rows, lost
 * machines, measured limits.
 */
import type { HostProblem } from '@pone/contract/entities/host.ts'
import type { OperationStatistics } from '@pone/contract/entities/operation-record.ts'
import type { MetricFigures } from '@pone/contract/entities/run-metrics.ts'
import type { ReportContent } from '@pone/results/report/content.ts'
import type { Reconciliation } from '@pone/results/sections/reconciliation/data.ts'
import type { Page, Route } from 'playwright-core'

type AnswerData = Readonly<Record<string, object | undefined>>
const gibibyte = 1024 ** 3
const day = Date.UTC(2026, 10, 20, 9, 30)

/** The first portion of a log of 10,000 lines. */
export const longLog = (): object => ({
  total: 10_000,
  lines: Array.from({ length: 1_000 }, (_, index) => ({
    at: day + index * 83,
    level: (['info', 'info', 'info', 'warn', 'error', 'debug'] as const)[index % 6] ?? 'info',
    source: index % 3 === 0 ? '浏览商品' : '提交订单',
    machine: `load-bj-0${1 + (index % 3)}`,
    message: `order ${index} was answered after ${10 + ((index * 37) % 900)} ms${index % 50 === 0 ? `: ${'{"sku":"A-1024"},'.repeat(12)}` : ''}`,
  })),
})

const reconciliations: Record<'lost' | 'awaited' | 'late' | 'unreconciled', Partial<Reconciliation>> = {
  lost: { sent: 26_411, counted: 26_411, lost: 37, isReconciled: true, marked: [[18, 20]] },
  awaited: {
    sent: 26_411,
    counted: 26_409,
    lost: 0,
    isReconciled: false,
    awaited: ['host-c'],
    marked: [
      [18, 18],
      [21, 24],
    ],
  },
  late: {
    sent: 26_411,
    counted: 26_411,
    lost: 0,
    isReconciled: true,
    late: [{ machine: 'host-c', requests: 1_240, at: day }],
  },
  unreconciled: { sent: 26_411, counted: 26_402, lost: 3, isReconciled: false },
}

/** A report after the loss of a machine. */
export const lostMachine =
  (state: keyof typeof reconciliations) =>
  (data: AnswerData): object => {
    const content = data['content'] as ReportContent
    const changes = reconciliations[state]
    const { sent = 0, counted = 0, lost = 0 } = changes
    const machines = [
      { machine: 'host-b', worker: 'w1', sent: 13_200, counted: 13_200, lost: 0 },
      { machine: 'host-c', worker: 'w1', sent: sent - 13_200, counted: counted - 13_200, lost },
    ]
    return {
      ...data,
      content: {
        ...content,
        verdict: changes.isReconciled ? content.verdict : 'invalid',
        reconciliation: { ...content.reconciliation, ...changes, machines },
      },
    }
  }

/** A report of a run whose load machine was its limit in two parts of it. */
export const notReliable = (data: AnswerData): object => {
  const content = data['content'] as ReportContent
  const overloads = [
    { fromSecond: 4, toSecond: 12, reasons: ['eventLoop'] },
    { fromSecond: 13, toSecond: 19, reasons: ['eventLoop', 'cpu'] },
    { fromSecond: 24, toSecond: 31, reasons: ['cpu'] },
  ]
  return {
    ...data,
    content: {
      ...content,
      verdict: 'invalid',
      isGeneratorLimit: true,
      machines: content.machines.map(machine => ({ ...machine, isOverloaded: true, overloads })),
    },
  }
}

/** Rows of runs, every second one not reliable. */
export const notReliableRows = (data: AnswerData): object => ({
  ...data,
  rows: (data['rows'] as readonly object[]).map((row, index) =>
    index % 2 === 0 ? { ...row, state: 'complete', sla: 'notReliable' } : row,
  ),
})

/** A report of a run with protocol metrics: metrics of every kind, more than are stored. */
export const countedMetrics = (data: AnswerData): object => {
  const content = data['content'] as ReportContent
  const labels = content.run.labels.filter(({ kind }) => kind === 'request')
  const trend = (by: number): MetricFigures => ({
    kind: 'trend',
    count: 12_400 * by,
    min: 310,
    avg: 2_180 * by,
    p50: 1_940 * by,
    p90: 5_560 * by,
    p95: 8_970 * by,
    p99: 12_400 * by,
    max: 1_616_100,
  })
  const metrics: readonly (readonly [key: string, (by: number) => MetricFigures])[] = [
    ['messagesSent', by => ({ kind: 'counter', sum: 12_400 * by })],
    ['messagesReceived', by => ({ kind: 'counter', sum: 1_248_000 * by })],
    ['roundTrip', trend],
    ['cacheHits', by => ({ kind: 'rate', hits: 9_310 * by, count: 12_400 * by })],
    ['openChannels', by => ({ kind: 'gauge', last: 17 * by, min: 0, max: 42 * by })],
  ]
  const rows = metrics.flatMap(([key, figures]) =>
    [null, ...labels].map((label, at) => ({
      key,
      label,
      perSecond: 413.3 / (at + 1),
      figures: figures(1 / (at + 1)),
    })),
  )
  const seconds = content.seconds.map((second, at) => ({
    ...second,
    metrics: Object.fromEntries(
      metrics.map(([key, figures]) => [key, figures(0.02 + Math.abs(Math.sin(at / 4)) / 30)]),
    ),
  }))
  return {
    ...data,
    content: { ...content, seconds, metrics: { rows, lacksMetrics: true, lacksLabels: true } },
  }
}

const lengths = { '1d': 24, '1w': 7, '1m': 30, '3m': 90 } as const

/** Operations of a busy installation over a range, some of them refused and failed. */
export const manyOperations = (range: keyof typeof lengths) => (): OperationStatistics => {
  const stepMs = range === '1d' ? 3_600_000 : 86_400_000
  const count = lengths[range]
  const names = ['zhang.wei', 'liu.yang', 'sun.lei', 'new.comer', 'admin', '']
  return {
    actions: [
      ['run.start', 412, 18, 7],
      ['component.create', 388, 3, 0],
      ['scenario.create', 240, 0, 0],
      ['host.operate', 36, 2, 11],
      ['auth.login', 0, 29, 0],
    ].map(([action, done, refused, failed]) => ({
      action: String(action),
      done: Number(done),
      refused: Number(refused),
      failed: Number(failed),
      accounts: 4,
    })),
    people: names.map((account, index) => ({
      account,
      done: 400 - index * 70,
      refused: index * 3,
      failed: index % 3,
      lastAt: day - index * 3_600_000,
    })),
    times: Array.from({ length: count }, (_, index) => ({
      at: Math.floor(day / stepMs) * stepMs - (count - 1 - index) * stepMs,
      done: (index * 37) % 60,
      refused: (index * 5) % 7,
      failed: index % 9 === 0 ? 4 : 0,
    })),
  }
}

const calibration = {
  requestsPerSecond: 61_234,
  cpu01: 0.853,
  bytesPerUser: 98_304,
  at: day,
  cores: 2,
  memoryBytes: 23 * gibibyte,
  definition: 1,
  proposedUsers: 4_200,
}

async function changeRows(route: Route, changes: object): Promise<void> {
  const response = await route.fetch()
  const { data, ...answer } = (await response.json()) as { data: { rows: object[] } }
  await route.fulfill({
    response,
    json: { ...answer, data: { ...data, rows: data.rows.map(row => ({ ...row, ...changes })) } },
  })
}

/** Machines after their capacity has been measured. */
export const withMeasuredMachines = (route: Route): Promise<void> =>
  changeRows(route, {
    calibration,
    port: 40_122,
    socketPort: 8_600,
    disk: { freeBytes: 182 * gibibyte, totalBytes: 512 * gibibyte },
  })

/** Machines with little disk space left, and disconnected for too many messages. */
export const withTroubledMachines = (route: Route): Promise<void> =>
  changeRows(route, {
    floodedAt: day,
    port: 40_122,
    socketPort: 8_600,
    disk: { freeBytes: 0.4 * gibibyte, totalBytes: 512 * gibibyte },
  })

const facts = {
  system: 'Debian GNU/Linux 13 (trixie)',
  architecture: 'x64',
  cores: 16,
  memoryBytes: 64 * gibibyte,
  diskFreeBytes: 182 * gibibyte,
  diskTotalBytes: 512 * gibibyte,
  javaVersion: '17.0.13',
  at: day,
}
const contacts: Record<
  'ok' | 'noJava' | 'sudoRefused' | 'folderNotWritable',
  { readonly facts: object; readonly problem: { readonly code: HostProblem; readonly detail: string } | null }
> = {
  ok: { facts, problem: null },
  noJava: { facts: { ...facts, javaVersion: null }, problem: null },
  sudoRefused: { facts, problem: { code: 'sudoRefused', detail: 'sudo: a password is required' } },
  folderNotWritable: {
    facts,
    problem: { code: 'folderNotWritable', detail: 'mkdir: cannot create directory ‘/opt/pone-agent’' },
  },
}

/** Result of a host's connection test, by its state. */
export const answeringContact =
  (state: keyof typeof contacts) =>
  (route: Route): Promise<void> => {
    const fingerprint = `SHA256:${'k'.repeat(43)}`
    const data = { fingerprint, keyType: 'ssh-ed25519', pinned: fingerprint, ...contacts[state] }
    return route.fulfill({ json: { status: 200, data } })
  }

/** Fills in the dialog of a new host and runs its connection test. */
export async function fillHost(page: Page): Promise<void> {
  const dialog = page.locator('.ant-modal')
  await dialog.locator('input[id$=name]').first().fill('load-new-06')
  await dialog.locator('input[id$=address]').fill('10.20.9.6')
  await dialog.locator('input[type=password]').first().fill('not-used')
  await dialog.getByRole('button', { name: /测试连接|Test connection/ }).click()
}
