import type { RunEvent } from '@pone/contract/entities/run.ts'
import { toldCause } from '@pone/contract/told-cause.ts'
import { describe, expect, it } from 'vitest'
import type { Translate } from '../../../lib/i18n.ts'
import { chartEvents, eventText, eventTone, overloadText } from './run-events.ts'

const t: Translate = (key, params) =>
  [key, ...Object.entries(params ?? {}).map(([name, value]) => `${name}=${value}`)].join(' ')
const event = (
  kind: RunEvent['kind'],
  params: RunEvent['params'] = {},
  by: string | null = null,
): RunEvent => ({
  at: 12_500,
  kind,
  params,
  by,
})

describe('the text of an event', () => {
  it.each([
    [event('stateChanged', { to: 'running' }), 'run.event.stateChanged to=runState.running'],
    [event('stateChanged', { to: 7 }), 'run.event.stateChanged to=7'],
    [event('loadChanged', { load: 5 }, 'li'), 'run.event.by by=li sentence=run.event.loadChanged load=5'],
    [event('loadChanged'), 'run.event.loadReset'],
    [event('machineLost', { machine: 'm-7', to: 'x' }), 'run.event.machineLost machine=m-7 to=x'],
    [event('slaBroken', { rule: 'P95 < 5 ms' }), 'run.event.slaBroken rule=P95 < 5 ms'],
    [event('reportMade', { state: 'failed' }), 'run.event.reportMade state=run.event.report.failed'],
    [
      event('generatorOverloaded', { machine: 'm', reason: '' }),
      'run.event.generatorOverloaded machine=m reason=',
    ],
    [event('generatorOverloaded', { machine: 'm' }), 'run.event.generatorOverloaded machine=m'],
    [
      event('generatorOverloaded', { machine: 'm', reason: 'cpu' }),
      'run.event.overloadedBy machine=m reason=run.overload.cpu',
    ],
  ])('%o', (of, text) => expect(eventText(of, t, 'en')).toBe(text))

  it('names the rule that was not met, the value and the interval in the reader’s language', () => {
    const detail = toldCause('ruleNotMet', {
      rule: { zh: '整个场景 · 错误率 < 1 %', en: 'Whole scenario · error rate < 1 %' },
      from: '0:12',
      to: '0:27.3',
      value: '7.51 %',
    })
    const of = event('slaBroken', { rule: 'old', detail })
    expect(eventText(of, t, 'zh')).toBe('SLA 规则“整个场景 · 错误率 < 1 %”未满足：0:12–0:27.3 实测 7.51 %')
    expect(eventText(of, t, 'en')).toBe(
      'SLA rule “Whole scenario · error rate < 1 %” violated: measured 7.51 % in 0:12–0:27.3',
    )
  })

  it('lists several reasons of an overload in a fixed order, and no unknown one', () => {
    const one = overloadText(['cpu'], t)
    const both = overloadText(['other', 'cpu', 'eventLoop', 'eventLoopDelay', 'delay'], t)
    expect(one).toBe('run.overload.cpu')
    expect(both).toContain('run.overload.cpu')
    expect(both).not.toContain('other')
  })
})

describe('the chart marks of events', () => {
  it('are at the second of their event, never before the start', () => {
    expect(
      chartEvents([event('machineLost'), { ...event('slaBroken'), at: 1_000 }], 10_000, t, 'en'),
    ).toEqual([
      { second: 2.5, label: 'run.event.machineLost', tone: 'failed' },
      { second: 0, label: 'run.event.slaBroken', tone: 'failed' },
    ])
  })

  it('omit routine events and those after the end of the run', () => {
    const kinds = ['stateChanged', 'resultsAwaited', 'resultsLate', 'machineStarted', 'reportMade'] as const
    expect(
      chartEvents(
        kinds.map(kind => event(kind)),
        0,
        t,
        'en',
      ),
    ).toEqual([])
    expect(chartEvents([event('machineLost')], null, t, 'en')).toEqual([])
  })

  it('have the tone of their event', () => {
    expect(
      (['loadChanged', 'shareMoved', 'workerLost', 'roundsEnded'] as const).map(kind =>
        eventTone(event(kind)),
      ),
    ).toEqual(['running', 'warning', 'failed', 'off'])
  })
})
