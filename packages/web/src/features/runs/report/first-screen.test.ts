import type { ReportContent } from '@pone/results/report/content.ts'
import { expect, test } from 'vitest'
import type { Translate } from '../../../lib/i18n.ts'
import { runDetailOf, secondOf, startedAt } from '../../../test-runs.ts'
import { instantText, whyText } from './first-screen.ts'

const t = ((key: string, params: object = {}) => `${key} ${JSON.stringify(params)}`) as Translate
const rules = (...states: string[]) => states.map(state => ({ state })) as ReportContent['sla']

test.each([
  ['passed', ['passed', 'passed'], 'report.why.passed {"count":2}'],
  ['passed', ['passed', 'notJudged'], 'report.why.somePassed {"count":1,"all":2}'],
  ['failed', ['broken', 'passed', 'notJudged'], 'report.why.broken {"count":2,"broken":1}'],
  ['invalid', ['broken'], 'report.why.broken {"count":1,"broken":1}'],
  ['failed', ['passed'], null],
  ['noSla', [], null],
  ['notJudged', ['notJudged'], null],
] as const)('%s by rules that are %j', (verdict, states, text) => {
  expect(whyText({ verdict, sla: rules(...states) }, t)).toBe(text)
})

test('an instant is told with the users of its point', () => {
  const content = { run: runDetailOf(1), seconds: [secondOf(10), secondOf(15)], secondsPerPoint: 5 }
  const at = (seconds: number) => instantText(content, startedAt + seconds * 1_000, t)
  expect(at(14.9)).toBe('report.atUsers {"at":"0:14.9","users":"20"}')
  expect(at(15)).toBe('report.atUsers {"at":"0:15","users":"25"}')
  expect(at(9.9)).toBe('0:09.9')
  expect(at(20)).toBe('0:20')
})
