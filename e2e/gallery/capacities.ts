/** Capacity searches, for pictures: the form, a search that goes on, and each result. */
import type { Capacity, CapacityEnd, JudgedLevel } from '@pone/contract/entities/capacity.ts'
import type { RunLive } from '@pone/contract/entities/run.ts'
import type { ReportContent } from '@pone/results/report/content.ts'
import type { Page } from 'playwright-core'
import { type AnswerData, answering, changeAnswer, picture, work } from './picture.ts'

const level = (load: number, share: number, changes: Partial<JudgedLevel> = {}): JudgedLevel => ({
  load,
  state: share < 0.05 ? 'holds' : 'breaks',
  isClear: true,
  isConfirming: false,
  seconds: 15,
  requests: load * 15,
  perSecond: load,
  rules: [
    { mean: share, low: share * 0.8, high: share * 1.2 },
    { mean: share / 40, low: 0, high: share / 30 },
  ],
  ...changes,
})

const levels = [
  level(60, 0.004, { seconds: 6, requests: 360 }),
  level(120, 0.011, { seconds: 9, requests: 1_080 }),
  level(240, 0.74, { seconds: 5, requests: 1_021, perSecond: 204.2 }),
  level(180, 0.021),
  level(210, 0.12, { seconds: 11, requests: 2_193, perSecond: 199.4 }),
  level(195, 0.032, { seconds: 24, requests: 4_680 }),
  level(203, 0.056, { isClear: false, seconds: 90, requests: 18_270 }),
  level(199, 0.044, { isClear: false, seconds: 90, requests: 17_910 }),
]
const confirmed = level(199, 0.041, { isConfirming: true, seconds: 30, requests: 5_970 })

const search: Capacity = {
  rules: [
    { id: 'capacity-1', label: '', metric: 'p95', operator: '<', threshold: 300 },
    { id: 'capacity-2', label: '下单', metric: 'errorPercent', operator: '<', threshold: 1 },
  ].map(rule => ({ ...rule, window: { kind: 'wholeRun' }, action: 'record' })) as Capacity['rules'],
  drive: 'arrivals',
  startLoad: 60,
  maxLoad: 1_000,
  settleSeconds: 3,
  measureSeconds: 15,
  maxSeconds: 900,
  phase: 'measuring',
  isConfirming: false,
  level: 195,
  load: 195,
  phaseSeconds: 18,
  elapsedSeconds: 141,
  why: 'between',
  present: level(195, 0.043, { seconds: 18, requests: 3_510 }),
  levels: levels.slice(0, 5),
  end: null,
}

const interval = { low: 195, high: 210 }
const ends: Record<CapacityEnd['kind'], Partial<Capacity> & { readonly end: CapacityEnd }> = {
  found: {
    levels: [...levels, confirmed],
    end: { kind: 'found', best: confirmed, broken: levels[6] ?? null, interval },
  },
  unconfirmed: {
    levels: levels.slice(0, 6),
    end: { kind: 'unconfirmed', best: levels[5] ?? null, broken: levels[4] ?? null, interval },
  },
  atLeast: {
    maxLoad: 120,
    levels: levels.slice(0, 2),
    end: { kind: 'atLeast', best: levels[1] ?? null, broken: null, interval: { low: 120, high: null } },
  },
  none: {
    levels: [level(60, 0.9), level(1, 0.31)],
    end: { kind: 'none', best: null, broken: level(1, 0.31), interval: { low: null, high: 1 } },
  },
  notEnoughData: {
    levels: [],
    end: { kind: 'notEnoughData', best: null, broken: null, interval: { low: null, high: null } },
  },
  generatorLimit: {
    levels: levels.slice(0, 2),
    end: {
      kind: 'generatorLimit',
      best: levels[1] ?? null,
      broken: null,
      interval: { low: 120, high: null },
    },
  },
}

const over = (kind: CapacityEnd['kind']): Capacity => ({
  ...search,
  phase: 'ended',
  present: null,
  elapsedSeconds: 412,
  ...ends[kind],
})

const reported = (kind: CapacityEnd['kind']) => (data: AnswerData) => {
  const content = data['content'] as ReportContent
  return { ...data, content: { ...content, capacity: over(kind) } }
}

/** A live page whose stream is silent, so that the changed answer stays. */
const live = (changes: Partial<Capacity>) => async (page: Page) => {
  await page.routeWebSocket(/live/, () => undefined)
  await changeAnswer(page, 'run/live', data => {
    const shown = data as unknown as RunLive
    return { ...shown, run: { ...shown.run, state: 'running', capacity: { ...search, ...changes } } }
  })
  await page.reload()
  await page.locator('.run-capacity').waitFor()
}

const openForm = async (page: Page) => {
  await page.locator('.page-header-actions button:has(.anticon-aim)').click()
  await page.locator('.ant-modal .form-actions').waitFor()
}

const run = `${work}/realTimeMonitoring?id={run}`
export const capacityPictures = [
  picture('tester', 'testset', 'capacity', `${work}/testset?id={scenario}`, openForm),
  picture('tester', 'testset', 'capacityRefused', `${work}/testset?id={scenario}`, async page => {
    await openForm(page)
    await page.locator('.ant-modal input').first().fill('p95 < 300, rps > 10')
    await page.locator('.ant-modal .form-actions button').last().click()
    await page.locator('.ant-modal .ant-form-item-explain-error').first().waitFor()
  }),
  picture('tester', 'realTimeMonitoring', 'capacity', run, live({})),
  picture(
    'tester',
    'realTimeMonitoring',
    'capacityFirst',
    run,
    live({
      levels: [],
      present: null,
      phase: 'settling',
      phaseSeconds: 1,
      why: 'first',
      level: 60,
      load: 60,
      elapsedSeconds: 2,
    }),
  ),
  picture(
    'tester',
    'realTimeMonitoring',
    'capacityRecovering',
    run,
    live({ present: null, phase: 'recovering', phaseSeconds: 4, load: 39 }),
  ),
  ...Object.keys(ends).map(kind =>
    picture(
      'tester',
      'analysisReports',
      `capacity-${kind}`,
      `${work}/analysisReports?id={run}#report-capacity`,
      answering('report/get', reported(kind as CapacityEnd['kind']), '#report-capacity'),
    ),
  ),
]
